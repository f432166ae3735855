import type { ImportedFile } from '../reading/imported-file';
import type { ImportRights } from '../import-rights';
import { KeptLabels } from '../kept-labels';
import { mergeOf } from './merge-rule';
import type { Merging } from './merging';

/**
 * Merges the descriptions and length limits of a file. Those that the caller cannot change are in no conflict.
 *
 * @returns those that stay as they are
 */
export async function mergeLabels(
  merging: Merging,
  file: ImportedFile,
  { canDescribe }: ImportRights,
): Promise<KeptLabels> {
  const kept = new KeptLabels();
  for await (const moved of merging.base.movedLabels(file)) {
    const { name, label, fills, file: inFile, now, base } = moved;
    const result = fills ? 'ours' : mergeOf(moved);
    const conflict = { name, language: null, reason: label, base, file: inFile, now } as const;
    const isKept = result === 'ours' || (result === 'conflict' && canDescribe && merging.keepsNow(conflict));
    if (isKept) kept.add(label, name);
  }
  return kept;
}
