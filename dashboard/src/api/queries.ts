import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { hasSessionSign } from '../session-sign';
import { api, bodyOf, type Schemas } from './client';
import { ProblemError } from './problem';

/** The queries of several pages. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    if (!hasSessionSign()) throw new ProblemError(undefined, 401);
    return bodyOf(await api.GET('/api/v1/me', { signal }));
  },
  staleTime: 60_000,
});

/** The largest page of a list. */
const PAGE_SIZE = 1_000;

/** A page of a list. */
interface ListPage<Item> {
  items: Item[];
  /** Undefined: it is the last page. */
  nextCursor?: string;
}

/** The projects with their progress, page by page. */
export const projectsQuery = infiniteQueryOptions({
  queryKey: ['projects'],
  queryFn: ({ pageParam, signal }) => projectsPage({ include: ['progress'], cursor: pageParam }, signal),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

/** All projects, without their progress. */
export const allProjectsQuery = queryOptions({
  queryKey: ['projects', 'all'],
  queryFn: ({ signal }) => readToEnd((cursor) => projectsPage({ cursor }, signal)),
});

async function projectsPage(
  query: { include?: 'progress'[]; cursor?: string },
  signal: AbortSignal,
): Promise<ListPage<Schemas['ListedProject']>> {
  const answer = await api.GET('/api/v1/projects', { params: { query: { ...query, limit: PAGE_SIZE } }, signal });
  return { items: bodyOf(answer).projects, nextCursor: nextCursorOf(answer.response) };
}

/** Returns the cursor in the header `Link: <…>; rel="next"` (RFC 8288). */
function nextCursorOf({ headers, url }: Response): string | undefined {
  const [, path] = /<([^>]*)>; *rel="next"/.exec(headers.get('Link') ?? '') ?? [];
  return path === undefined ? undefined : (new URL(path, url).searchParams.get('cursor') ?? undefined);
}

async function readToEnd<Item>(read: (cursor: string | undefined) => Promise<ListPage<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await read(cursor);
    items.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === undefined) return items;
  }
}

export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: ['project', id],
    queryFn: async ({ signal }) =>
      bodyOf(await api.GET('/api/v1/projects/{id}', { params: { path: { id } }, signal })).project,
  });

/** The numbers of texts of a project by language. */
export const statisticsQuery = (id: string) =>
  queryOptions({
    queryKey: ['project', id, 'statistics'],
    queryFn: async ({ signal }) =>
      bodyOf(await api.GET('/api/v1/projects/{id}/statistics', { params: { path: { id } }, signal })).statistics,
  });

/** The same with the numbers of each namespace. */
export const namespaceStatisticsQuery = (id: string) =>
  queryOptions({
    queryKey: ['project', id, 'statistics', 'namespace'],
    queryFn: async ({ signal }) => {
      const params = { path: { id }, query: { by: 'namespace' as const } };
      return bodyOf(await api.GET('/api/v1/projects/{id}/statistics', { params, signal })).statistics;
    },
  });

/** The numbers of findings of a project, by language and code, and by namespace and language. They may take a while after an import. */
export const findingCountsQuery = (id: string) =>
  queryOptions({
    queryKey: ['project', id, 'findings'],
    queryFn: async ({ signal }) => {
      const params = { path: { id }, query: { by: 'namespace' as const, limit: 1 } };
      const { counts, namespaces = {} } = bodyOf(await api.GET('/api/v1/projects/{id}/checks', { params, signal }));
      return { counts, namespaces };
    },
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

/** The ways to sign in that the page offers. */
export const signInWaysQuery = queryOptions({
  queryKey: ['sign-in-ways'],
  queryFn: async ({ signal }) => bodyOf(await api.GET('/api/v1/sign-in-ways', { signal })),
  staleTime: Infinity,
});

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: async ({ signal }) => bodyOf(await api.GET('/api/v1/members', { signal })).members,
});

export const namespacesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['namespaces', projectId],
    queryFn: ({ signal }) =>
      readToEnd(async (cursor) => {
        const params = { path: { id: projectId }, query: { limit: PAGE_SIZE, cursor } };
        const page = bodyOf(await api.GET('/api/v1/projects/{id}/namespaces', { params, signal }));
        return { items: page.namespaces, nextCursor: page.nextCursor ?? undefined };
      }),
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
