import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client';

export const TERMS_KEY = ['terms'] as const;

export const termsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...TERMS_KEY, search],
    queryFn: async ({ pageParam, signal }) => {
      const params = { query: { limit: 100, cursor: pageParam, ...(search !== '' && { search }) } };
      return bodyOf(await api.GET('/api/v1/glossary', { params, signal }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
