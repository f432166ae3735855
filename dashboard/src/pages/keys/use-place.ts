import { useCallback, useEffect, useState } from 'react';
import { BoundedMap } from '../../bounded-map';
import type { KeyQuery } from './key-requests';

/** Where a person is in a list: the row `Infinity` is the last one, however many become known. */
export interface Place {
  row: number;
  column: number;
}

/** A place that may be one where the person was before they left the list. */
export type KnownPlace = Place & { isRestored?: boolean };

/** So many lists are remembered with their places: each search of a person is another list. */
const MAX_PLACES = 50;

const places = new BoundedMap<string, Place>(MAX_PLACES);

const placeKey = (projectId: string, query: KeyQuery) => JSON.stringify([projectId, query]);

/** The place in a list, which a person finds again when they come back from another page. */
export function usePlace(projectId: string, query: KeyQuery) {
  const [place, setPlace] = useState<KnownPlace>(() => {
    const known = places.get(placeKey(projectId, query));
    return known ? { ...known, isRestored: true } : { row: 0, column: 0 };
  });
  const keepPlace = useKeepPlace(projectId, query);
  useEffect(() => keepPlace(() => ({ row: place.row, column: place.column })), [keepPlace, place]);
  return [place, setPlace] as const;
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
