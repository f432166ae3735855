import { codecById, type FormatCodec } from '../../src/language-files';
import { describeWith } from './oracle';
import * as readers from './readers';
import type { Reader } from './readers';
import { entriesOf, writeFile, textsFor } from './texts';

/** A format and an oracle that reads its exports. */
interface TextTest {
  format: string;
  reader: Reader;
  /** Patterns of texts that the reader reads wrongly, each with the reason. */
  faults?: readonly { pattern: RegExp; reason: string }[];
  /** The prefix that the reader adds to a key. */
  prefix?: string;
  /** Keys that the reader returns beside the keys of texts. */
  others?: RegExp;
}

const TESTS: readonly TextTest[] = [
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
      { pattern: /^$/, reason: 'an empty msgstr means no translation, as the losses of the format state' },
      {
        pattern: /^\n|\n$/,
        reason: 'msgfmt --check requires the same line ends at the edges of msgid and msgstr',
      },
    ],
  },
  {
    format: 'po',
    reader: readers.toolkit('po', 'f.po', 'source'),
    faults: [
      { pattern: /[\b\v\f]/, reason: 'translate-toolkit does not support these escapes of gettext' },
      { pattern: /^[^]{10000}/, reason: 'translate-toolkit takes 20 s for a text of so many lines' },
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
        pattern: /[\u{f0000}-\u{10ffff}]/u,
        reason: 'aapt2 prints six bytes that are not UTF-8 for characters of the private use planes',
      },
    ],
  },
  {
    format: 'strings',
    reader: readers.gnustep,
    faults: [{ pattern: /^\ufeff/, reason: 'GNUstep reads the first character of a text as a byte order mark' }],
  },
  { format: 'stringsdict', reader: readers.plist },
  { format: 'csv', reader: readers.csvRows('csv') },
  { format: 'tsv', reader: readers.csvRows('tsv') },
  {
    format: 'xlsx',
    reader: readers.openpyxl,
    faults: [
      {
        pattern: /[^\t\n\r\u0020-\ufffd]/,
        reason: 'openpyxl does not support the escape _x0001_ of ECMA-376 (22.9.2.19, ST_Xstring)',
      },
    ],
  },
  { format: 'resx', reader: readers.resx },
  { format: 'tmx', reader: readers.tmx },
  {
    format: 'qt-ts',
    reader: readers.lconvert,
    prefix: 'source of ',
    faults: [
      {
        pattern: /^$|^\n|\n$|\p{Cc}/u,
        reason: 'msgfmt, which reads the converted file, refuses U+0004 and line ends at the edges',
      },
    ],
  },
  { format: 'php', reader: readers.php },
  {
    format: 'fluent',
    reader: readers.fluent,
    faults: [
      { pattern: /[{}]/, reason: 'placeables are exported unchanged, and Fluent evaluates them' },
      { pattern: /\r/, reason: 'Fluent normalizes CRLF, so that a CR is written as a placeable' },
    ],
  },
];

const getCodec = (format: string): FormatCodec => {
  const codec = codecById(format);
  if (!codec) throw new Error(`there is no format ${format}`);
  return codec;
};

/** Shortens a text for the failure message. */
const abbreviate = (text: unknown): unknown =>
  typeof text === 'string' ? `${text.slice(0, 80)} (${text.length})` : text;

describe.each(TESTS)('$format exports', ({ format, reader, faults = [], prefix = '', others }) => {
  describeWith(reader.packages, reader.name, () => {
    it('are read as the texts that were written', () => {
      const codec = getCodec(format);
      const texts = textsFor(codec, (text) => !faults.some(({ pattern }) => pattern.test(text)));
      expect(texts.size).toBeGreaterThan(100);
      const read = new Map(reader.read(writeFile(codec, entriesOf(texts))));
      const different = [...texts].filter(([key, text]) => read.get(prefix + key) !== text);
      expect(different.map(([key, text]) => [abbreviate(text), abbreviate(read.get(prefix + key))])).toEqual([]);
      const unexpected = [...read.keys()].filter((key) => !texts.has(key.slice(prefix.length)) && !others?.test(key));
      expect(unexpected).toEqual([]);
    });
  });
});
