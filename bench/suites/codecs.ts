import { join } from 'node:path';
import type { EntryToWrite, FileToWrite, FormatCodec, ParseContext } from '../../src/import-export/formats/codec';
import { median, type Result } from '../harness/figures';
import type { Options } from '../harness/options';
import { nameOf, textOf } from '../harness/seed';

const SMALL = 10_000;
const LARGE = 100_000;
/** Of the time an entry: what does not grow with the file stays well below. */
const LINEAR = 2;
/** Of formats that hold several: all files stay below the limits of their readers. */
const TWO = ['en', 'de'];

/** Every codec of the build: the time an entry must not grow with the file. */
export async function benchCodecs({ dist, rounds }: Options): Promise<Result[]> {
  const registry = (await import(join(dist, 'src/import-export/formats/registry.js'))) as {
    codecs: readonly FormatCodec[];
  };
  const results: Result[] = [];
  for (const codec of registry.codecs) {
    process.stderr.write(`  ${codec.id}\n`);
    const [small, large] = [fileOf(codec, SMALL), fileOf(codec, LARGE)];
    for (let warmUp = 0; warmUp < 3; warmUp++) write(codec, small);
    results.push(
      growthOf(
        `${codec.id}: serialize`,
        rounds,
        () => write(codec, small),
        () => write(codec, large),
      ),
    );
    if (!codec.canParse) continue;
    const [smallBytes, largeBytes] = [write(codec, small), write(codec, large)];
    for (let warmUp = 0; warmUp < 3; warmUp++) parse(codec, smallBytes);
    results.push(
      growthOf(
        `${codec.id}: parse`,
        rounds,
        () => parse(codec, smallBytes),
        () => parse(codec, largeBytes),
      ),
    );
  }
  return results;
}

function growthOf(work: string, rounds: number, small: () => unknown, large: () => unknown): Result {
  const times: { small: number; large: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    times.push({ small: nanosecondsOf(small, SMALL), large: nanosecondsOf(large, LARGE) });
  }
  const ofSmall = median(times.map((time) => time.small));
  const ofLarge = median(times.map((time) => time.large));
  const ratio = ofLarge / ofSmall;
  return {
    work: `${work}, an entry of 100,000 (reference: of 10,000)`,
    service: { value: ofLarge, unit: 'ns' },
    reference: { value: ofSmall, unit: 'ns' },
    ratio,
    target: `< ${LINEAR}`,
    met: ratio < LINEAR,
  };
}

/** Of processor time: others use the machine too. As many entries for small files as for a large one, and as much garbage. */
function nanosecondsOf(work: () => unknown, entries: number): number {
  const before = process.cpuUsage();
  for (let done = 0; done < LARGE; done += entries) work();
  const { user, system } = process.cpuUsage(before);
  return ((user + system) / LARGE) * 1e3;
}

function fileOf(codec: FormatCodec, count: number): FileToWrite {
  const entries = Array.from({ length: count }, (_, i) => entryOf(codec, i));
  entries.sort((a, b) => (a.key < b.key ? -1 : 1));
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

function write(codec: FormatCodec, file: FileToWrite): Buffer {
  const chunks: Buffer[] = [];
  let text = '';
  for (const chunk of codec.serialize(file)) {
    if (typeof chunk === 'string') text += chunk;
    else chunks.push(Buffer.from(text), Buffer.from(chunk));
    if (typeof chunk !== 'string') text = '';
  }
  return Buffer.concat([...chunks, Buffer.from(text)]);
}

const CONTEXT: ParseContext = {
  language: 'de',
  projectLanguages: TWO,
  sourceLanguage: 'en',
  warn: () => undefined,
};

const parse = (codec: FormatCodec, bytes: Uint8Array): unknown => codec.parse(bytes, CONTEXT);
