import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../api/client';

export type Channel = Schemas['Channel'];
export type Release = Schemas['Release'];
export type ReleaseFormat = Release['format'];
export type ReleaseWithFiles = Schemas['ReleaseWithFiles'];
export type ReleasedFile = ReleaseWithFiles['files'][number];
export type DeliveryToken = Schemas['DeliveryToken'];

/** The formats that applications load at run time, as the API names them. */
export const RELEASE_FORMATS = Object.keys({
  json: true,
  'json-nested': true,
  i18next: true,
  'icu-json': true,
  arb: true,
  fluent: true,
  strings: true,
  android: true,
  po: true,
} satisfies Record<ReleaseFormat, true>) as ReleaseFormat[];

const PAGE_SIZE = 20;
const USAGE_DAYS = 30;
/** How often the channels are read while one of them follows the project. */
const FOLLOWED_MS = 10_000;

export const channelsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['releases', projectId, 'channels'],
    queryFn: async ({ signal }) => {
      const params = { path: { id: projectId } };
      return bodyOf(await api.GET('/api/v1/projects/{id}/channels', { params, signal })).channels;
    },
    // A channel that follows the project serves another release by itself.
    refetchInterval: ({ state: { data = [] } }) => data.some(({ interval }) => interval !== null) && FOLLOWED_MS,
  });

/** The releases of a project, page by page, the newest first. */
export const releasesQuery = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: ['releases', projectId, 'list'],
    queryFn: async ({ pageParam, signal }) => {
      const params = { path: { id: projectId }, query: { limit: PAGE_SIZE, cursor: pageParam } };
      return bodyOf(await api.GET('/api/v1/projects/{id}/releases', { params, signal }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

/** A release with its files, which do not change. */
export const releaseQuery = (projectId: string, releaseId: string) =>
  queryOptions({
    queryKey: ['releases', projectId, 'release', releaseId],
    queryFn: async ({ signal }) => {
      const params = { path: { id: releaseId } };
      return bodyOf(await api.GET('/api/v1/releases/{id}', { params, signal })).release;
    },
  });

export const tokensQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['delivery-tokens', projectId],
    queryFn: async ({ signal }) => {
      const params = { path: { id: projectId } };
      return bodyOf(await api.GET('/api/v1/projects/{id}/delivery-tokens', { params, signal })).deliveryTokens;
    },
  });

/** How much was loaded on each of the last days, the oldest first. */
export const usageQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['delivery-usage', projectId],
    queryFn: async ({ signal }) => {
      const params = { path: { id: projectId }, query: { days: USAGE_DAYS } };
      const { usage } = bodyOf(await api.GET('/api/v1/projects/{id}/delivery-usage', { params, signal }));
      return lastDays(USAGE_DAYS).map((day) => sumOf(day, usage));
    },
  });

/** The usage of all delivery tokens on a day (in UTC). */
export interface UsageOfDay {
  day: string;
  requests: number;
  bytes: number;
}

const DAY_MS = 86_400_000;

/** Returns the last days, today the last one. */
const lastDays = (count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.now() - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );

/** Returns what was loaded on a day: days on which nothing was loaded are not in an answer. */
function sumOf(day: string, usage: readonly UsageOfDay[]): UsageOfDay {
  const ofDay = usage.filter((one) => one.day === day);
  const sum = (member: 'requests' | 'bytes') => ofDay.reduce((total, one) => total + one[member], 0);
  return { day, requests: sum('requests'), bytes: sum('bytes') };
}

/** The numbers of findings of a project, by language and code. */
export const findingCountsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['finding-counts', projectId],
    queryFn: async ({ signal }) => {
      const params = { path: { id: projectId }, query: { limit: 1 } };
      return bodyOf(await api.GET('/api/v1/projects/{id}/checks', { params, signal })).counts;
    },
  });

/** Reads the releases and the channels of a project again. */
export const refreshReleases = (client: QueryClient, projectId: string): Promise<void> =>
  client.invalidateQueries({ queryKey: ['releases', projectId] });
