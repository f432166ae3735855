import { join } from 'node:path';
import type { FileToWrite, FormatCodec, ParseContext } from '../../src/language-files/model/codec';
import type { EntryToWrite } from '../../src/language-files/model/entry';
import { median, type Result } from '../harness/figures';
import type { Options } from '../harness/options';
import { nameOf, textOf } from '../harness/seed';

const SMALL = 10_000;
const LARGE = 100_000;
/** Characters that are encoded at a time. */
const BLOCK = 256 * 1_024;
/** Of the time an entry: what does not grow with the file stays well below. */
const LINEAR = 2;
/** Of formats that hold several: all files stay below the limits of their readers. */
const TWO = ['en', 'de'];

/**
 * Every codec of the build: the time an entry must not grow with the file. The small files are the parts of the large one,
 * each once: all that lies in memory is the same, and what is slow because it is read from far away is slow for both.
 */
export async function benchCodecs({ dist, rounds }: Options): Promise<Result[]> {
  const registry = (await import(join(dist, 'src/language-files/model/registry.js'))) as {
    codecs: readonly FormatCodec[];
  };
  const results: Result[] = [];
  for (const codec of registry.codecs) {
    process.stderr.write(`  ${codec.id}\n`);
    const entries = entriesOf(codec);
    const [smalls, large] = [partsOf(entries).map((part) => fileOf(codec, part)), fileOf(codec, entries)];
    results.push(growthOf(`${codec.id}: serialize`, rounds, (file) => write(codec, file), smalls, large));
    if (!codec.canParse) continue;
    const [smallBytes, largeBytes] = [smalls.map((file) => bytesOf(codec, file)), bytesOf(codec, large)];
    results.push(growthOf(`${codec.id}: parse`, rounds, (bytes) => parse(codec, bytes), smallBytes, largeBytes));
  }
  return results;
}

function growthOf<T>(name: string, rounds: number, work: (file: T) => unknown, smalls: readonly T[], large: T): Result {
  nanosecondsOf(work, smalls);
  const times: { small: number; large: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    times.push({ small: nanosecondsOf(work, smalls), large: nanosecondsOf(work, [large]) });
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

/** Of processor time, an entry: others use the machine too. */
function nanosecondsOf<T>(work: (file: T) => unknown, files: readonly T[]): number {
  const before = process.cpuUsage();
  for (const file of files) work(file);
  const { user, system } = process.cpuUsage(before);
  return ((user + system) / LARGE) * 1e3;
}

function entriesOf(codec: FormatCodec): EntryToWrite[] {
  const entries = Array.from({ length: LARGE }, (_, i) => entryOf(codec, i));
  return entries.sort((a, b) => (a.key < b.key ? -1 : 1));
}

const partsOf = (entries: readonly EntryToWrite[]): EntryToWrite[][] =>
  Array.from({ length: LARGE / SMALL }, (_, part) => entries.slice(part * SMALL, (part + 1) * SMALL));

function fileOf(codec: FormatCodec, entries: readonly EntryToWrite[]): FileToWrite {
  const languages = codec.multilingual ? TWO : ['de'];
  const [language = ''] = languages;
  return { language, languages, sourceLanguage: 'en', projectName: 'Bench', entries, warn: () => undefined };
}

function entryOf(codec: FormatCodec, i: number): EntryToWrite {
  const value = valueOf(codec, i);
  return {
    // Fluent has no dots in the names of its messages.
    key: codec.id === 'fluent' ? nameOf(i).replaceAll('.', '-') : nameOf(i),
    value,
    ...(codec.bilingual && { source: value }),
    ...(codec.comments && i % 10 === 0 && { description: `What ${i} is for` }),
    ...(codec.multilingual && { values: new Map(TWO.map((language) => [language, value])) }),
  };
}

/** Formats that hold nothing but plurals get plurals. */
function valueOf(codec: FormatCodec, i: number): NonNullable<EntryToWrite['value']> {
  if (codec.id !== 'stringsdict' && !(codec.plurals === 'native' && i % 20 === 0)) return textOf(i);
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

/** In blocks, as the service takes it: one string of all pieces of a large file is work for the garbage collector, not the codec's. */
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

const bytesOf = (codec: FormatCodec, file: FileToWrite): Buffer => Buffer.concat(write(codec, file));

const CONTEXT: ParseContext = {
  language: 'de',
  projectLanguages: TWO,
  sourceLanguage: 'en',
  warn: () => undefined,
};

const parse = (codec: FormatCodec, bytes: Uint8Array): unknown => codec.parse(bytes, CONTEXT);
