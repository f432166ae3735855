import { UnstyledButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, bodyOf } from '../../api/client';
import { CommentView } from './comment';
import { CommentForm } from './comment-form';
import type { Discussion } from './comments-query';
import { keptComment } from './kept-comments';

/** A comment with its replies. It is resolved, and opened again, as a whole. */
export function DiscussionView({
  place,
  discussion: { first, replies },
  canWrite,
  onChanged,
}: {
  /** Names the person, the key and the discussion. */
  place: string;
  discussion: Discussion;
  canWrite: boolean;
  onChanged: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const { id, keyId, resolved } = first;
  const ofReply = `${place}/reply`;
  const [isReply, setReply] = useState(() => keptComment(ofReply) !== undefined);
  const resolve = useMutation({
    mutationFn: async () => {
      const params = { path: { id } };
      return bodyOf(await api.PATCH('/api/v1/comments/{id}', { params, body: { resolved: !resolved } }));
    },
    onSuccess: onChanged,
  });
  const reply = async (text: string): Promise<void> => {
    const body = { text, replyTo: id, ...(first.language !== null && { language: first.language }) };
    bodyOf(await api.POST('/api/v1/keys/{id}/comments', { params: { path: { id: keyId } }, body }));
    setReply(false);
    await onChanged();
  };
  return (
    <li className="discussion" data-resolved={resolved}>
      <CommentView place={place} comment={first} canWrite={canWrite} onChanged={onChanged} />
      {replies.length > 0 && (
        <ul className="replies">
          {replies.map((comment) => (
            <li key={comment.id}>
              <CommentView place={place} comment={comment} canWrite={canWrite} onChanged={onChanged} />
            </li>
          ))}
        </ul>
      )}
      {isReply ? (
        <CommentForm
          place={ofReply}
          label={t('comments.reply')}
          submit={t('comments.reply')}
          send={reply}
          onCancel={() => setReply(false)}
          isFocused
        />
      ) : (
        canWrite && (
          <div className="comment-actions">
            <UnstyledButton className="text-link" onClick={() => setReply(true)}>
              {t('comments.reply')}
            </UnstyledButton>
            <UnstyledButton className="text-link" onClick={() => resolve.mutate()} disabled={resolve.isPending}>
              {t(resolved ? 'comments.reopen' : 'comments.resolve')}
            </UnstyledButton>
          </div>
        )
      )}
    </li>
  );
}
