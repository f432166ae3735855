import { useSyncExternalStore } from 'react';
import { type Import, NO_IMPORT } from './import-file';

/**
 * The imports whose files were chosen, by project, with their options, the request that is under way, and its result. They stay until
 * the page is closed, so that a person who was elsewhere in the dashboard finds what they left.
 */
const imports = new Map<string, Import>();
const listeners = new Set<() => void>();

export const unfinishedImport = (projectId: string): Import => imports.get(projectId) ?? NO_IMPORT;

export function changeImport(projectId: string, change: (current: Import) => Import): void {
  imports.set(projectId, change(unfinishedImport(projectId)));
  tell();
}

/** Forgets the result of the last import, with its options, when the person leaves the page that tells it. */
export function forgetFinished(projectId: string): void {
  if (unfinishedImport(projectId).files.length > 0) return;
  imports.delete(projectId);
  tell();
}

/** Forgets the files of all projects: the next person may be another one. */
export function forgetUnfinished(): void {
  imports.clear();
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useUnfinishedImport = (projectId: string): Import =>
  useSyncExternalStore(subscribe, () => unfinishedImport(projectId));

/** The number of the files that wait. */
export const useUnfinishedImports = (projectId: string): number =>
  useSyncExternalStore(subscribe, () => unfinishedImport(projectId).files.length);
