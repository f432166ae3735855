import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client';

const PAGE_SIZE = 500;

export interface KeyFilter {
  search?: string;
  namespace?: string;
  untranslated?: string;
}

/** The keys that pass the filter, page by page, in the order of their names. */
export const keysQuery = (projectId: string, filter: KeyFilter) =>
  infiniteQueryOptions({
    queryKey: ['keys', projectId, filter],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filter, limit: PAGE_SIZE, cursor: pageParam };
      const params = { path: { id: projectId }, query };
      return bodyOf(await api.GET('/api/v1/projects/{id}/keys', { params, signal }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

export const textsKey = (projectId: string, language: string) => ['texts', projectId, language];

/** The texts of one language by the names of their keys. */
export const textsQuery = (projectId: string, language: string) =>
  queryOptions({
    queryKey: textsKey(projectId, language),
    queryFn: async ({ signal }) => {
      const params = { path: { id: projectId }, query: { language: [language] } };
      const { translations } = bodyOf(await api.GET('/api/v1/projects/{id}/translations', { params, signal }));
      return new Map(Object.entries(translations[language] ?? {}));
    },
  });

export const namespacesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['namespaces', projectId],
    queryFn: async ({ signal }) => {
      const params = { path: { id: projectId }, query: { limit: 1000 } };
      return bodyOf(await api.GET('/api/v1/projects/{id}/namespaces', { params, signal })).namespaces;
    },
  });

/** The text of a key in one language, and the tag of the state in which it was read. */
export interface ReadText {
  text: string | undefined;
  tag: string;
}

export async function readText(keyId: string, language: string): Promise<ReadText> {
  const answer = await api.GET('/api/v1/keys/{id}', { params: { path: { id: keyId } }, cache: 'no-store' });
  const { key } = bodyOf(answer);
  return { text: key.translations[language], tag: answer.response.headers.get('ETag') ?? '' };
}

/** Writes a text if the key is still in the state of the tag. @throws ProblemError with 412 if it is not */
export async function writeText(keyId: string, language: string, text: string | null, tag: string): Promise<void> {
  const params = { path: { id: keyId }, header: { 'If-Match': tag } };
  bodyOf(await api.PUT('/api/v1/keys/{id}', { params, body: { translations: { [language]: text } } }));
}
