import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client';

/** The latest changes that are read of a key. */
const CHANGES = 50;

/** The latest changes of a key, the newest first. */
export const lifeQuery = (keyId: string) =>
  queryOptions({
    queryKey: ['key', keyId, 'life'],
    queryFn: async ({ signal }) => {
      const params = { path: { id: keyId }, query: { limit: CHANGES } };
      return bodyOf(await api.GET('/api/v1/keys/{id}/changes', { params, signal })).changes;
    },
    staleTime: 30_000,
  });
