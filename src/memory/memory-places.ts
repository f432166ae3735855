import { uuidArray } from '../database/array-parameter';
import { switchRead } from '../database/planned-reads';
import type { Transaction } from '../database/transaction';
import type { KeyOfProject, Match, WantedText } from './memory-rows';
import { PLACES } from './search-statements';

/** Same texts whose places are compared. */
const MAX_PLACES = 100;
const IN_ORDER = switchRead('inOrder');

interface PlaceRow {
  keyId: string;
  name: string;
  before: Buffer | null;
  after: Buffer | null;
}

/** A text with its matches, the best first. */
export interface Ranked {
  wanted: WantedText;
  matches: Match[];
}

/**
 * Finds the matches of keys with the same text and the same name, or with the same text before or after them.
 *
 * @returns the ids of their keys, by the texts that have any
 */
export async function samePlacesOf(
  tx: Transaction,
  ranked: readonly Ranked[],
  from: string,
): Promise<Map<Ranked, Set<string>>> {
  const same = ranked.flatMap((each) => {
    const matches = each.matches.filter(({ match }) => match === 1).slice(0, MAX_PLACES);
    return each.wanted.key && matches.length > 0 ? [{ each, key: each.wanted.key, matches }] : [];
  });
  if (same.length === 0) return new Map();
  const asked = new Map<string, KeyOfProject>();
  for (const { key, matches } of same) {
    asked.set(key.id, { keyId: key.id, projectId: key.projectId });
    for (const match of matches) asked.set(match.keyId, match);
  }
  const keys = [...asked.values()];
  const values = [uuidArray(keys.map(({ projectId }) => projectId)), uuidArray(keys.map(({ keyId }) => keyId)), from];
  await tx.rows(IN_ORDER, []);
  const places = new Map((await tx.rows<PlaceRow>(PLACES, values)).map((place) => [place.keyId, place]));
  return new Map(
    same.map(({ each, key, matches }) => {
      const own = places.get(key.id);
      const ids = matches.map(({ keyId }) => keyId).filter((id) => own && isSamePlace(own, places.get(id)));
      return [each, new Set(ids)];
    }),
  );
}

const isSamePlace = (one: PlaceRow, other: PlaceRow | undefined): boolean =>
  other !== undefined &&
  (one.name === other.name || isEqual(one.before, other.before) || isEqual(one.after, other.after));

const isEqual = (one: Buffer | null, other: Buffer | null): boolean =>
  one !== null && other !== null && one.equals(other);
