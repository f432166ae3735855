import { type DeltaRow, type DeltaSelection, removedPages, setPages } from '../snapshot/delta-pages';
import type { Snapshot } from '../snapshot/snapshot';

/** Characters that are passed on at a time. */
const BLOCK = 16 * 1_024;

/** Writes what differs from an earlier revision as JSON. */
export async function* renderDelta(snapshot: Snapshot, selection: DeltaSelection): AsyncGenerator<string> {
  yield `{"revision":${snapshot.project.revision},"since":${selection.since},"translations":{`;
  yield* writeGroups(selection.languages, setPages(snapshot, selection), '{}', ({ name, text }) => {
    return `${JSON.stringify(name)}:${JSON.stringify(text)}`;
  });
  yield '},"removed":{';
  yield* writeGroups(selection.languages, removedPages(snapshot, selection), '[]', ({ name }) => JSON.stringify(name));
  yield '}}';
}

/**
 * Writes a member for each language.
 *
 * @param pages the rows in the order of the languages
 * @param brackets around the items of a language
 */
async function* writeGroups(
  languages: readonly string[],
  pages: AsyncGenerator<DeltaRow[]>,
  [open, close]: string,
  write: (row: DeltaRow) => string,
): AsyncGenerator<string> {
  let [index, block, separator] = [0, start(languages, 0, open), ''];
  for await (const page of pages) {
    for (const row of page) {
      for (; languages[index] !== row.language; separator = '') {
        block += `${close}${start(languages, ++index, open)}`;
      }
      block += separator + write(row);
      separator = ',';
      if (block.length < BLOCK) continue;
      yield block;
      block = '';
    }
  }
  while (index < languages.length) block += `${close}${start(languages, ++index, open)}`;
  yield block;
}

/** Returns the begin of the member of a language; empty behind the last one. */
const start = (languages: readonly string[], index: number, open = ''): string => {
  const language = languages[index];
  return language === undefined ? '' : `${index > 0 ? ',' : ''}${JSON.stringify(language)}:${open}`;
};
