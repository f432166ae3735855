import type { FormatCodec } from '../model/codec';
import type { Warning } from '../model/warnings';
import { FormatError } from '../model/format-errors';
import { comparable, readBytes, samplesOf, writeSamples, type Sample } from './round-trip.contract';

/** A codec and what its contract says of it; see `CodecContract`. */
export interface Subject {
  codec: FormatCodec;
  carriesText: (text: string) => boolean;
  carriesKey: (key: string) => boolean;
  carriesDescription: (description: string) => boolean;
  carriesSource: boolean;
  language: string;
  pluralLanguages: readonly string[];
  runs: number;
}

/** The result, or undefined for a `FormatError`; any other error fails the test. */
export function orRefusal<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

/** A refusal must name one of the keys. */
function orKeyed<T>(work: () => T, samples: readonly Sample[]): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    expect(samples.map(({ key }) => key)).toContain(error.position.key);
    return undefined;
  }
}

/** Writes, reads, and finds the same samples without a word of warning. */
export function expectCarried(subject: Subject, samples: readonly Sample[]): void {
  const { codec, language } = subject;
  const written = writeSamples(codec, samples, language);
  const read = readBytes(codec, written.bytes, language);
  expect([...written.warnings, ...read.warnings]).toEqual([]);
  expectSame(subject, samples, samplesOf(codec, read.file, language), []);
}

/** Refuses to write, by key; or warns, by key; or carries. */
export function expectCarriedOrNamed(subject: Subject, samples: readonly Sample[]): void {
  const { codec, language } = subject;
  const written = orKeyed(() => writeSamples(codec, samples, language), samples);
  if (!written) return;
  const read = readBytes(codec, written.bytes, language);
  const warnings = [...written.warnings, ...read.warnings];
  expectSame(subject, samples, samplesOf(codec, read.file, language), warnings);
}

/** Every sample is there as it was, but for those whose key a warning names; there are no others, unless a warning says why. */
export function expectSame(
  { carriesSource, codec }: Subject,
  expected: readonly Sample[],
  actual: readonly Sample[],
  warnings: readonly Warning[],
): void {
  const named = new Set(warnings.map(({ key }) => key));
  const kept = expected.filter(({ key }) => !named.has(key));
  const keys = new Set(kept.map(({ key }) => key));
  const found = warnings.length === 0 ? actual : actual.filter(({ key }) => keys.has(key));
  const view = (samples: readonly Sample[]): Map<string, unknown> =>
    new Map(
      [...samples]
        .sort((a, b) => (a.key < b.key ? -1 : 1))
        .map(({ key, value, source, description }) => [
          key,
          {
            value: comparable(value),
            ...(carriesSource && { source: comparable(source) }),
            ...(codec.comments && { description: description ?? '' }),
          },
        ]),
    );
  expect(view(found)).toEqual(view(kept));
}
