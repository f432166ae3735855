import { Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, bodyOf } from '../../api/client';
import { languageName } from '../../languages';
import { useMe, useScope } from '../../session';
import { Confirm } from '../dialog';
import { usePersonName } from '../person-name';
import { Time } from '../time';
import { CommentForm } from './comment-form';
import { CommentText } from './comment-text';
import type { Comment } from './comments-query';
import { keptComment } from './kept-comments';
import { toWritten } from './mentions';

/** One comment, which its author changes and deletes. */
export function CommentView({
  place,
  comment,
  canWrite,
  onChanged,
}: {
  /** Names the person, the key and the discussion. */
  place: string;
  comment: Comment;
  canWrite: boolean;
  onChanged: () => Promise<unknown>;
}) {
  const { t, i18n } = useTranslation();
  const me = useMe();
  const personName = usePersonName();
  const manages = useScope('members:manage');
  const ofEdit = `${place}/${comment.id}`;
  const [isEdited, setEdited] = useState(() => keptComment(ofEdit) !== undefined);
  const [isDeletion, setDeletion] = useState(false);
  const { id, person, apiKey, language, deleted, text } = comment;
  const isOwn = me.person ? person?.id === me.person.id : apiKey !== null && apiKey.id === me.apiKey?.id;
  const params = { path: { id } };
  if (deleted)
    return (
      <Text size="xs" c="dimmed">
        {t('comments.deleted')}
      </Text>
    );
  const change = async (next: string): Promise<void> => {
    bodyOf(await api.PATCH('/api/v1/comments/{id}', { params, body: { text: next } }));
    setEdited(false);
    await onChanged();
  };
  return (
    <article className="comment">
      <Text size="xs" c="dimmed" component="div">
        <bdi className="comment-author">{person ? personName(person.name) : apiKey?.name}</bdi> ·{' '}
        <Time value={comment.createdAt} />
        {language !== null && ` · ${languageName(language, i18n.language)}`}
        {comment.editedAt !== null && ` · ${t('comments.edited')}`}
      </Text>
      {isEdited ? (
        <CommentForm
          place={ofEdit}
          label={t('comments.edit')}
          submit={t('save')}
          initial={toWritten(text, comment.mentions)}
          send={change}
          onCancel={() => setEdited(false)}
          isFocused
        />
      ) : (
        <CommentText comment={comment} />
      )}
      {!isEdited && ((canWrite && isOwn) || manages) && (
        <div className="comment-actions">
          {canWrite && isOwn && (
            <UnstyledButton className="text-link" onClick={() => setEdited(true)}>
              {t('comments.edit')}
            </UnstyledButton>
          )}
          <UnstyledButton className="text-link" onClick={() => setDeletion(true)}>
            {t('comments.delete')}
          </UnstyledButton>
        </div>
      )}
      <Confirm
        opened={isDeletion}
        onClose={() => setDeletion(false)}
        action={t('comments.delete')}
        color="red"
        send={async () => bodyOf(await api.DELETE('/api/v1/comments/{id}', { params }))}
        onDone={async () => {
          setDeletion(false);
          await onChanged();
        }}
      >
        <Text size="sm">{t('comments.deleteHint')}</Text>
      </Confirm>
    </article>
  );
}
