import type { Merging } from '../import-plan';
import type { ImportedFile } from '../reading/imported-file';
import { mergeOf } from './merge-rule';

/** Merges the descriptions of a source file. @returns the names of the keys whose descriptions stay as they are */
export async function mergeDescriptions({ base, rule, conflicts }: Merging, file: ImportedFile): Promise<Set<string>> {
  const kept = new Set<string>();
  for await (const moved of base.movedDescriptions(file)) {
    const { name, file: inFile, now, base: atBase } = moved;
    const result = mergeOf(moved);
    const isConflict = result === 'conflict';
    if (isConflict) conflicts.add({ name, language: null, reason: 'description', base: atBase, file: inFile, now });
    if (result === 'ours' || (isConflict && (rule === 'keep' || rule === 'refuse'))) kept.add(name);
  }
  return kept;
}
