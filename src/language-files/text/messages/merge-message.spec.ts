import { PLURAL_CATEGORIES, type PluralScope } from '../../model/plural';
import { mergePlural, mergeText } from './merge-message';

const EVERYTHING: PluralScope = { categories: PLURAL_CATEGORIES, exact: 'all' };
const NO_NUMBERS: PluralScope = { categories: PLURAL_CATEGORIES, exact: 'none' };
const RUSSIAN_PO: PluralScope = { categories: ['one', 'few', 'many'], exact: 'none' };

const back = (text: string, current: string, scope = NO_NUMBERS) => mergePlural(text, { current }, scope);
const translated = (text: string, sourceText: string) => mergePlural(text, { sourceText }, NO_NUMBERS).text;

describe('a plural that comes back from a format without ICU', () => {
  const message = '{n, plural, one {# file of {owner}} other {# files of {owner}}}';

  it('is the message that went out when nobody changed it', () => {
    const literal = "{count, plural, one {'#' file of '{'owner'}'} other {'#' files of '{'owner'}'}}";
    expect(back(literal, message)).toEqual({ text: message, same: true });
  });

  it('keeps the placeholders of its source text in a translation', () => {
    const german = "{count, plural, one {'#' Datei von '{'owner'}'} other {'#' Dateien von '{'owner'}'}}";
    expect(translated(german, message)).toBe('{n, plural, one {# Datei von {owner}} other {# Dateien von {owner}}}');
  });

  it('stays as it is where the message that it replaces has no placeholder', () => {
    const stored = "{count, plural, one {'#' 1} other {'#' n}}";
    expect(back(stored, '{count, plural, one {one} other {many}}').text).toBe(stored);
    expect(back(stored, 'no plural at all').text).toBe(stored);
  });

  it.each([
    ['{count, plural, other {x}}', '{count, plural, one {x} other {x}}'],
    ['{n, plural, =0 {none} one {a} other {# x}}', '{n, plural, =0 {none} one {a} few {# x} other {# x}}'],
  ])('says the same where a form that %s lacks is a copy of other', (lacking, whole) => {
    expect([back(lacking, whole, EVERYTHING).same, back(whole, lacking, EVERYTHING).same]).toEqual([true, true]);
  });

  it.each([
    ['another form', '{count, plural, one {y} other {x}}'],
    ['an exact form', '{count, plural, =0 {x} other {x}}'],
    ['another argument', '{n, plural, other {x}}'],
    ['ordinals', '{count, selectordinal, other {x}}'],
    ['no plural', 'y'],
  ])('does not say the same as one with %s', (_what, current) => {
    expect(back('{m, plural, other {x}}', current, EVERYTHING).same).toBe(false);
  });

  it('does not say the same where one has a placeholder and the other its letters', () => {
    const current = "{count, plural, other {'#'}}";
    expect(back('{count, plural, other {#}}', current).same).toBe(false);
  });
});

describe('a text that went out in each form of a plural', () => {
  it('comes back as that text', () => {
    const text = '{n, selectordinal, other {#th}}';
    const incoming =
      "{count, plural, one {'{'n, selectordinal, other '{#'th'}}'} other {'{'n, selectordinal, other '{#'th'}}'}}";
    expect(back(incoming, text)).toEqual({ text, same: true });
    expect(back('{count, plural, one {x} other {x}}', 'x')).toEqual({ text: 'x', same: true });
    expect(back('{count, plural, one {x} other {y}}', 'x').same).toBe(false);
  });
});

describe('forms that a file cannot say', () => {
  const current = '{n, plural, =0 {none} one {a file} other {# files}}';

  it('stay when the others come back as they were', () => {
    expect(back("{count, plural, one {a file} other {'#' files}}", current)).toEqual({
      text: current,
      same: true,
      warning: { code: 'plural_form_kept', detail: expect.stringContaining('=0') },
    });
  });

  it('stay beside others that were changed', () => {
    expect(back("{count, plural, one {1 file} other {'#' files!}}", current)).toEqual({
      text: '{n, plural, =0 {none} one {1 file} other {# files!}}',
      same: false,
      warning: { code: 'plural_form_kept', detail: expect.stringContaining('=0') },
    });
  });

  it('are none in a translation that is new', () => {
    expect(translated('{count, plural, other {x}}', current)).toBe('{n, plural, other {x}}');
  });

  it('are gone when the file could have said them', () => {
    const { text } = back('{n, plural, one {a file} other {# files}}', current, EVERYTHING);
    expect(text).toBe('{n, plural, one {a file} other {# files}}');
    expect(back('{n, plural, other {# files}}', current).text).toBe('{n, plural, =0 {none} other {# files}}');
  });

  it('go with the type of the plural', () => {
    expect(back('{n, selectordinal, other {#th}}', current).text).toBe('{n, selectordinal, other {#th}}');
  });

  it('are no copies, which take what they are copies of', () => {
    const copy = (text: string): string => `{count, plural, one {1} few {2} many {${text}} other {${text}}}`;
    expect(back(copy('new'), copy('old'), RUSSIAN_PO)).toEqual({ text: copy('new'), same: false });
  });

  it('are fractions, where a file counts integers', () => {
    const stored = '{count, plural, one {1} few {2} many {5} other {1.5}}';
    expect(back('{count, plural, one {1} few {2} many {5} other {5}}', stored, RUSSIAN_PO)).toEqual({
      text: stored,
      same: true,
      warning: expect.objectContaining({ detail: expect.stringContaining('other') }),
    });
  });
});

describe('a text that comes where the project has a plural', () => {
  const current = '{count,plural,one{a}other{b}}';
  const written = (): string => 'a|b';

  it('is that plural when the format writes it so', () => {
    expect(mergeText('a|b', current, written)).toEqual({ text: current, same: true });
  });

  it.each([undefined, written])('takes its place, which is said', (asWritten) => {
    expect(mergeText('a|c', current, asWritten)).toEqual({
      text: 'a|c',
      same: false,
      warning: { code: 'plural_replaced', detail: expect.any(String) },
    });
  });

  it('is a plural too', () => {
    const text = '{count, plural, other {c}}';
    expect(mergeText(text, current, undefined)).toEqual({ text, same: false });
    expect(mergeText(text, current, written)).toEqual({ text, same: false });
  });

  it('is any text where the project has no plural', () => {
    expect(mergeText('a|b', 'a|c', written)).toEqual({ text: 'a|b', same: false });
    expect(mergeText('a|b', null, written)).toEqual({ text: 'a|b', same: false });
  });
});
