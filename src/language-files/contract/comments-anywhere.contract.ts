import * as fc from 'fast-check';
import { compareCodePoints } from '../model/code-point-order';
import { orFormatError, type Subject } from './expectations.contract';
import {
  expectLocal,
  expectSameBytes,
  expectTexts,
  linesOf,
  open,
  type OpenFile,
  toEntry,
  write,
} from './open-file.contract';
import { type Fixture, writeSamples } from './round-trip.contract';
import { samples } from '../../../test/support/samples';

/** A comment or a blank line that is inserted between the lines of a file, or behind a line. */
interface Insertion {
  /** Selects a line. */
  line: number;
  indent: number;
  /** Selects a syntax of comments; none of them is a blank line. */
  syntax: number;
  isBehind: boolean;
}

/** The most lines of a file into which comments are inserted. */
const MAX_LINES = 80;
const RUNS = process.env.FUZZ === undefined ? samples(20) : 300;

const anyInsertion: fc.Arbitrary<Insertion> = fc.record({
  line: fc.nat(MAX_LINES),
  indent: fc.constantFrom(0, 0, 2, 3, 4, 8),
  syntax: fc.nat(3),
  isBehind: fc.constantFrom(false, false, false, true),
});

/** Describes that templates take additions and removals wherever comments and blank lines stand. */
export function describeCommentsAnywhere(subject: Subject, fixtures: readonly Fixture[]): void {
  const { codec, language, templateMisfits } = subject;
  if (subject.commentSyntaxes.length === 0) return;
  const samples = ['a', 'b.c', 'b.d', 'b.e.f', 'g[0]', 'g[1]', 'h'].filter(subject.carriesKey);
  const sample = writeSamples(
    codec,
    samples.map((key) => ({ key, value: `Text of ${key}`, source: `Source of ${key}` })),
    language,
  );
  const files = [{ name: 'a canonical file', bytes: sample.bytes }, ...fixtures].filter(({ name, bytes }) => {
    const text = Buffer.from(bytes).toString('utf8');
    const isText = Buffer.from(text).equals(bytes) && !text.startsWith('\ufeff') && !codec.isZip;
    return isText && linesIn(bytes).length <= MAX_LINES && !templateMisfits.includes(name);
  });

  it.each(files)('adds to $name and removes from it, wherever comments and blank lines stand', ({ bytes }) => {
    const plain = open(subject, bytes);
    if (!plain) return;
    fc.assert(
      fc.property(fc.array(anyInsertion, { minLength: 1, maxLength: 5 }), fc.nat(), (insertions, selected) => {
        const file = open(subject, insert(bytes, insertions, subject.commentSyntaxes));
        if (!file || !haveSameTexts(plain, file)) return;
        expectSameBytes(file, file.entries);
        expectAddition(subject, file);
        expectRemoval(file, selected % Math.max(1, file.entries.length));
      }),
      { numRuns: RUNS },
    );
  });
}

/** Expects that an added key takes a few lines, and that the file without it is the file as it was. */
function expectAddition(subject: Subject, file: OpenFile): void {
  const key = subject.templateKey;
  if (file.entries.some((entry) => entry.key === key)) return;
  const entry = toEntry(file.codec, [{ key, value: 'An added text', source: 'A source' }], file);
  const entries = [...file.entries, entry].sort((one, other) => compareCodePoints(one.key, other.key));
  const { bytes, warnings } = write(file, entries);
  expectTexts(file, { bytes, warnings }, entries);
  expectLocal(file, bytes, 24);
  if (file.entries.length > 0) expectSameText(file, write({ ...file, bytes }, file.entries).bytes);
}

function expectRemoval(file: OpenFile, index: number): void {
  const entry = file.entries[index];
  if (!entry) return;
  const entries = file.entries.toSpliced(index, 1);
  // Without its value, a term of Fluent cannot be written in any layout.
  const written = orFormatError(() => write(file, entries));
  if (!written) return;
  expectTexts(file, written, entries);
  expectLocal(file, written.bytes, linesOf(entry) + 6);
}

/**
 * Expects a file to be as it was. In a PO file new entries stand between blank lines, and a comment about one of them
 * that is no translator's and stands behind another message gets a line of its own.
 */
function expectSameText({ codec, bytes }: OpenFile, written: Uint8Array): void {
  const textOf = (file: Uint8Array): string => {
    const text = Buffer.from(file).toString('utf8');
    return codec.id === 'po' ? text.replace(/ +(?=#[.:,])|(?:\r?\n)+/g, '\n').replace(/\n+/g, '\n') : text;
  };
  expect(textOf(written)).toBe(textOf(bytes));
}

function insert(bytes: Uint8Array, insertions: readonly Insertion[], syntaxes: readonly string[]): Uint8Array {
  const lines = linesIn(bytes);
  const newline = Buffer.from(bytes).includes('\r\n') ? '\r\n' : '\n';
  for (const [number, { line, indent, syntax, isBehind }] of insertions.entries()) {
    const place = line % (lines.length + 1);
    const comment = syntaxes[syntax % (syntaxes.length + 1)]?.replace('text', () => `comment ${number}`) ?? '';
    const old = lines[place] ?? '';
    if (isBehind && comment !== '') lines[place] = old.replace(/(\r?\n)?$/, (end) => ` ${comment}${end}`);
    else lines[place] = ' '.repeat(indent) + comment + newline + old;
  }
  return Buffer.from(lines.join(''));
}

/** Returns the lines with their ends. */
const linesIn = (bytes: Uint8Array): string[] =>
  Buffer.from(bytes)
    .toString('utf8')
    .split(/(?<=\n)/);

/** Whether files differ in comments only. */
const haveSameTexts = (one: OpenFile, other: OpenFile): boolean =>
  JSON.stringify(textsIn(one)) === JSON.stringify(textsIn(other));

const textsIn = ({ entries }: OpenFile): unknown =>
  entries.map(({ key, value, source, values }) => [
    key,
    plain(value),
    plain(source),
    [...(values ?? [])].map(([language, text]) => [language, plain(text)]),
  ]);

const plain = (value: unknown): unknown =>
  JSON.stringify(value, (_key, member: unknown) => (member instanceof Map ? [...member] : member));
