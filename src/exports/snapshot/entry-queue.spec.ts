import { codecById, type EntryToWrite, type FormatCodec } from '../../language-files';
import { serializePages } from './entry-queue';
import type { StoredFileFacts } from '../render/stored-template';

const codec = (id: string): FormatCodec => {
  const found = codecById(id);
  if (!found) throw new Error(`there is no format ${id}`);
  return found;
};
const jsonCodec = codec('json');
const jsonNestedCodec = codec('json-nested');

const file: Omit<StoredFileFacts, 'template'> = {
  language: 'en',
  languages: ['en'],
  sourceLanguage: 'en',
  projectName: 'Project',
  warn: () => undefined,
};

const entriesOf = (count: number): EntryToWrite[] =>
  Array.from({ length: count }, (_, i) => ({ key: `k${String(i).padStart(5, '0')}`, value: `v${i}` }));

/** Returns the entries in pages of the given sizes, with the number of pages that were requested. */
function pagesOf(
  entries: EntryToWrite[],
  sizes: number[],
): { pages: AsyncGenerator<EntryToWrite[]>; taken: () => number } {
  let taken = 0;
  async function* pages(): AsyncGenerator<EntryToWrite[]> {
    for (let start = 0, i = 0; start < entries.length; i++) {
      const size = sizes[i % sizes.length] ?? 1;
      taken++;
      yield await Promise.resolve(entries.slice(start, start + size));
      start += size;
    }
  }
  return { pages: pages(), taken: () => taken };
}

async function textOf(codec: FormatCodec, pages: AsyncIterable<EntryToWrite[]>): Promise<string> {
  let text = '';
  for await (const chunk of serializePages(codec, file, pages)) text += Buffer.from(chunk).toString();
  return text;
}

describe('serializePages', () => {
  it.each([
    [jsonCodec.id, jsonCodec],
    [jsonNestedCodec.id, jsonNestedCodec],
  ])('writes the same file whatever the size of the pages (%s)', async (_, codec) => {
    for (const sizes of [[1], [2], [3, 0, 1], [1_000]]) {
      const entries = entriesOf(50);
      const whole = [...codec.serialize({ ...file, entries })].join('');
      expect(await textOf(codec, pagesOf(entries, sizes).pages)).toBe(whole);
    }
  });

  it('writes an empty file for no entries', async () => {
    expect(await textOf(jsonCodec, pagesOf([], [1]).pages)).toBe('{}\n');
  });

  it('yields blocks of many lines and requests pages only as the file is written', async () => {
    const { pages, taken } = pagesOf(entriesOf(100_000), [100]);
    const blocks = serializePages(jsonCodec, file, pages);
    let written = 0;
    for (let i = 0; i < 10; i++) {
      const { value } = await blocks.next();
      if (typeof value === 'string') written += value.split('\n').length;
    }
    expect(written).toBeGreaterThan(1_000);
    expect(taken()).toBeLessThanOrEqual(Math.ceil(written / 100) + 2);
    await blocks.return(undefined);
  });

  it('empties the pages that were written', async () => {
    const pages = [entriesOf(10), entriesOf(10), entriesOf(10)];
    async function* given(): AsyncGenerator<EntryToWrite[]> {
      for (const page of pages) yield await Promise.resolve(page);
    }
    await textOf(jsonCodec, given());
    expect(pages.slice(0, 2)).toEqual([[], []]);
  });

  it('fails for a codec that takes all entries although it is marked as streaming', async () => {
    const greedy: FormatCodec = {
      ...jsonCodec,
      *serialize({ entries }) {
        yield [...entries].length.toString();
      },
    };
    await expect(textOf(greedy, pagesOf(entriesOf(10), [2]).pages)).rejects.toThrow('streams');
  });
});
