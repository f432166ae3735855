import type { QueryClient } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../api/client';
import type { paths } from '../../api/schema';

export type KeyQuery = NonNullable<paths['/api/v1/projects/{id}/keys']['get']['parameters']['query']>;

/** The keys of a page. */
export const PAGE_SIZE = 500;

/** Returns a query whose keys have no texts. A language only belongs to a filter then. */
export function withoutTexts(query: KeyQuery): KeyQuery {
  const isFilter = [query.state, query.outdated, query.check, query.openComments, query.assignee].some(
    (filter) => filter !== undefined,
  );
  return { ...query, include: undefined, language: isFilter ? query.language : undefined };
}

/** So many keys are read first, and shown while their page is read. They fill a high window. */
const HEAD_SIZE = 50;

/** Reads pages of the keys of a project. */
export class KeyRequests {
  constructor(
    private readonly client: QueryClient,
    private readonly projectId: string,
  ) {}

  /** Reads a page. It has as many keys as its limit, or else is the last one. */
  async fetch(query: KeyQuery): Promise<Schemas['KeyList']> {
    return this.fillUp(query, await this.request(query));
  }

  /** Reads the first keys: as many as there are at once, up to the number that fills a window. */
  async fetchHead(query: KeyQuery): Promise<Schemas['KeyList']> {
    const head = { ...query, limit: HEAD_SIZE };
    const first = await this.request(head);
    return first.keys.length > 0 ? first : this.fillUp(head, first);
  }

  /** Adds what a page lacks: the service ends it at 4 MiB too, and the first one where a filter has to look through many texts. */
  private async fillUp({ limit = 0, ...query }: KeyQuery, page: Schemas['KeyList']): Promise<Schemas['KeyList']> {
    const keys = [...page.keys];
    let { nextCursor } = page;
    while (nextCursor !== null && keys.length < limit) {
      const missing = { ...query, limit: limit - keys.length, cursor: nextCursor, total: undefined };
      const rest = await this.request(missing);
      keys.push(...rest.keys);
      ({ nextCursor } = rest);
    }
    return { ...page, keys, nextCursor };
  }

  private request(query: KeyQuery) {
    const { projectId } = this;
    return this.client.fetchQuery({
      queryKey: ['keys', projectId, query],
      queryFn: async ({ signal }) =>
        bodyOf(await api.GET('/api/v1/projects/{id}/keys', { params: { path: { id: projectId }, query }, signal })),
      staleTime: 0,
      gcTime: 0,
    });
  }
}
