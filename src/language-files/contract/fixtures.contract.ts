import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalLanguage } from '../../common/language-tag';
import type { FormatCodec } from '../model/codec';
import { describeCommentsAnywhere } from './comments-anywhere.contract';
import { expectSame, orFormatError, type Subject } from './expectations.contract';
import { MARKER } from './generated-file.contract';
import { readGeneratedFiles } from './read-generated-files.contract';
import { type Fixture, readBytes, SOURCE_LANGUAGE, toSamples, writeSamples } from './round-trip.contract';
import { NASTY_KEYS, NASTY_TEXTS } from './samples.contract';
import { describeTemplates } from './template.contract';

/** Generated files are read in fuzz runs: `FUZZ=1` reads some, and `FUZZ=all` all of them. */
const isFuzz = process.env.FUZZ !== undefined;
const isComplete = process.env.FUZZ === 'all';

const listFixtures = (folder: string): Fixture[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ name }) => ({ name, bytes: readFileSync(join(folder, name)) }));

/** Describes that every fixture is refused or survives a round trip, and that damaged ones are handled. */
export function describeFixtures(subject: Subject, folder: string | undefined): void {
  const files = folder === undefined ? [] : listFixtures(folder);
  if (files.length > 0) describeRoundTrips(subject, files);
  if (subject.codec.template) {
    describeTemplates(subject, files);
    describeCommentsAnywhere(subject, files);
  }
  if (!isFuzz) return;
  describeMutants(
    subject,
    files.map(({ bytes }) => bytes),
  );
  describeNestedFiles(subject);
  describePumpedFiles(subject);
}

function describeRoundTrips(subject: Subject, files: readonly Fixture[]): void {
  const { codec } = subject;
  it.each(files)('refuses $name or reads and writes it without loss, the second time to the byte', ({ bytes }) => {
    const first = orFormatError(() => readBytes(codec, bytes, subject.language));
    if (first === undefined) return;
    const language = canonicalLanguage(first.file.language ?? '') ?? subject.language;
    const samples = toSamples(codec, first.file, language);
    // The file of the source language holds most.
    const sourceLanguage = codec.bilingual || codec.multilingual ? SOURCE_LANGUAGE : language;
    const written = writeSamples(codec, samples, language, { meta: first.file.meta, sourceLanguage });
    const again = readBytes(codec, written.bytes, language);
    const samplesAgain = toSamples(codec, again.file, language);
    expectSame(subject, samples, samplesAgain, [...first.warnings, ...written.warnings, ...again.warnings]);
    const twice = writeSamples(codec, samplesAgain, language, { meta: again.file.meta, sourceLanguage });
    expect(Buffer.from(twice.bytes).toString('utf8')).toBe(Buffer.from(written.bytes).toString('utf8'));
  });
}

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Reads 1,000 damaged files, and with `FUZZ=all` 10,000. */
function describeMutants({ codec, language }: Subject, fixtures: readonly Uint8Array[]): void {
  const samples = NASTY_KEYS.slice(0, 20).map((key, i) => ({ key: `k${i}`, value: NASTY_TEXTS[i], source: key }));
  it('returns a result or throws a FormatError for damaged files, in bounded time and memory', () => {
    const writtenFile = orFormatError(() => writeSamples(codec, samples, language))?.bytes;
    const files = (writtenFile === undefined ? fixtures : [...fixtures, writtenFile]).filter(
      ({ length }) => length < 20_000,
    );
    readGeneratedFiles(codec, language, {
      kind: 'mutants',
      files: files.map(toBase64),
      count: isComplete ? 10_000 : 1_000,
    });
  }, 600_000);
}

/** Reads some of the constructs, nested 20,000 times; with `FUZZ=all`, all of them, nested 50 to 100,000 times. */
function describeNestedFiles({ codec, language }: Subject): void {
  it('returns a result or throws a FormatError for nested files, in bounded time and memory', () => {
    const sample = createSample(codec, language);
    const some = { depths: [20_000], maxBytes: 100_000, every: 4 };
    const all = { depths: [50, 2_000, 20_000, 100_000], maxBytes: 500_000, every: 1 };
    readGeneratedFiles(codec, language, { kind: 'nested', sample, ...(isComplete ? all : some) });
  }, 1_000_000);
}

/** Reads one of 10 constructs, repeated up to 256 KB; with `FUZZ=all`, all up to 1 MB. */
function describePumpedFiles({ codec, language }: Subject): void {
  it('reads pumped files in linear time, and writes what it read in linear time', () => {
    const lengths = isComplete ? [64_000, 256_000, 1_000_000] : [64_000, 256_000];
    const every = isComplete ? 1 : 10;
    readGeneratedFiles(codec, language, { kind: 'pumped', sample: createSample(codec, language), lengths, every });
  }, 1_000_000);
}

/** Returns a file with one text, `MARKER`, in base64. */
const createSample = (codec: FormatCodec, language: string): string =>
  toBase64(writeSamples(codec, [{ key: 'key', value: MARKER, source: 'source' }], language).bytes);
