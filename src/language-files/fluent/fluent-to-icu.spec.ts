import { FluentBundle, FluentResource } from '@fluent/bundle';
import * as fc from 'fast-check';
import { IntlMessageFormat } from 'intl-messageformat';
import { fluentToIcu } from './fluent-to-icu';
import { icuToFluent } from './icu-to-fluent';
import { writePattern } from './pattern-text';
import { samples } from '../../../test/support/samples';

const LOCALES = ['en', 'de', 'ru', 'ar', 'pl', 'ja'];
const NUMBERS = [0, 1, 2, 5, 21];
const VALUES = { name: 'Ada', store: 'Flathub', gender: 'female', other: 'x' };

const byIcu = (text: string, locale: string, n: number): unknown =>
  new IntlMessageFormat(text, locale, undefined, { ignoreTag: true }).format({ ...VALUES, n, count: n, items: n });

function byFluent(text: string, locale: string, n: number): unknown {
  const bundle = new FluentBundle(locale, { useIsolating: false });
  const file = new FluentResource(`m =${writePattern(text, 4)}\n`);
  expect(bundle.addResource(file)).toEqual([]);
  const errors: Error[] = [];
  const { value } = bundle.getMessage('m') ?? {};
  const formatted = bundle.formatPattern(value ?? '', { ...VALUES, n, count: n, items: n }, errors);
  return errors.length > 0 ? errors : formatted;
}

/** @fluent/bundle has no ordinals. */
const expectSame = (fluent: string, icu: string): void => {
  if (icu.includes('selectordinal')) return;
  for (const locale of LOCALES)
    for (const n of NUMBERS) expect(byFluent(fluent, locale, n)).toEqual(byIcu(icu, locale, n));
};

describe('fluentToIcu', () => {
  it.each([
    ['Browse {$store}', 'Browse {store}'],
    ['it\'s { $name } # { "{" }x{ "}" }', "it''s {name} # '{'x'}'"],
    ['{ $n ->\n    [one] { $n } item\n   *[other] { $n } items\n}', '{n, plural, one {# item} other {# items}}'],
    [
      'You have { $n ->\n    [0] no items\n    [one] one\n   *[other] { NUMBER($n) } #items\n} in { $store }',
      "You have {n, plural, =0 {no items} one {one} other {# '#'items}} in {store}",
    ],
    ['{ $gender ->\n    [male] his\n   *[female] her\n}', '{gender, select, male {his} female {her} other {her}}'],
    ['{ $n ->\n    [0] none\n   *[many] some\n}', '{n, plural, =0 {none} many {some} other {some}}'],
    [
      '{ $gender ->\n    [male] { $n ->\n        [one] 1 he\n       *[other] { $n } he\n    }\n   *[other] x\n}',
      '{gender, select, male {{n, plural, one {1 he} other {# he}}} other {x}}',
    ],
    [
      '{ $n ->\n    [one] a\n   *[other] { $gender ->\n        [male] { $n }\n       *[other] b\n    }\n}',
      '{n, plural, one {a} other {{gender, select, male {{n}} other {b}}}}',
    ],
    [
      '{ NUMBER($n, type: "ordinal") ->\n    [one] { $n }st\n   *[other] { $n }th\n}',
      '{n, selectordinal, one {#st} other {#th}}',
    ],
    ['{ NUMBER($n) }, { NUMBER($n, maximumFractionDigits: 0) }', '{n, number}, {n, number, integer}'],
  ])('converts %j', (fluent, icu) => {
    expect(fluentToIcu(fluent)).toEqual({ text: icu, unconverted: [] });
    expectSame(fluent, icu);
  });

  it.each([
    ['{ trash } of { $n }', '{ trash }'],
    ['{ -brand } { $n }', '{ -brand }'],
    ['{ NUMBER($n, minimumFractionDigits: 2) }', '{ NUMBER($n, minimumFractionDigits: 2) }'],
    ['{ PLATFORM() }', '{ PLATFORM() }'],
    ['{ $my-name }', '{ $my-name }'],
    ['{ $n ->\n    [one] a\n    [1] b\n   *[other] c\n}', '{ $n ->'],
    ['{ $n ->\n    [one] a\n    [male] b\n   *[other] c\n}', '{ $n ->'],
    ['{ $n ->\n    [other] a\n   *[one] b\n}', '{ $n ->'],
    ['{ $n ->\n    [1.5] a\n   *[other] b\n}', '{ $n ->'],
  ])('returns what ICU does not have: %j', (text, found) => {
    const { text: same, unconverted } = fluentToIcu(text);
    expect(same).toBe(text);
    expect(unconverted).toEqual([expect.stringContaining(found)]);
  });
});

describe('icuToFluent', () => {
  it.each([
    ["it''s {name} '{x}'", 'it\'s { $name } { "{" }x{ "}" }'],
    ['{n, plural, one {# item} other {# items}}', '{ $n ->\n    [one] { $n } item\n   *[other] { $n } items\n}'],
    [
      'Of {n, plural, =0 {none} one {} other {{gender, select, male { he} other {#}}}}!',
      'Of { $n ->\n    [0] none\n    [one] {""}\n   *[other]\n        { $gender ->\n            [male] {" "}he\n           *[other] #\n        }\n}!',
    ],
    [
      '{n, selectordinal, one {#st} other {#th}}',
      '{ NUMBER($n, type: "ordinal") ->\n    [one] { $n }st\n   *[other] { $n }th\n}',
    ],
    ['{n, number} {n, number, integer}', '{ NUMBER($n) } { NUMBER($n, maximumFractionDigits: 0) }'],
  ])('converts %j', (icu, fluent) => {
    expect(icuToFluent(icu)).toEqual({ text: fluent, unconverted: [] });
    expectSame(fluent, icu);
  });

  it.each([
    ['{0} {name}', '{0}'],
    ['{n, plural, offset:1 one {a} other {#}}', '{n, plural, offset:1}'],
    ['{n, number, percent}', '{n, number}'],
    ['{d, date, short}', '{d, date}'],
    ['{t, time}', '{t}'],
    ['{x, select, é {c} other {d}}', '{x}'],
  ])('returns what Fluent does not have: %j', (text, raw) => {
    expect(icuToFluent(text)).toEqual({ text, unconverted: [raw] });
  });

  it('returns nothing for a text that ICU refuses', () => expect(icuToFluent('{ $name }')).toBeUndefined());

  it('shows the same as ICU for every message, and again when it is converted back', () => {
    const text = fc.stringMatching(/^[a-z .*[\]"\\#]{0,6}$/);
    const quoted = fc.constantFrom("'{'", "'}'", "''", '\n', "'{x}'");
    const { message } = fc.letrec<{ message: string; choice: string }>((tie) => ({
      message: fc
        .array(fc.oneof({ depthSize: 'small' }, text, quoted, fc.constantFrom('{name}', '{n}'), tie('choice')), {
          maxLength: 4,
        })
        .map((parts) => parts.join('')),
      choice: fc.oneof(
        fc
          .tuple(tie('message'), tie('message'))
          .map(([one, other]) => `{n, plural, =0 {${one}} one {#${one}} other {${other} #}}`),
        fc
          .tuple(tie('message'), tie('message'))
          .map(([female, other]) => `{gender, select, female {${female}} other {${other}}}`),
      ),
    }));
    fc.assert(
      fc.property(message, fc.constantFrom(...NUMBERS), (icu, n) => {
        const converted = icuToFluent(icu);
        if (!converted || converted.text === '') return;
        expect(converted.unconverted).toEqual([]);
        expect(byFluent(converted.text, 'en', n)).toBe(byIcu(icu, 'en', n));
        const back = fluentToIcu(converted.text);
        expect(back.unconverted).toEqual([]);
        expect(byIcu(back.text, 'en', n)).toBe(byIcu(icu, 'en', n));
      }),
      { numRuns: samples(500) },
    );
  });
});
