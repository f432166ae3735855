import { PLURAL_CATEGORIES, type PluralCategory, type PluralScope } from '../../model/plural';
import { mergePlural, mergeText } from './merge-message';

const EVERY_FORM: PluralScope = { categories: PLURAL_CATEGORIES, exact: 'all' };
const NO_EXACT_FORMS: PluralScope = { categories: PLURAL_CATEGORIES, exact: 'none' };
const RUSSIAN_PO: PluralScope = { categories: ['one', 'few', 'many'], exact: 'none' };

const merge = (text: string, current: string, scope = NO_EXACT_FORMS) => mergePlural(text, { current }, scope);
const translated = (text: string, sourceText: string) => mergePlural(text, { sourceText }, NO_EXACT_FORMS).text;

describe('mergePlural', () => {
  const message = '{n, plural, one {# file of {owner}} other {# files of {owner}}}';

  it('returns the current message when the file repeats it', () => {
    const literal = "{count, plural, one {'#' file of '{'owner'}'} other {'#' files of '{'owner'}'}}";
    expect(merge(literal, message)).toEqual({ text: message, same: true });
  });

  it('uses the placeholders of the source text in a new translation', () => {
    const german = "{count, plural, one {'#' Datei von '{'owner'}'} other {'#' Dateien von '{'owner'}'}}";
    expect(translated(german, message)).toBe('{n, plural, one {# Datei von {owner}} other {# Dateien von {owner}}}');
  });

  it('returns the text unchanged when the current message has no placeholder', () => {
    const stored = "{count, plural, one {'#' 1} other {'#' n}}";
    expect(merge(stored, '{count, plural, one {one} other {many}}').text).toBe(stored);
    expect(merge(stored, 'no plural at all').text).toBe(stored);
  });

  it.each([
    ['{count, plural, other {x}}', '{count, plural, one {x} other {x}}'],
    ['{n, plural, =0 {none} one {a} other {# x}}', '{n, plural, =0 {none} one {a} few {# x} other {# x}}'],
  ])('treats a missing form as a copy of other: %s', (lacking, whole) => {
    expect([merge(lacking, whole, EVERY_FORM).same, merge(whole, lacking, EVERY_FORM).same]).toEqual([true, true]);
  });

  it.each([
    ['another form', '{count, plural, one {y} other {x}}'],
    ['an exact form', '{count, plural, =0 {x} other {x}}'],
    ['another argument', '{n, plural, other {x}}'],
    ['ordinals', '{count, selectordinal, other {x}}'],
    ['no plural', 'y'],
  ])('detects a difference from a message with %s', (_what, current) => {
    expect(merge('{m, plural, other {x}}', current, EVERY_FORM).same).toBe(false);
  });

  it('detects a difference between a placeholder and the same literal text', () => {
    const current = "{count, plural, other {'#'}}";
    expect(merge('{count, plural, other {#}}', current).same).toBe(false);
  });
});

describe('mergePlural for forms that a file writes alike', () => {
  const scope = (numbers: [PluralCategory, number][], style: PluralScope['style']): PluralScope => ({
    categories: PLURAL_CATEGORIES,
    exact: 'all',
    numbers: new Map(numbers),
    style,
  });

  it.each<[string, string, PluralScope]>([
    [
      '{count, plural, =0 {%d} other {%s}}',
      "{count, plural, =0 {'{ $count }'} other {'{ $count }'}}",
      scope([], 'fluent'),
    ],
    [
      '{count, plural, =2 {%d} other {%s}}',
      "{count, plural, two {'{ $count }'} other {'{ $count }'}}",
      scope([['two', 2]], 'fluent'),
    ],
    [
      '{count, plural, =0 {x} zero {#} other {%s}}',
      '{count, plural, zero {x} other {%%s}}',
      scope([['zero', 0]], 'printf'),
    ],
    ['{count, plural, =1 {x} other {#}}', '{count, plural, =1 {x} other {%d}}', scope([['one', 1]], 'printf')],
  ])('keeps the form of each selector: %s', (current, incoming, of) => {
    expect(merge(incoming, current, of)).toEqual({ text: current, same: true });
  });
});

describe('mergePlural for a text that is repeated in each form', () => {
  it('returns that text', () => {
    const text = '{n, selectordinal, other {#th}}';
    const incoming =
      "{count, plural, one {'{'n, selectordinal, other '{#'th'}}'} other {'{'n, selectordinal, other '{#'th'}}'}}";
    expect(merge(incoming, text)).toEqual({ text, same: true });
    expect(merge('{count, plural, one {x} other {x}}', 'x')).toEqual({ text: 'x', same: true });
    expect(merge('{count, plural, one {x} other {y}}', 'x').same).toBe(false);
  });
});

describe('mergePlural for forms that a file cannot hold', () => {
  const current = '{n, plural, =0 {none} one {a file} other {# files}}';

  it('keeps them when the other forms are unchanged', () => {
    expect(merge("{count, plural, one {a file} other {'#' files}}", current)).toEqual({
      text: current,
      same: true,
      warning: { code: 'plural_form_kept', detail: expect.stringContaining('=0') },
    });
  });

  it('keeps them beside changed forms', () => {
    expect(merge("{count, plural, one {1 file} other {'#' files!}}", current)).toEqual({
      text: '{n, plural, =0 {none} one {1 file} other {# files!}}',
      same: false,
      warning: { code: 'plural_form_kept', detail: expect.stringContaining('=0') },
    });
  });

  it('adds none to a new translation', () => {
    expect(translated('{count, plural, other {x}}', current)).toBe('{n, plural, other {x}}');
  });

  it('removes forms that the file could hold and does not', () => {
    const { text } = merge('{n, plural, one {a file} other {# files}}', current, EVERY_FORM);
    expect(text).toBe('{n, plural, one {a file} other {# files}}');
    expect(merge('{n, plural, other {# files}}', current).text).toBe('{n, plural, =0 {none} other {# files}}');
  });

  it('removes them when the type of the plural changes', () => {
    expect(merge('{n, selectordinal, other {#th}}', current).text).toBe('{n, selectordinal, other {#th}}');
  });

  it('does not count a copy of the last category among them', () => {
    const copy = (text: string): string => `{count, plural, one {1} few {2} many {${text}} other {${text}}}`;
    expect(merge(copy('new'), copy('old'), RUSSIAN_PO)).toEqual({ text: copy('new'), same: false });
  });

  it('keeps the form of fractions when the file has only forms of integers', () => {
    const stored = '{count, plural, one {1} few {2} many {5} other {1.5}}';
    expect(merge('{count, plural, one {1} few {2} many {5} other {5}}', stored, RUSSIAN_PO)).toEqual({
      text: stored,
      same: true,
      warning: expect.objectContaining({ detail: expect.stringContaining('other') }),
    });
  });
});

describe('mergeText', () => {
  const current = '{count,plural,one{a}other{b}}';
  const written = (): string => 'a|b';
  const native = { isNative: true, written };
  const none = { isNative: false, written: (message: string): string => message };

  it('returns the current plural when the format writes it as this text', () => {
    expect(mergeText('a|b', current, native)).toEqual({ text: current, same: true });
  });

  it.each([none, native])('replaces a plural with a warning', (format) => {
    expect(mergeText('a|c', current, format)).toEqual({
      text: 'a|c',
      same: false,
      warning: { code: 'plural_replaced', detail: expect.any(String) },
    });
  });

  it('replaces a plural by a plural without a warning', () => {
    const text = '{count, plural, other {c}}';
    expect(mergeText(text, current, none)).toEqual({ text, same: false });
    expect(mergeText(text, current, native)).toEqual({ text, same: false });
  });

  it('replaces a text that is not a plural without a warning', () => {
    expect(mergeText('a|b', 'a|c', none)).toEqual({ text: 'a|b', same: false });
    expect(mergeText('a|b', null, native)).toEqual({ text: 'a|b', same: false });
  });
});
