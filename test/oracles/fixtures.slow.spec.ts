import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codecById, type FormatCodec, FormatError } from '../../src/language-files';
import { fixtureFolder } from '../support/fixtures';
import { describeWith } from './oracle';
import * as readers from './readers';
import type { Reader } from './readers';

/** A format and an oracle that reads its fixtures. */
interface Comparison {
  format: string;
  reader: Reader;
  /** Files that the reader reads differently, each with the reason. */
  differences?: Readonly<Record<string, string>>;
}

const COMPARISONS: readonly Comparison[] = [
  { format: 'json', reader: readers.jsonMembers },
  { format: 'po', reader: readers.gettext },
  { format: 'properties', reader: readers.java('bundle') },
  {
    format: 'android',
    reader: readers.aapt2,
    differences: { 'markup.xml': 'aapt2 prints styled strings without their tags' },
  },
  {
    format: 'strings',
    reader: readers.gnustep,
    differences: {
      'escapes.strings': 'Apple reads \\344 in the NeXTSTEP encoding, GNUstep in Latin-1',
      'short-form.strings': 'a key without a value has an empty text for GNUstep, and the key as its text for Apple',
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

/** Returns undefined if the file is refused. */
function orRefused(read: () => Texts): Texts | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof FormatError || (typeof error === 'object' && error !== null && 'status' in error))
      return undefined;
    throw error;
  }
}

function readWithCodec(codec: FormatCodec, bytes: Uint8Array): Texts {
  const context = { language: 'de', projectLanguages: ['en', 'de'], sourceLanguage: 'en', warn: () => undefined };
  const { entries } = codec.parse(bytes, context);
  const texts = entries.filter(({ value, language }) => typeof value === 'string' && value !== '' && language !== 'en');
  return new Map(texts.map(({ key, value }) => [key, value]));
}

/** Whether a file does not exhaust the resources of a program: the oracles are not hardened. */
const isHarmless = (name: string): boolean => !name.includes('bomb');

describe.each(COMPARISONS)('$format fixtures', ({ format, reader, differences = {} }) => {
  const codec = codecById(format);
  if (!codec) throw new Error(`there is no format ${format}`);
  const folder = fixtureFolder(format);
  const files = readdirSync(folder, { withFileTypes: true }).filter((file) => file.isFile() && isHarmless(file.name));

  describeWith(reader.packages, reader.name, () => {
    it('have the same texts for both readers under each common key', () => {
      const different: string[] = [];
      let equalTexts = 0;
      for (const { name } of files) {
        const bytes = readFileSync(join(folder, name));
        const [ours, theirs] = [
          orRefused(() => readWithCodec(codec, bytes)),
          orRefused(() => new Map(reader.read(bytes))),
        ];
        const common = [...(ours ?? [])].filter(([key]) => typeof theirs?.get(key) === 'string');
        const differs = common.some(([key, text]) => text !== theirs?.get(key));
        if (differs) different.push(name);
        else equalTexts += common.length;
      }
      expect(different).toEqual(Object.keys(differences));
      expect(equalTexts).toBeGreaterThan(0);
    });
  });
});
