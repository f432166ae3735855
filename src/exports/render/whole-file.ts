import { type EntryToWrite, type FormatCodec, writeFile } from '../../language-files';
import { countCharacters } from './entry-size';
import { HAS_THREADS } from './serializer-port';
import { readFacts, type StoredFileFacts } from './stored-template';
import { type IsKept, serializeInThread, type WrittenFile } from './thread-serializer';

/** A file with at most this many texts and characters is written on the main thread, within a few milliseconds. */
const MAX_INLINE_TEXTS = 200;
const MAX_INLINE_CHARACTERS = 65_536;

/** Serializes a file whose codec needs all entries first: a large file in a worker thread. */
export async function* serializeWhole(
  codec: FormatCodec,
  file: StoredFileFacts,
  pages: AsyncIterable<EntryToWrite[]>,
  isKept?: IsKept,
): WrittenFile {
  const iterator = pages[Symbol.asyncIterator]();
  const entries: EntryToWrite[] = [];
  let [texts, characters] = [0, file.template?.size ?? 0];
  while (HAS_THREADS && texts <= MAX_INLINE_TEXTS && characters <= MAX_INLINE_CHARACTERS) {
    const page = await iterator.next();
    if (page.done) {
      yield* writeFile(codec, { ...readFacts(file), entries });
      return undefined;
    }
    for (const entry of page.value) {
      entries.push(entry);
      texts += 1 + (entry.values?.size ?? 0);
      characters += countCharacters(entry);
    }
  }
  return yield* serializeInThread(codec, file, startingWith(entries, iterator), isKept);
}

async function* startingWith<T>(first: T[], rest: AsyncIterator<T[]>): AsyncGenerator<T[]> {
  if (first.length > 0) yield first;
  for (;;) {
    const result = await rest.next();
    if (result.done) return;
    yield result.value;
  }
}
