import './comments.css';
import { Text, UnstyledButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, bodyOf } from '../../api/client';
import { placeOf, useMe } from '../../session';
import { ProblemAlert } from '../problem-alert';
import { usePanelQuery } from '../text-panel/use-panel-query';
import { CommentForm } from './comment-form';
import { commentsQuery, discussionsOf, isThere } from './comments-query';
import { DiscussionView } from './discussion';
import { useKeptComments } from './kept-comments';
import { UnsentComments } from './unsent-comments';
import { LoadingPart } from '../page';

/** A caller with one of these scopes may write comments. */
const WRITE: readonly string[] = ['translations:write', 'translations:review', 'keys:write'];

/** The discussions of a key: open ones, and on request resolved ones. */
export function Comments({
  keyId,
  language,
  atOnce,
}: {
  keyId: string;
  /** The language that a new comment is about. Default: it is about the key. */
  language?: string;
  /** Whether they are read at once, and not when the person rests here. */
  atOnce?: boolean;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const me = useMe();
  const place = `${placeOf(me)}/${keyId}`;
  const canWrite = me.scopes.some((scope) => WRITE.includes(scope));
  const [isResolvedShown, setResolvedShown] = useState(false);
  const { data, error, refetch } = usePanelQuery(commentsQuery(keyId), { atOnce });
  const onChanged = () => client.invalidateQueries({ queryKey: commentsQuery(keyId).queryKey });
  const send = async (text: string): Promise<void> => {
    const body = { text, ...(language !== undefined && { language }) };
    bodyOf(await api.POST('/api/v1/keys/{id}/comments', { params: { path: { id: keyId } }, body }));
    await onChanged();
  };
  const discussions = discussionsOf(data ?? []);
  const kept = [...useKeptComments(place)];
  const hasKept = (id: string): boolean => kept.some(([one]) => one.startsWith(`${place}/${id}/`));
  const unsent = data ? kept.filter(([one]) => !isThere(data, one.slice(place.length + 1))) : [];
  // Others may resolve a discussion while a person writes a reply.
  const shown = discussions.filter(({ first }) => isResolvedShown || !first.resolved || hasKept(first.id));
  const resolved = discussions.filter(({ first }) => first.resolved).length;
  return (
    <>
      {error && <ProblemAlert error={error} retry={() => void refetch()} />}
      {!data && !error && <LoadingPart />}
      {data && shown.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('comments.none')}
        </Text>
      )}
      <ul className="discussions">
        {shown.map((discussion) => (
          <DiscussionView
            key={discussion.first.id}
            place={`${place}/${discussion.first.id}`}
            discussion={discussion}
            canWrite={canWrite}
            onChanged={onChanged}
          />
        ))}
      </ul>
      <UnsentComments texts={unsent} />
      {resolved > 0 && (
        <UnstyledButton
          className="text-link"
          aria-expanded={isResolvedShown}
          onClick={() => setResolvedShown(!isResolvedShown)}
        >
          {isResolvedShown ? t('comments.hideResolved') : t('comments.showResolved', { count: resolved })}
        </UnstyledButton>
      )}
      {canWrite && (
        <CommentForm
          place={`${place}/${language ?? ''}`}
          label={t('comments.write')}
          submit={t('comments.send')}
          send={send}
        />
      )}
    </>
  );
}
