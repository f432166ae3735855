import { codecById, type FormatCodec } from '../../src/language-files';
import { describeWith } from './oracle';
import * as readers from './readers';
import type { Reader } from './readers';
import { entriesOf, fileOf, textsFor } from './texts';

interface Question {
  format: string;
  reader: Reader;
  /** Texts that the reader, and not the format, gets wrong: each with the reason. */
  faults?: readonly { of: RegExp; why: string }[];
  /** What stands before the key in the reader's name of it. */
  prefix?: string;
  /** What the reader shows besides texts. */
  others?: RegExp;
}

const QUESTIONS: readonly Question[] = [
  { format: 'json', reader: readers.jsonMembers },
  { format: 'json-nested', reader: readers.jsonMembers },
  { format: 'icu-json', reader: readers.jsonMembers },
  { format: 'i18next', reader: readers.jsonMembers },
  { format: 'arb', reader: readers.jsonMembers, others: /^@/ },
  { format: 'yaml', reader: readers.pyyaml },
  { format: 'yaml', reader: readers.ruamel },
  { format: 'yaml', reader: readers.psych },
  {
    format: 'po',
    reader: readers.gettext,
    faults: [
      { of: /^$/, why: 'an empty msgstr is none, as our losses say' },
      {
        of: /^\n|\n$/,
        why: 'msgfmt --check wants the line ends of a msgid in its msgstr, which is a rule about texts',
      },
    ],
  },
  {
    format: 'po',
    reader: readers.toolkit('po', 'f.po', 'source'),
    faults: [
      { of: /[\b\v\f]/, why: 'it does not know these escapes of gettext' },
      { of: /^[^]{10000}/, why: 'it takes 20 s for texts of so many lines' },
    ],
  },
  { format: 'properties', reader: readers.java('properties') },
  { format: 'properties', reader: readers.java('bundle') },
  { format: 'xliff', reader: readers.toolkit('xliff', 'f.xlf'), prefix: 'Oracle\u0004' },
  { format: 'xliff2', reader: readers.xliff2 },
  {
    format: 'android',
    reader: readers.aapt2,
    faults: [
      {
        of: /[\u{f0000}-\u{10ffff}]/u,
        why: 'it prints six bytes that are no UTF-8 for the last planes, of private use',
      },
    ],
  },
  {
    format: 'strings',
    reader: readers.gnustep,
    faults: [{ of: /^\ufeff/, why: 'it takes the first character of a text for a byte order mark' }],
  },
  { format: 'stringsdict', reader: readers.plist },
  { format: 'csv', reader: readers.csvRows('csv') },
  { format: 'tsv', reader: readers.csvRows('tsv') },
  {
    format: 'xlsx',
    reader: readers.openpyxl,
    faults: [{ of: /[^\t\n\r\u0020-\ufffd]/, why: 'it does not read the _x0001_ of ECMA-376 (22.9.2.19, ST_Xstring)' }],
  },
  { format: 'resx', reader: readers.resx },
  { format: 'tmx', reader: readers.tmx },
  {
    format: 'qt-ts',
    reader: readers.lconvert,
    prefix: 'source of ',
    faults: [
      { of: /^$|^\n|\n$|\p{Cc}/u, why: 'msgfmt, behind it, refuses what a PO file cannot have (U+0004, line ends)' },
    ],
  },
  { format: 'php', reader: readers.php },
  {
    format: 'fluent',
    reader: readers.fluent,
    faults: [
      { of: /[{}]/, why: 'placeables of Fluent pass as they are, and mean something to it' },
      { of: /\r/, why: 'Fluent normalizes CRLF, and what is written for it is a placeable' },
    ],
  },
];

const codecOf = (format: string): FormatCodec => {
  const codec = codecById(format);
  if (!codec) throw new Error(`there is no format ${format}`);
  return codec;
};

/** Keeps long texts short where they differ. */
const abbreviate = (text: unknown): unknown =>
  typeof text === 'string' ? `${text.slice(0, 80)} (${text.length})` : text;

describe.each(QUESTIONS)('texts of $format', ({ format, reader, faults = [], prefix = '', others }) => {
  describeWith(reader.packages, reader.name, () => {
    it('are read as they are stored', () => {
      const codec = codecOf(format);
      const texts = textsFor(codec, (text) => !faults.some(({ of }) => of.test(text)));
      expect(texts.size).toBeGreaterThan(100);
      const read = new Map(reader.read(fileOf(codec, entriesOf(texts))));
      const different = [...texts].filter(([key, text]) => read.get(prefix + key) !== text);
      expect(different.map(([key, text]) => [abbreviate(text), abbreviate(read.get(prefix + key))])).toEqual([]);
      const more = [...read.keys()].filter((key) => !texts.has(key.slice(prefix.length)) && !others?.test(key));
      expect(more).toEqual([]);
    });
  });
});
