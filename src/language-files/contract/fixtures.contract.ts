import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalLanguage } from '../../common/language-tag';
import { expectSame, orRefusal, type Subject } from './expectations.contract';
import { readMutants } from './read-mutants.contract';
import { readBytes, samplesOf, writeSamples } from './round-trip.contract';
import { NASTY_KEYS, NASTY_TEXTS } from './samples.contract';

interface Fixture {
  name: string;
  bytes: Uint8Array;
}

const readFixtures = (folder: string): Fixture[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ name }) => ({ name, bytes: readFileSync(join(folder, name)) }));

/** Every fixture is refused or survives a round trip; damaged ones do no harm. */
export function describeFixtures(subject: Subject, folder: string | undefined): void {
  const files = folder === undefined ? [] : readFixtures(folder);
  if (files.length > 0) describeRoundTrips(subject, files);
  describeMutants(
    subject,
    files.map(({ bytes }) => bytes),
  );
}

function describeRoundTrips(subject: Subject, files: readonly Fixture[]): void {
  const { codec } = subject;
  it.each(files)('gives $name back, and the second time to the byte, unless it refuses it', ({ bytes }) => {
    const first = orRefusal(() => readBytes(codec, bytes, subject.language));
    if (first === undefined) return;
    const language = canonicalLanguage(first.file.language ?? '') ?? subject.language;
    const samples = samplesOf(codec, first.file, language);
    const written = writeSamples(codec, samples, language, first.file.meta);
    const again = readBytes(codec, written.bytes, language);
    const samplesAgain = samplesOf(codec, again.file, language);
    expectSame(subject, samples, samplesAgain, [...first.warnings, ...written.warnings, ...again.warnings]);
    const twice = writeSamples(codec, samplesAgain, language, again.file.meta);
    expect(Buffer.from(twice.bytes).toString('utf8')).toBe(Buffer.from(written.bytes).toString('utf8'));
  });
}

/** 10,000 mutants where `FUZZ=1` asks for them, 300 in every other run. */
function describeMutants({ codec, language }: Subject, fixtures: readonly Uint8Array[]): void {
  const many = process.env.FUZZ === '1';
  const samples = NASTY_KEYS.slice(0, 20).map((key, i) => ({ key: `k${i}`, value: NASTY_TEXTS[i], source: key }));
  it(
    'gives a result or a FormatError for damaged files, in bounded time and memory, never another error',
    () => {
      const own = orRefusal(() => writeSamples(codec, samples, language))?.bytes;
      const files = (own === undefined ? fixtures : [...fixtures, own]).filter(({ length }) => length < 20_000);
      readMutants(codec, { language, files, count: many ? 10_000 : 300 });
    },
    many ? 600_000 : 60_000,
  );
}
