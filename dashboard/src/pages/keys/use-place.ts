import { useCallback, useEffect, useState } from 'react';
import { BoundedMap } from '../../bounded-map';
import type { KeyPages } from './key-pages';
import type { KeyQuery } from './key-requests';

/** Where a person is in a list: the row `Infinity` is the last one, however many become known. */
export interface Place {
  row: number;
  column: number;
  /** The key of the row, if it was read: the place is where the key is, wherever a later read moves it. */
  keyId?: string;
}

/** Returns the row where the key of a place is now. A key that has left the list leaves the place to the next one. */
function rowOfPlace(pages: KeyPages, { row, keyId }: Place): number {
  if (keyId === undefined || pages.keyAt(row)?.id === keyId) return row;
  return pages.rowOf(keyId) ?? row;
}

/** A place that may be one where the person was before they left the list. */
export type KnownPlace = Place & { isRestored?: boolean };

/** So many lists are remembered with their places: each search of a person is another list. */
const MAX_PLACES = 50;

const places = new BoundedMap<string, Place>(MAX_PLACES);

const placeKey = (projectId: string, query: KeyQuery) => JSON.stringify([projectId, query]);

/** The place in a list, which a person finds again when they come back from another page. */
export function usePlace(projectId: string, query: KeyQuery, pages: KeyPages) {
  const [place, setPlace] = useState<KnownPlace>(() => {
    const known = places.get(placeKey(projectId, query));
    return known ? { ...known, isRestored: true } : { row: 0, column: 0 };
  });
  // A read may have moved the key: its new row is where the next key stands when the key has left the list.
  const row = rowOfPlace(pages, place);
  if (row !== place.row) setPlace({ ...place, row });
  const keepPlace = useKeepPlace(projectId, query);
  useEffect(() => keepPlace(() => ({ row: place.row, column: place.column, keyId: place.keyId })), [keepPlace, place]);
  return [{ ...place, row }, setPlace] as const;
}

/** Returns a function that sets where the person is in a list when they come to it next. */
export function useKeepPlace(projectId: string, query: KeyQuery): (next: (known?: Place) => Place) => void {
  return useCallback(
    (next: (known?: Place) => Place) => {
      const key = placeKey(projectId, query);
      places.set(key, next(places.get(key)));
    },
    [projectId, query],
  );
}
