import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client';

export const webhooksQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['webhooks', projectId],
    queryFn: async ({ signal }) => {
      const params = { path: { id: projectId } };
      return bodyOf(await api.GET('/api/v1/projects/{id}/webhooks', { params, signal })).webhooks;
    },
  });

/** How often the deliveries are read again while one of them is about to be attempted. */
const PENDING_INTERVAL_MS = 2_000;

export const deliveriesQuery = (webhookId: string) =>
  infiniteQueryOptions({
    queryKey: ['deliveries', webhookId],
    queryFn: async ({ pageParam, signal }) => {
      const params = { path: { id: webhookId }, query: { cursor: pageParam, limit: 20 } };
      return bodyOf(await api.GET('/api/v1/webhooks/{id}/deliveries', { params, signal }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ deliveries }) => deliveries.some(isDue)) === true && PENDING_INTERVAL_MS,
  });

const isDue = ({ nextAttemptAt }: { nextAttemptAt: string | null }): boolean =>
  nextAttemptAt !== null && new Date(nextAttemptAt).getTime() < Date.now() + PENDING_INTERVAL_MS;
