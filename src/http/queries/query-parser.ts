import { parse } from 'fast-querystring';
import { LRUCache } from 'lru-cache';

const MAX_CACHED_QUERIES = 1_000;
/** UTF-16 code units. Longer queries, such as a search or the cursor after a long name, are rarely sent twice. */
const MAX_CACHED_LENGTH = 256;

type Query = Readonly<Record<string, unknown>>;

const cache = new LRUCache<string, Query>({ max: MAX_CACHED_QUERIES });

/**
 * Parses the query of a URL as Fastify does. Equal queries give the same frozen object, so that `validateDto`
 * recognizes a query that it has validated before: clients repeat a few queries all the time.
 */
export function parseQuery(query: string): Query {
  const cached = cache.get(query);
  if (cached) return cached;
  const parsed = deepFreeze(parse(query));
  if (query.length <= MAX_CACHED_LENGTH) cache.set(query, parsed);
  return parsed;
}

function deepFreeze(parsed: Record<string, unknown>): Query {
  for (const value of Object.values(parsed)) Object.freeze(value);
  return Object.freeze(parsed);
}
