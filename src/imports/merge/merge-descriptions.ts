import type { ImportedFile } from '../reading/imported-file';
import { mergeOf } from './merge-rule';
import type { Merging } from './merging';

/** Merges the descriptions of a source file. @returns the names of the keys whose descriptions stay as they are */
export async function mergeDescriptions(merging: Merging, file: ImportedFile): Promise<Set<string>> {
  const kept = new Set<string>();
  for await (const moved of merging.base.movedDescriptions(file)) {
    const { name, file: inFile, now, base } = moved;
    const result = mergeOf(moved);
    const conflict = { name, language: null, reason: 'description', base, file: inFile, now } as const;
    if (result === 'ours' || (result === 'conflict' && merging.keepsNow(conflict))) kept.add(name);
  }
  return kept;
}
