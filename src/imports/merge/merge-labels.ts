import type { ImportedFile } from '../reading/imported-file';
import { KeptLabels } from '../kept-labels';
import { mergeOf } from './merge-rule';
import type { Merging } from './merging';

/** Merges the descriptions and length limits of a file. @returns those that stay as they are */
export async function mergeLabels(merging: Merging, file: ImportedFile): Promise<KeptLabels> {
  const kept = new KeptLabels();
  for await (const moved of merging.base.movedLabels(file)) {
    const { name, label, fills, file: inFile, now, base } = moved;
    const result = fills ? 'ours' : mergeOf(moved);
    const conflict = { name, language: null, reason: label, base, file: inFile, now } as const;
    if (result === 'ours' || (result === 'conflict' && merging.keepsNow(conflict))) kept.add(label, name);
  }
  return kept;
}
