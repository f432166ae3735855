import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client';

/** The queries of several pages. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => bodyOf(await api.GET('/api/v1/me', { signal })),
  staleTime: 60_000,
});

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: async ({ signal }) => {
    const params = { query: { include: ['progress' as const], limit: 1000 } };
    return bodyOf(await api.GET('/api/v1/projects', { params, signal })).projects;
  },
});

export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: ['project', id],
    queryFn: async ({ signal }) =>
      bodyOf(await api.GET('/api/v1/projects/{id}', { params: { path: { id } }, signal })).project,
  });

export const formatsQuery = queryOptions({
  queryKey: ['formats'],
  queryFn: async ({ signal }) => bodyOf(await api.GET('/api/v1/formats', { signal })).formats,
  staleTime: Infinity,
});

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: async ({ signal }) => bodyOf(await api.GET('/api/v1/api-keys', { signal })).apiKeys,
});

export const namespacesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['namespaces', projectId],
    queryFn: async ({ signal }) => {
      const params = { path: { id: projectId }, query: { limit: 1000 } };
      return bodyOf(await api.GET('/api/v1/projects/{id}/namespaces', { params, signal })).namespaces;
    },
  });
export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: async ({ signal }) => bodyOf(await api.GET('/api/v1/organizations', { signal })).organizations,
});

/** The organization with its limit of requests, what remains of it, and the seconds until it begins anew. */
export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: async ({ signal }) => {
    const answer = await api.GET('/api/v1/me', { signal });
    const { organization } = bodyOf(answer);
    const header = (name: string) => Number(answer.response.headers.get(`X-RateLimit-${name}`));
    return { organization, limit: header('Limit'), remaining: header('Remaining'), reset: header('Reset') };
  },
  staleTime: 0,
  refetchInterval: 10_000,
});
