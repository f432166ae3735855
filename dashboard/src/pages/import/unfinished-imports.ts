import { useSyncExternalStore } from 'react';
import { type Import, NO_IMPORT } from './import-file';

/** The imports whose files were chosen and are not imported yet, by project. They stay until the page is closed. */
const imports = new Map<string, Import>();
const listeners = new Set<() => void>();

export const unfinishedImport = (projectId: string): Import => imports.get(projectId) ?? NO_IMPORT;

export function keepUnfinished(projectId: string, started: Import): void {
  if (started.files.length === 0) imports.delete(projectId);
  else imports.set(projectId, started);
  for (const listener of listeners) listener();
}

/** Forgets the files of all projects: the next person may be another one. */
export const forgetUnfinished = (): void => imports.clear();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The number of the files that wait. */
export const useUnfinishedImports = (projectId: string): number =>
  useSyncExternalStore(subscribe, () => unfinishedImport(projectId).files.length);
