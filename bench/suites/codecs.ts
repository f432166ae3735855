import { join } from 'node:path';
import type { FileToWrite, FormatCodec, ParseContext } from '../../src/language-files/model/codec';
import type { EntryToWrite } from '../../src/language-files/model/entry';
import { median, type Result } from '../harness/figures';
import type { Options } from '../harness/options';
import { seededName, seededText } from '../harness/seed';

const SMALL = 10_000;
const LARGE = 100_000;
/** Number of characters that are encoded at a time. */
const BLOCK = 256 * 1_024;
/** Limit of the ratio of the times per entry; linear codecs stay well below. */
const LINEAR = 2;
/** Languages of the files that hold several; with two, all files stay below the limits of their readers. */
const TWO = ['en', 'de'];

/**
 * Measures every codec of the build: the time per entry must not grow with the file. The small files are the parts of the
 * large one, so that both take the same memory and have the same cache misses.
 */
export async function benchCodecs(options: Options): Promise<Result[]> {
  const { rounds } = options;
  const results: Result[] = [];
  for (const codec of await codecsOf(options)) {
    process.stderr.write(`  ${codec.id}\n`);
    const entries = createEntries(codec, LARGE);
    const [smalls, large] = [splitEntries(entries).map((part) => toFile(codec, part)), toFile(codec, entries)];
    results.push(measureGrowth(`${codec.id}: serialize`, rounds, (file) => write(codec, file), smalls, large));
    if (!codec.canParse) continue;
    const [smallBytes, largeBytes] = [smalls.map((file) => toBytes(codec, file)), toBytes(codec, large)];
    results.push(measureGrowth(`${codec.id}: parse`, rounds, (bytes) => parse(codec, bytes), smallBytes, largeBytes));
  }
  return results;
}

/** Returns the selected codecs of the measured build. @throws Error where `--formats` names none */
export async function codecsOf({ dist, formats }: Options): Promise<readonly FormatCodec[]> {
  const registry = (await import(join(dist, 'src/language-files/model/registry.js'))) as {
    codecs: readonly FormatCodec[];
  };
  const codecs = registry.codecs.filter(({ id }) => formats.length === 0 || formats.includes(id));
  if (codecs.length === 0) throw new Error(`--formats takes ${registry.codecs.map(({ id }) => id).join(', ')}`);
  return codecs;
}

function measureGrowth<T>(
  name: string,
  rounds: number,
  work: (file: T) => unknown,
  smalls: readonly T[],
  large: T,
): Result {
  nanomeasureSeconds(work, smalls);
  const times: { small: number; large: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    times.push({ small: nanomeasureSeconds(work, smalls), large: nanomeasureSeconds(work, [large]) });
  }
  const ofSmall = median(times.map((time) => time.small));
  const ofLarge = median(times.map((time) => time.large));
  const ratio = ofLarge / ofSmall;
  return {
    work: `${name}, an entry of 100,000 (reference: of 10,000)`,
    service: { value: ofLarge, unit: 'ns' },
    reference: { value: ofSmall, unit: 'ns' },
    ratio,
    target: `< ${LINEAR}`,
    met: ratio < LINEAR,
  };
}

/** Returns the processor time per entry, which other processes on the machine influence less than the elapsed time. */
function nanomeasureSeconds<T>(work: (file: T) => unknown, files: readonly T[]): number {
  const before = process.cpuUsage();
  for (const file of files) work(file);
  const { user, system } = process.cpuUsage(before);
  return ((user + system) / LARGE) * 1e3;
}

export function createEntries(codec: FormatCodec, count: number): EntryToWrite[] {
  const entries = Array.from({ length: count }, (_, i) => createEntry(codec, i));
  return entries.sort((a, b) => (a.key < b.key ? -1 : 1));
}

const splitEntries = (entries: readonly EntryToWrite[]): EntryToWrite[][] =>
  Array.from({ length: LARGE / SMALL }, (_, part) => entries.slice(part * SMALL, (part + 1) * SMALL));

/** Returns a file of one target language, or of two languages where a file holds several. */
export function toFile(codec: FormatCodec, entries: readonly EntryToWrite[]): FileToWrite {
  const languages = codec.multilingual ? TWO : ['de'];
  const [language = ''] = languages;
  return { language, languages, sourceLanguage: 'en', projectName: 'Bench', entries, warn: () => undefined };
}

function createEntry(codec: FormatCodec, i: number): EntryToWrite {
  const value = createValue(codec, i);
  return {
    // Names of Fluent messages contain no dots.
    key: codec.id === 'fluent' ? seededName(i).replaceAll('.', '-') : seededName(i),
    value,
    ...(codec.bilingual && { source: value }),
    ...(codec.comments && i % 10 === 0 && { description: `What ${i} is for` }),
    ...(codec.multilingual && { values: new Map(TWO.map((language) => [language, value])) }),
  };
}

/** Returns an entry with another text, or with a plural of it where the entry has a plural. */
export function withText(codec: FormatCodec, entry: EntryToWrite, text: string): EntryToWrite {
  const { value: old } = entry;
  const value =
    typeof old === 'object' ? { ...old, forms: new Map(Array.from(old.forms, ([form]) => [form, text])) } : text;
  return { ...entry, value, ...(codec.multilingual && { values: new Map(TWO.map((language) => [language, value])) }) };
}

/** Returns a plural for formats that hold only plurals, and for every twentieth entry of those that hold both. */
function createValue(codec: FormatCodec, i: number): NonNullable<EntryToWrite['value']> {
  if (codec.id !== 'stringsdict' && !(codec.plurals === 'native' && i % 20 === 0)) return seededText(i);
  return {
    type: 'cardinal',
    arg: 'count',
    exact: new Map(),
    forms: new Map([
      ['one', `%d item of ${i}`],
      ['other', `%d items of ${i}`],
    ]),
  };
}

/** Encodes in blocks as the service does; one string of a large file would measure the garbage collector, not the codec. */
function write(codec: FormatCodec, file: FileToWrite): Buffer[] {
  const blocks: Buffer[] = [];
  let text = '';
  const take = (): void => {
    blocks.push(Buffer.from(text));
    text = '';
  };
  for (const chunk of codec.serialize(file)) {
    if (typeof chunk === 'string') {
      text += chunk;
      if (text.length >= BLOCK) take();
    } else {
      take();
      blocks.push(Buffer.from(chunk));
    }
  }
  take();
  return blocks;
}

export const toBytes = (codec: FormatCodec, file: FileToWrite): Buffer => Buffer.concat(write(codec, file));

const CONTEXT: ParseContext = {
  language: 'de',
  projectLanguages: TWO,
  sourceLanguage: 'en',
  warn: () => undefined,
};

const parse = (codec: FormatCodec, bytes: Uint8Array): unknown => codec.parse(bytes, CONTEXT);
