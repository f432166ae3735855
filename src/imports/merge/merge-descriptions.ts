import type { Merging } from '../import-plan';
import type { ImportedFile } from '../reading/imported-file';
import { KeyIndex } from '../reading/packed/imported-keys';
import { mergeOf } from './merge-rule';

/** Merges the descriptions of a source file. @returns the names of the keys whose descriptions stay as they are */
export async function mergeDescriptions({ base, rule, conflicts }: Merging, file: ImportedFile): Promise<Set<string>> {
  const kept = new Set<string>();
  const { keys } = file;
  let index: KeyIndex | undefined;
  for await (const moved of base.movedDescriptions(file)) {
    index ??= await KeyIndex.of(keys);
    const { name } = moved;
    const { description = null } = keys.at(index.find(name));
    const result = mergeOf({
      isFileNow: description === moved.now,
      isFileBase: description === moved.base,
      isNowBase: moved.now === moved.base,
    });
    const isConflict = result === 'conflict';
    if (isConflict)
      conflicts.add({
        name,
        language: null,
        reason: 'description',
        base: moved.base,
        file: description,
        now: moved.now,
      });
    if (result === 'ours' || (isConflict && (rule === 'keep' || rule === 'refuse'))) kept.add(name);
  }
  return kept;
}
