import * as fc from 'fast-check';
import type { Plural } from '../model/plural';
import { expectCarriedOrReported, type Subject } from './expectations.contract';
import { readBytes, toSamples, SOURCE_LANGUAGE, writeSamples } from './round-trip.contract';
import { anyText, pluralIn, pluralOf } from './samples.contract';
import { samples } from '../../../test/support/samples';

/** Describes the contract of codecs for formats with plurals of their own. */
export function describePlurals(subject: Subject): void {
  const { carriesText, pluralLanguages, runs } = subject;

  it.each(pluralLanguages)('carries any plural in %s', (language) => {
    const form = anyText.filter(carriesText);
    fc.assert(
      fc.property(pluralIn(language, form), pluralIn(SOURCE_LANGUAGE, form), (value, source) => {
        expectCarriedOrReported({ ...subject, language }, [{ key: 'files', value, source }]);
      }),
      { numRuns: samples(runs / 4) },
    );
  });

  it.each<[string, Plural]>([
    [
      'exact forms',
      pluralOf(
        new Map([
          ['one', 'one'],
          ['other', 'other'],
        ]),
        new Map([[0, 'none']]),
      ),
    ],
    [
      'an ordinal',
      pluralOf(
        new Map([
          ['one', '1st'],
          ['two', '2nd'],
          ['few', '3rd'],
          ['other', 'th'],
        ]),
        new Map(),
        'ordinal',
      ),
    ],
    [
      'categories that the language does not have',
      pluralOf(
        new Map([
          ['one', '1'],
          ['few', 'f'],
          ['other', 'o'],
        ]),
      ),
    ],
    [
      'another argument',
      {
        ...pluralOf(
          new Map([
            ['one', '1'],
            ['other', 'o'],
          ]),
        ),
        arg: 'minutes',
      },
    ],
    ['a plural with only the form other', pluralOf(new Map([['other', 'o']]))],
  ])('carries %s or reports the loss', (_name, value) => {
    expectCarriedOrReported(subject, [{ key: 'files', value, source: value }]);
  });

  it('reads plurals as plurals and texts as texts', () => {
    const value = pluralOf(
      new Map([
        ['one', 'a file'],
        ['other', 'files'],
      ]),
    );
    const { codec, language } = subject;
    const { bytes } = writeSamples(
      codec,
      [
        { key: 'one', value: 'text', source: 'text' },
        { key: 'two', value, source: value },
      ],
      language,
    );
    const kinds = toSamples(codec, readBytes(codec, bytes, language).file, language).map(
      (sample) => typeof sample.value,
    );
    expect(kinds).toEqual(['string', 'object']);
  });
}
