import { useSyncExternalStore } from 'react';
import type { Entry } from './import-file';

/** The files that were chosen for an import and are not imported yet, by project. They stay until the page is closed. */
const files = new Map<string, readonly Entry[]>();
const listeners = new Set<() => void>();
const NONE: readonly Entry[] = [];

export const unfinishedImports = (projectId: string): readonly Entry[] => files.get(projectId) ?? NONE;

export function keepUnfinished(projectId: string, entries: readonly Entry[]): void {
  const waiting = entries.filter(({ isDone }) => !isDone);
  if (waiting.length === 0) files.delete(projectId);
  else files.set(projectId, waiting);
  for (const listener of listeners) listener();
}

/** Forgets the files of all projects: the next person may be another one. */
export const forgetUnfinished = (): void => files.clear();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The number of the files that wait. */
export const useUnfinishedImports = (projectId: string): number =>
  useSyncExternalStore(subscribe, () => unfinishedImports(projectId).length);
