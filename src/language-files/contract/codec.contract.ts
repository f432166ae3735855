import * as fc from 'fast-check';
import type { FormatCodec } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { expectCarried, expectCarriedOrReported, type Subject } from './expectations.contract';
import { describeFixtures } from './fixtures.contract';
import { describePlaces } from './places.contract';
import { describePlurals } from './plurals.contract';
import { describeLeftOut } from './left-out.contract';
import { readBytes, toSamples, SOURCE_LANGUAGE, writeSamples } from './round-trip.contract';
import { anyKey, anyText, NASTY_KEYS, NASTY_TEXTS, PLURAL_LANGUAGES } from './samples.contract';
import { samples } from '../../../test/support/samples';

/** The exceptions of a codec from the contract. Whatever is not listed must work. */
export interface CodecContract {
  /** The folder of its fixtures. Each is refused or survives a round trip, and all are damaged at random. */
  fixtures?: string;
  /**
   * Returns whether the format can hold a text. For others `serialize` must throw `UnwritableTextError` or warn, with
   * the key.
   */
  carriesText?: (text: string) => boolean;
  /** The same for key names. */
  carriesKey?: (key: string) => boolean;
  /** The same for descriptions, in formats with comments. */
  carriesDescription?: (description: string) => boolean;
  /**
   * The language of the samples. Default: `de` for files with source texts, which need a second language, else `en`.
   */
  language?: string;
  /** Whether source texts are read again, in formats that hold them. Default: true. */
  carriesSource?: boolean;
  /** The codes of warnings about content that is read again nevertheless. Default: none. */
  losslessWarnings?: readonly string[];
  /** Whether plurals are read again as plurals, in formats with plurals of their own. Default: true. */
  readsPlurals?: boolean;
  /** The languages of the plurals. Default: `PLURAL_LANGUAGES`. */
  pluralLanguages?: readonly string[];
  /** The number of runs of each property. Default: 100. */
  runs?: number;
  /** A key that templates can take. Default: `added`. */
  templateKey?: string;
  /** The fixtures that are no templates: their exports have the canonical layout. Default: none. */
  templateMisfits?: readonly string[];
  /** The fixtures with entries that cannot be renamed where they stand. Default: none. */
  renameMisfits?: readonly string[];
  /** Comments of the format with the content `text`. Default: none. */
  commentSyntaxes?: readonly string[];
}

/**
 * Describes the contract of every codec: it reads what it writes, to the code unit, or reports the loss; the same
 * entries give the same bytes; a streaming codec holds at most two entries; and no input causes an error other than
 * `FormatError`.
 */
export function describeCodec(codec: FormatCodec, contract: CodecContract = {}): void {
  const subject: Subject = {
    codec,
    carriesText: () => true,
    carriesKey: () => true,
    carriesDescription: () => true,
    carriesSource: codec.bilingual || codec.multilingual,
    language: codec.bilingual || codec.multilingual ? 'de' : SOURCE_LANGUAGE,
    pluralLanguages: PLURAL_LANGUAGES,
    runs: 100,
    templateKey: 'added',
    templateMisfits: [],
    renameMisfits: [],
    commentSyntaxes: [],
    ...contract,
    losslessWarnings: ['name_split', ...(contract.losslessWarnings ?? [])],
  };
  describe(`contract of ${codec.id}`, () => {
    describeWriting(subject);
    describeLeftOut(subject);
    if (!codec.canParse) return;
    describePlaces(subject);
    describeTexts(subject);
    describeDescriptions(subject);
    if (codec.plurals === 'native' && contract.readsPlurals !== false) describePlurals(subject);
    describeFixtures(subject, contract.fixtures);
  });
}

function describeWriting({ codec, language, carriesText }: Subject): void {
  const samples = NASTY_TEXTS.filter(carriesText).map((value, i) => ({
    key: `key${i + 100}`,
    value,
    source: `source ${i}`,
  }));

  it('writes the same bytes for the same entries', () => {
    const [first, second] = [writeSamples(codec, samples, language), writeSamples(codec, samples, language)];
    expect(Buffer.compare(first.bytes, second.bytes)).toBe(0);
  });

  it('writes a file without entries', () => {
    const { bytes } = writeSamples(codec, [], language);
    if (codec.canParse) expect(readBytes(codec, bytes, language).file.entries).toEqual([]);
  });

  it('writes a key without a text', () => {
    expect(() => writeSamples(codec, [{ key: 'named', source: 'Named' }, { key: 'unnamed' }], language)).not.toThrow();
  });

  it('does not stream if other texts decide about the syntax of a text', () => {
    expect(codec.streams && codec.translate !== undefined).toBe(false);
  });

  if (!codec.streams) return;
  it('yields the text of an entry before it takes the next but one', () => {
    let written = '';
    const marker = (i: number): string => `marker${i}x`;
    const late: number[] = [];
    const entries = function* (): Generator<EntryToWrite> {
      for (let i = 0; i < 50; i++) {
        if (i >= 2 && !written.includes(marker(i - 2))) late.push(i - 2);
        const values = new Map([[SOURCE_LANGUAGE, marker(i)]]);
        yield { key: `key${i + 100}`, value: marker(i), source: marker(i), values };
      }
    };
    const languages = [codec.multilingual ? SOURCE_LANGUAGE : language];
    const file = {
      language,
      languages,
      sourceLanguage: SOURCE_LANGUAGE,
      projectName: 'Contract',
      warn: () => undefined,
    };
    for (const chunk of codec.serialize({ ...file, entries: entries() }))
      written += Buffer.from(chunk).toString('utf8');
    expect(late).toEqual([]);
    expect(written).toContain(marker(49));
  });
}

function describeTexts(subject: Subject): void {
  const { codec, language, carriesKey, carriesText, runs } = subject;

  it.each(NASTY_TEXTS.map((text) => [abbreviate(text), text]))(
    'carries the text %s or reports the loss',
    (_name, text) => {
      const sample = { key: 'key', value: text, source: codec.bilingual ? text : undefined };
      (carriesText(text) ? expectCarried : expectCarriedOrReported)(subject, [sample]);
    },
  );

  it.each(NASTY_KEYS.map((key) => [abbreviate(key), key]))('carries the key %s or reports the loss', (_name, key) => {
    const samples = [{ key, value: 'a text', source: 'a source' }];
    (carriesKey(key) ? expectCarried : expectCarriedOrReported)(subject, samples);
  });

  it('carries all supported keys and texts in one file', () => {
    const texts = NASTY_TEXTS.filter(carriesText);
    const keys = NASTY_KEYS.filter(carriesKey);
    const samples = keys.map((key, i) => ({
      key,
      value: texts[i % texts.length],
      source: texts[(i * 7) % texts.length],
    }));
    expectCarried(subject, samples);
  });

  it('carries any supported texts under any supported keys', () => {
    const sample = fc.record({
      key: anyKey.filter(carriesKey),
      value: anyText.filter(carriesText),
      source: anyText.filter(carriesText),
    });
    fc.assert(
      fc.property(fc.uniqueArray(sample, { selector: ({ key }) => key, maxLength: 8 }), (samples) => {
        expectCarried(subject, samples);
      }),
      { numRuns: samples(runs) },
    );
  });

  it('carries any text under any key or reports the loss', () => {
    fc.assert(
      fc.property(anyKey, anyText, (key, value) => {
        expectCarriedOrReported(subject, [{ key, value, source: value }]);
      }),
      { numRuns: samples(runs) },
    );
  });

  it('carries 5,000 entries within the time of one test', () => {
    const samples = Array.from({ length: 5000 }, (_, i) => ({
      key: `group${i % 50}.key${i}`,
      value: `Text ${i}`,
      source: `Source ${i}`,
    }));
    const { bytes } = writeSamples(codec, samples, language);
    const back = toSamples(codec, readBytes(codec, bytes, language).file, language);
    expect(back.length).toBe(carriesKey('group1.key1') ? 5000 : back.length);
  });
}

function describeDescriptions(subject: Subject): void {
  const { codec, carriesDescription, runs } = subject;
  if (!codec.comments) return;

  it('carries any supported description', () => {
    const description = fc.oneof(fc.constantFrom(...NASTY_TEXTS.map((text) => text.slice(0, 4096))), anyText);
    fc.assert(
      fc.property(
        description.filter((text) => text !== '' && carriesDescription(text)),
        (text) => {
          const samples = [
            { key: 'a', value: 'A', source: 'A' },
            { key: 'b', value: 'B', source: 'B', description: text },
            { key: 'c', value: 'C', source: 'C' },
          ];
          const { language } = subject;
          const back = toSamples(
            codec,
            readBytes(codec, writeSamples(codec, samples, language).bytes, language).file,
            language,
          );
          expect(back.map((sample) => sample.description)).toEqual([undefined, text, undefined]);
        },
      ),
      { numRuns: samples(runs) },
    );
  });
}

const abbreviate = (text: string): string => {
  const shown = JSON.stringify(text.slice(0, 40));
  return text.length > 40 ? `${shown}… (${text.length})` : shown;
};
