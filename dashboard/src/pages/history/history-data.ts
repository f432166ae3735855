import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../api/client';

export type Change = Schemas['Change'];
export type ChangeAction = Schemas['ChangeAction'];

const PAGE_SIZE = 50;

/** Which changes are listed. Absent members select all. */
export interface ChangeFilter {
  action?: ChangeAction;
  apiKeyId?: string;
  personId?: string;
  language?: string;
  namespace?: string;
  /** A revision, or a time of RFC 3339. */
  since?: string;
  until?: string;
}

/** The changes of a project that pass the filter, with their first texts, page by page, the newest first. */
export const changesQuery = (projectId: string, filter: ChangeFilter) =>
  infiniteQueryOptions({
    queryKey: ['changes', projectId, filter],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filter, include: 'summary' as const, limit: PAGE_SIZE, cursor: pageParam };
      const params = { path: { id: projectId }, query };
      return bodyOf(await api.GET('/api/v1/projects/{id}/changes', { params, signal }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

/** A change with what it did, page by page. */
export const changeQuery = (projectId: string, revision: string) =>
  infiniteQueryOptions({
    queryKey: ['change', projectId, revision],
    queryFn: async ({ pageParam, signal }) => {
      const params = {
        path: { id: projectId, revision: Number(revision) },
        query: { limit: PAGE_SIZE, cursor: pageParam },
      };
      return bodyOf(await api.GET('/api/v1/projects/{id}/changes/{revision}', { params, signal }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

/** Joins the parts of a change of a key that goes on with the next page. */
export function joinParts(changes: readonly Schemas['KeyChange'][]): Schemas['KeyChange'][] {
  const joined: Schemas['KeyChange'][] = [];
  for (const change of changes) {
    const last = joined.at(-1);
    if (last?.revision === change.revision) joined.splice(-1, 1, { ...last, items: [...last.items, ...change.items] });
    else joined.push(change);
  }
  return joined;
}

/** The changes of a key, page by page, the newest first; of a deleted key too. */
export const keyChangesQuery = (keyId: string) =>
  infiniteQueryOptions({
    queryKey: ['key-changes', keyId],
    queryFn: async ({ pageParam, signal }) => {
      const params = { path: { id: keyId }, query: { limit: PAGE_SIZE, cursor: pageParam } };
      return bodyOf(await api.GET('/api/v1/keys/{id}/changes', { params, signal }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
