import type { FormatCodec } from '../model/codec';
import type { Warning } from '../model/warnings';
import { FormatError } from '../model/format-errors';
import { comparable, readBytes, toSamples, writeSamples, type Sample } from './round-trip.contract';

/** A codec with its contract; see `CodecContract`. */
export interface Subject {
  codec: FormatCodec;
  carriesText: (text: string) => boolean;
  carriesKey: (key: string) => boolean;
  carriesDescription: (description: string) => boolean;
  carriesSource: boolean;
  losslessWarnings: readonly string[];
  language: string;
  pluralLanguages: readonly string[];
  runs: number;
  templateKey: string;
  templateMisfits: readonly string[];
  renameMisfits: readonly string[];
  commentSyntaxes: readonly string[];
}

/** Returns the result, or undefined for a `FormatError`. Any other error fails the test. */
export function orFormatError<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

/** Returns the result, or undefined for a `FormatError`, which must name one of the keys. */
function orFormatErrorForKey<T>(work: () => T, samples: readonly Sample[]): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    expect(samples.map(({ key }) => key)).toContain(error.position.key);
    return undefined;
  }
}

/** Expects that the samples are written and read again without a warning. */
export function expectCarried(subject: Subject, samples: readonly Sample[]): void {
  const { codec, language } = subject;
  const written = writeSamples(codec, samples, language);
  const read = readBytes(codec, written.bytes, language);
  expect(lossesOf(subject, [...written.warnings, ...read.warnings])).toEqual([]);
  expectSame(subject, samples, toSamples(codec, read.file, language), []);
}

/** Expects that the samples are written and read again, or that an error or a warning names each key that is not. */
export function expectCarriedOrReported(subject: Subject, samples: readonly Sample[]): void {
  const { codec, language } = subject;
  const written = orFormatErrorForKey(() => writeSamples(codec, samples, language), samples);
  if (!written) return;
  const read = readBytes(codec, written.bytes, language);
  const warnings = [...written.warnings, ...read.warnings];
  expectSame(subject, samples, toSamples(codec, read.file, language), warnings);
}

const lossesOf = ({ losslessWarnings }: Subject, warnings: readonly Warning[]): Warning[] =>
  warnings.filter(({ code }) => !losslessWarnings.includes(code));

/**
 * Expects every sample to be unchanged unless a warning names its key, and no further samples unless there are
 * warnings.
 */
export function expectSame(
  subject: Subject,
  expected: readonly Sample[],
  actual: readonly Sample[],
  allWarnings: readonly Warning[],
): void {
  const { carriesSource, codec } = subject;
  const warnings = lossesOf(subject, allWarnings);
  const warned = new Set(warnings.map(({ key }) => key));
  const kept = expected.filter(({ key }) => !warned.has(key));
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
