import { parse, type MessageFormatElement, type PluralElement, TYPE } from '@formatjs/icu-messageformat-parser';
import * as fc from 'fast-check';
import { PLURAL_CATEGORIES, type Plural, type PluralCategory } from '../../model/plural';
import { isArgumentName, parsePluralMessage, printPluralMessage } from './icu-message';
import { samples } from '../../../../test/support/samples';

const plural = (forms: Partial<Record<PluralCategory, string>>, rest: Partial<Plural> = {}): Plural => ({
  type: 'cardinal',
  arg: 'count',
  exact: new Map(),
  forms: new Map(
    PLURAL_CATEGORIES.flatMap((category) => (forms[category] === undefined ? [] : [[category, forms[category]]])),
  ),
  ...rest,
});

describe('parsePluralMessage', () => {
  it('parses the forms of a plural, its exact numbers and its argument', () => {
    expect(parsePluralMessage('{n, plural, =0 {none} one {one file} other {many files}}')).toEqual({
      ...plural({ one: 'one file', other: 'many files' }, { arg: 'n', exact: new Map([[0, 'none']]) }),
      placeholders: [],
    });
  });

  it('parses selectordinal as an ordinal', () => {
    expect(parsePluralMessage('{n, selectordinal, one {1st} other {th}}')?.type).toBe('ordinal');
  });

  it('returns the arguments in the forms as placeholders', () => {
    const message = parsePluralMessage('{n, plural, one {# of { total }} other {# {name} {total}}}');
    expect(message?.forms).toEqual(
      new Map([
        ['one', '# of {total}'],
        ['other', '# {name} {total}'],
      ]),
    );
    expect(message?.placeholders).toEqual(['#', '{total}', '{name}']);
  });

  it('removes the quotes of ICU', () => {
    const message = parsePluralMessage("{n, plural, one {it''s '{'x'}' '#'} other {o'clock '{''}'}}");
    expect(message?.forms).toEqual(
      new Map([
        ['one', "it's {x} #"],
        ['other', "o'clock {'}"],
      ]),
    );
  });

  it('reads tags as text', () => {
    expect(parsePluralMessage('{n, plural, other {<b>x</b> < y <br/>}}')?.forms.get('other')).toBe(
      '<b>x</b> < y <br/>',
    );
  });

  it('keeps white space and empty forms', () => {
    const message = parsePluralMessage('{n,plural,one{} other{ a\n}}');
    expect(message?.forms).toEqual(
      new Map([
        ['one', ''],
        ['other', ' a\n'],
      ]),
    );
  });

  it.each([
    ['plain text', 'a plural of files'],
    ['text before', 'x {n, plural, other {a}}'],
    ['text after', '{n, plural, other {a}}.'],
    ['a space around', ' {n, plural, other {a}}'],
    ['two plurals', '{n, plural, other {a}}{m, plural, other {a}}'],
    ['an offset', '{n, plural, offset:1 other {a}}'],
    ['a nested plural', '{n, plural, other {{m, plural, other {a}}}}'],
    ['a nested select', '{n, plural, other {{m, select, other {a}}}}'],
    ['a number with a style', '{n, plural, other {{n, number, percent}}}'],
    ['a date', '{n, plural, other {{d, date, short}}}'],
    ['a select', '{plural, select, other {a}}'],
    ['no other', '{n, plural, one {a}}'],
    ['an unknown category', '{n, plural, some {a} other {b}}'],
    ['the same form twice', '{n, plural, one {a} one {b} other {c}}'],
    ['an exact number with a leading zero', '{n, plural, =01 {a} other {b}}'],
    ['a number beyond 2^53', '{n, plural, =9007199254740993 {a} other {b}}'],
    ['# both quoted and not', "{n, plural, one {# of '#'} other {#}}"],
    ['an argument both quoted and not', "{n, plural, one {'{name}'} other {{name}}}"],
    ['an open quotation', "{n, plural, other {'{}}"],
    ['an apostrophe before a tag, which FormatJS drops and ICU keeps', "{n, plural, other {l'<b>a</b> d'<i>b</i>}}"],
    ['__proto__ as a category', '{n, plural, __proto__ {a} other {b}}'],
  ])('returns nothing for a text that is not exactly one simple plural: %s', (_name, text) => {
    expect(parsePluralMessage(text)).toBeUndefined();
  });

  it('returns nothing for a message that is nested deeper than the stack', () => {
    expect(parsePluralMessage('{n, plural, other {'.repeat(20_000) + '}}'.repeat(20_000))).toBeUndefined();
  });
});

describe('printPluralMessage', () => {
  it('prints exact numbers in ascending order, then the categories from zero to other', () => {
    const forms = plural(
      { other: 'o', one: '1', zero: '0', few: 'f' },
      {
        exact: new Map([
          [10, 'ten'],
          [2, 'two'],
          [0, 'none'],
        ]),
      },
    );
    expect(printPluralMessage(forms)).toBe(
      '{count, plural, =0 {none} =2 {two} =10 {ten} zero {0} one {1} few {f} other {o}}',
    );
  });

  it('quotes the special characters of ICU', () => {
    expect(printPluralMessage(plural({ one: "it's #1", other: "{x} ''{'" }, { type: 'ordinal' }))).toBe(
      "{count, selectordinal, one {it''s '#'1} other {'{'x'}' '''''{'''}}",
    );
  });

  it('prints the listed placeholders as arguments', () => {
    const text = "{n, plural, one {# file of {user}} other {# files ''of'' {user} '{'x'}'}}";
    const message = parsePluralMessage(text);
    expect(message && printPluralMessage(message, message.placeholders)).toBe(text);
  });

  const icuText = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom('{', '}', '#', "'", '<', '>', '|', 'a', ' ', '\n', '/', '\ud800', '\u2028') }),
  );
  const anyPlural = fc
    .record({
      type: fc.constantFrom('cardinal' as const, 'ordinal' as const),
      arg: fc.constantFrom('count', 'n', '0', 'größe', '__proto__'),
      exact: fc.uniqueArray(fc.tuple(fc.integer({ min: 0 }), icuText), { selector: ([n]) => n, maxLength: 4 }),
      categories: fc.subarray(PLURAL_CATEGORIES.filter((category) => category !== 'other')),
      texts: fc.array(icuText, { minLength: 6, maxLength: 6 }),
    })
    .map(({ type, arg, exact, categories, texts }): Plural => ({
      type,
      arg,
      exact: new Map(exact),
      forms: new Map([...categories, 'other' as const].map((category, i) => [category, texts[i] ?? ''])),
    }));

  it('prints any plural so that it is parsed as the same plural', () => {
    fc.assert(
      fc.property(anyPlural, (original) => {
        expect(parsePluralMessage(printPluralMessage(original))).toEqual({ ...original, placeholders: [] });
      }),
      { numRuns: samples(1000) },
    );
  });

  it('prints a parsed message as the same text, with its placeholders', () => {
    fc.assert(
      fc.property(anyPlural, fc.subarray(['#', '{name}', '{0}']), (original, placeholders) => {
        const text = printPluralMessage(original, placeholders);
        const message = parsePluralMessage(text);
        expect(message && printPluralMessage(message, message.placeholders)).toBe(text);
      }),
    );
  });

  const partOf = (): fc.Arbitrary<string> =>
    fc.constantFrom("'{'", "'}'", "'#'", "'{#}'", "''", ' a ', 'name', '#', '{name}', '{name, number}', '{count}');
  const formText = fc.array(partOf(), { maxLength: 6 }).map((parts) => parts.join(''));

  /** The literal text and the arguments of a form, as the programs read it. */
  function readByPrograms(text: string): string[] {
    const [element] = parse(text, { ignoreTag: true }) as [PluralElement];
    const show = (part: MessageFormatElement): string =>
      part.type === TYPE.literal ? part.value : `⟦${JSON.stringify(part)}⟧`;
    return Object.entries(element.options).map(([name, { value }]) => `${name} ${value.map(show).join('')}`);
  }

  it('prints a parsed message with the same arguments and the same text around them', () => {
    fc.assert(
      fc.property(formText, formText, (one, other) => {
        const text = `{count, plural, one {${one}} other {${other}}}`;
        const message = parsePluralMessage(text);
        fc.pre(message !== undefined);
        expect(readByPrograms(printPluralMessage(message, message.placeholders))).toEqual(readByPrograms(text));
      }),
      { numRuns: samples(1000), examples: [["'{'#'}' file", "'{'#'}' files"]] },
    );
  });
});

describe('isArgumentName', () => {
  it('accepts the names that ICU accepts', () => {
    expect(['count', 'n_1', '0', 'größe'].every(isArgumentName)).toBe(true);
    expect(['', 'a b', 'a-b', 'a.b', '{', 'n,'].some(isArgumentName)).toBe(false);
  });
});
