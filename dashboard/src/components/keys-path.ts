import { useSyncExternalStore } from 'react';

/** The last filters of the keys of each project, as the query of an address. They end with the page. */
const queries = new Map<string, string>();
const listeners = new Set<() => void>();

/** Keeps with which filters a person looks at the keys of a project. @param query of the address, without `?` */
export function keepKeysQuery(projectId: string, query: string): void {
  queries.set(projectId, query);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns the path of the keys of a project, with the filters that the person last had there. */
export function useKeysPath(projectId = ''): string {
  const query = useSyncExternalStore(subscribe, () => queries.get(projectId) ?? '');
  return `/projects/${projectId}/keys${query === '' ? '' : `?${query}`}`;
}
