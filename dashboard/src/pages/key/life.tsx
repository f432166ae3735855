import { Button, Title } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { ChangeHeading } from '../../components/change-heading';
import { type ChangeItem, ChangeItemView } from '../../components/change-item';
import { Loading } from '../../components/page';
import { ProblemAlert } from '../../components/problem-alert';
import { type Reversal, ReversalDialog, reversalTitle } from '../../components/reversal-dialog';
import { sayWhenShown } from '../../components/say-when-shown';
import { languageName } from '../../languages';
import { useMayUndo } from '../../session';
import { joinParts, keyChangesQuery } from '../history/history-data';
import { type ReadKey, writeShown } from './key-query';

/** The undo of what a change did to a key. One of several keys is undone for this key only. */
export const undoOf = ({ revision, action }: Schemas['Change'], keyId: string): Reversal =>
  action.startsWith('key.') ? { undo: revision } : { undo: revision, keyId };

/** The changes of a key, the newest first. Each can be undone, and single texts be put back. */
export function Life({
  project,
  keyId,
  shown,
}: {
  project: Schemas['ProjectDetails'];
  keyId: string;
  /** Undefined if the key is deleted. */
  shown?: ReadKey;
}) {
  const { t } = useTranslation();
  const mayUndo = useMayUndo();
  const life = useInfiniteQuery(keyChangesQuery(keyId));
  const [reversal, setReversal] = useState<Reversal>();
  const changes = joinParts(life.data?.pages.flatMap((page) => page.changes) ?? []);
  return (
    <section className="key-life">
      <Title order={2} size="h4" mb="sm">
        {t('nav.history')}
      </Title>
      {life.isPending && <Loading />}
      {life.error && <ProblemAlert error={life.error} retry={() => void life.refetch()} />}
      <ul className="changes">
        {changes.map((change) => (
          <li key={change.revision}>
            <ChangeHeading change={change} projectId={project.id} />
            {mayUndo(languagesOf(change)) && (
              <Button
                size="xs"
                variant="default"
                className="change-actions"
                aria-label={reversalTitle(t, undoOf(change, keyId))}
                onClick={() => setReversal(undoOf(change, keyId))}
              >
                {t('changes.undo')}
              </Button>
            )}
            <div className="change-items">
              {change.items.map((item) => (
                <ChangeItemView
                  key={item.language ?? ''}
                  item={item}
                  action={shown && mayUndo(languagesOf({ items: [item] })) && <PutBack item={item} shown={shown} />}
                />
              ))}
            </div>
          </li>
        ))}
      </ul>
      {life.hasNextPage && (
        <Button variant="default" loading={life.isFetchingNextPage} onClick={() => void life.fetchNextPage()}>
          {t('history.older')}
        </Button>
      )}
      <ReversalDialog projectId={project.id} reversal={reversal} onClose={() => setReversal(undefined)} />
    </section>
  );
}

/** Returns the languages of the texts of a key that a change concerns. */
export const languagesOf = ({ items }: { items: readonly ChangeItem[] }): string[] =>
  items.flatMap(({ language }) => language ?? []);

/** Sets the text that a change replaced or removed, where the key has another one now. */
function PutBack({ item: { language, before }, shown }: { item: ChangeItem; shown: ReadKey }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const write = useMutation({
    mutationFn: ({ tag, text }: { tag: string; text: string }) =>
      writeShown(shown, tag, { translations: { [tag]: text } }),
    onSuccess: () => sayWhenShown(t('key.textIsBack'), client.invalidateQueries()),
    onError: () => client.invalidateQueries(),
  });
  if (language === null || before === null || !('text' in before)) return null;
  if (before.text === shown.key.translations[language]) return null;
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={write.isPending}
      aria-label={t('key.putBackOf', { name: languageName(language, i18n.language) })}
      onClick={() => write.mutate({ tag: language, text: before.text })}
    >
      {t('key.putBack')}
    </Button>
  );
}
