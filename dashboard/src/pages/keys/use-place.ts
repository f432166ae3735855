import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { KeyQuery } from './key-requests';

/** Where a person is in a list: the row `Infinity` is the last one, however many become known. */
export interface Place {
  row: number;
  column: number;
}

/** A place that may be one where the person was before they left the list. */
export type KnownPlace = Place & { isRestored?: boolean };

const placeKey = (projectId: string, query: KeyQuery) => ['place', projectId, query];

/** The place in a list, which a person finds again when they come back from another page. */
export function usePlace(projectId: string, query: KeyQuery) {
  const client = useQueryClient();
  const [place, setPlace] = useState<KnownPlace>(() => {
    const known = client.getQueryData<Place>(placeKey(projectId, query));
    return known ? { ...known, isRestored: true } : { row: 0, column: 0 };
  });
  const keepPlace = useKeepPlace(projectId, query);
  useEffect(() => keepPlace(() => ({ row: place.row, column: place.column })), [keepPlace, place]);
  return [place, setPlace] as const;
}

/** Returns a function that sets where the person is in a list when they come to it next. */
export function useKeepPlace(projectId: string, query: KeyQuery): (next: (known?: Place) => Place) => void {
  const client = useQueryClient();
  return useCallback(
    (next: (known?: Place) => Place) => {
      client.setQueryDefaults(['place'], { gcTime: Infinity });
      client.setQueryData(placeKey(projectId, query), next);
    },
    [client, projectId, query],
  );
}
