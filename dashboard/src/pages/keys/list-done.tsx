import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, bodyOf } from '../../api/client';
import { languageName } from '../../languages';
import { useScope } from '../../session';
import type { KeysAddress } from './address';
import { type KeyQuery, withoutTexts } from './key-requests';
import { type ListId, listOf, LISTS, withoutWork } from './work-list';

/** Says that all texts of the list are done, and leads to the next list of the language that has some. */
export function ListDone({ projectId, address }: { projectId: string; address: KeysAddress }) {
  const { t, i18n } = useTranslation();
  const { query, columns, set } = address;
  const canReview = useScope('translations:review');
  const done = listOf(query);
  const language = query.untranslated ?? query.needsWork ?? columns[0];
  const next = useQuery({
    queryKey: ['next-list', projectId, language, query],
    queryFn: ({ signal }) => nextList(projectId, language ?? '', { done, canReview, query }, signal),
    enabled: language !== undefined,
    staleTime: 0,
  });
  if (language === undefined) return null;
  const goOn = (id: ListId) => {
    const { untranslated, outdated, check, state } = paramsOf(id, language);
    set({ untranslated, needsWork: undefined, outdated: outdated && 'true', check, state, languages: language });
  };
  const found = next.data;
  return (
    <Alert color="teal" variant="outline" title={t('lists.done')} role="status" p="xs">
      {found && (
        <Button size="xs" onClick={() => goOn(found.id)}>
          {t('lists.next', { list: t(`lists.${found.id}`), count: found.count })}
        </Button>
      )}
      {found === null && t('lists.nothingLeft', { language: languageName(language, i18n.language) })}
    </Alert>
  );
}

type Params = { untranslated?: string; outdated?: true; check?: 'any'; state?: 'draft' | 'translated' };

const paramsOf = (id: ListId, language: string): Params => LISTS.find((list) => list.id === id)?.query(language) ?? {};

/**
 * Finds the first list with texts after the finished list, with the other filters of its query and of the task if the list is of one;
 * null if there is none.
 */
async function nextList(
  projectId: string,
  language: string,
  { done, canReview, query }: { done: ListId | undefined; canReview: boolean; query: KeyQuery },
  signal: AbortSignal,
): Promise<{ id: ListId; count: number } | null> {
  const from = LISTS.findIndex(({ id }) => id === done) + 1;
  const { task } = query;
  for (const { id, query: work } of [...LISTS.slice(from), ...LISTS.slice(0, from)]) {
    const isReview = id === 'unreviewed';
    if (id === done || (isReview && !canReview) || (task !== undefined && isReview !== (task === 'review'))) continue;
    const filters = withoutTexts({ ...withoutWork(query), language: [language], ...work(language) });
    const params = { path: { id: projectId }, query: { ...filters, sort: undefined, limit: 1, total: true } };
    const { total = 0 } = bodyOf(await api.GET('/api/v1/projects/{id}/keys', { params, signal }));
    if (total > 0) return { id, count: total };
  }
  return null;
}
