import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codecById, type FormatCodec, FormatError } from '../../src/language-files';
import { fixtureFolder } from '../support/fixtures';
import { describeWith } from './oracle';
import * as readers from './readers';
import type { Reader } from './readers';

interface Comparison {
  format: string;
  reader: Reader;
  /** Files in which a text is another to the reader, each with the reason why that is not our fault. */
  differences?: Readonly<Record<string, string>>;
}

const COMPARISONS: readonly Comparison[] = [
  { format: 'json', reader: readers.jsonMembers },
  { format: 'po', reader: readers.gettext },
  { format: 'properties', reader: readers.java('bundle') },
  {
    format: 'android',
    reader: readers.aapt2,
    differences: { 'markup.xml': 'it prints styled strings without their tags' },
  },
  {
    format: 'strings',
    reader: readers.gnustep,
    differences: {
      'escapes.strings': 'Apple reads \\344 in the encoding of NEXTSTEP, GNUstep in Latin-1',
      'short-form.strings': 'GNUstep takes a key that stands alone for an empty text, Apple for the key itself',
    },
  },
  {
    format: 'resx',
    reader: readers.resx,
    differences: { 'escaped-tags.resx': 'findtext ends where an element or a comment begins' },
  },
  { format: 'yaml', reader: readers.pyyaml },
  { format: 'yaml', reader: readers.psych },
];

type Texts = Map<string, unknown>;

/** Undefined where the file is refused. */
function orRefused(read: () => Texts): Texts | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof FormatError || (typeof error === 'object' && error !== null && 'status' in error))
      return undefined;
    throw error;
  }
}

function ours(codec: FormatCodec, bytes: Uint8Array): Texts {
  const context = { language: 'de', projectLanguages: ['en', 'de'], sourceLanguage: 'en', warn: () => undefined };
  const { entries } = codec.parse(bytes, context);
  const texts = entries.filter(({ value, language }) => typeof value === 'string' && value !== '' && language !== 'en');
  return new Map(texts.map(({ key, value }) => [key, value]));
}

/** A bomb would go off in a reader that is no service. */
const isHarmless = (name: string): boolean => !name.includes('bomb');

describe.each(COMPARISONS)('fixtures of $format', ({ format, reader, differences = {} }) => {
  const codec = codecById(format);
  if (!codec) throw new Error(`there is no format ${format}`);
  const folder = fixtureFolder(format);
  const files = readdirSync(folder, { withFileTypes: true }).filter((file) => file.isFile() && isHarmless(file.name));

  describeWith(reader.packages, reader.name, () => {
    it('are read alike, wherever both name a key', () => {
      const unlike: string[] = [];
      let alike = 0;
      for (const { name } of files) {
        const bytes = readFileSync(join(folder, name));
        const [own, theirs] = [orRefused(() => ours(codec, bytes)), orRefused(() => new Map(reader.read(bytes)))];
        const common = [...(own ?? [])].filter(([key]) => typeof theirs?.get(key) === 'string');
        const differs = common.some(([key, text]) => text !== theirs?.get(key));
        if (differs) unlike.push(name);
        else alike += common.length;
      }
      expect(unlike).toEqual(Object.keys(differences));
      expect(alike).toBeGreaterThan(0);
    }, 60_000);
  });
});
