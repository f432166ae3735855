import fc from 'fast-check';
import type { FormatCodec, Plural, PluralCategory } from '../formats/codec';
import { poCodec } from '../formats/po/po-codec';
import { jsonCodec } from '../formats/json/json-codec';
import { fromStoredText, inTermsOf, saysTheSame, toStoredText } from './stored-text';

const silent = { warn: () => undefined };
const plural = (forms: Partial<Record<PluralCategory, string>>, arg = 'count'): Plural => ({
  type: 'cardinal',
  arg,
  exact: new Map(),
  forms: new Map(Object.entries(forms) as [PluralCategory, string][]),
});

describe('a text on its way into the database', () => {
  it('is kept to the code unit when it is no plural', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => toStoredText(text, silent) === text));
  });

  it('stays absent when the file says that there is none', () => {
    expect(toStoredText(null, silent)).toBeNull();
  });

  it('is an ICU message when it was a plural, with its literal braces quoted', () => {
    expect(toStoredText(plural({ one: '{x} file', other: '# files' }), silent)).toBe(
      "{count, plural, one {'{'x'}' file} other {'#' files}}",
    );
  });

  it('takes the name count where the file has one that ICU cannot read', () => {
    expect(toStoredText(plural({ other: 'x' }, 'a b'), silent)).toBe('{count, plural, other {x}}');
  });

  it('has its placeholders converted only when asked', () => {
    expect(toStoredText('Hello %1$s', silent)).toBe('Hello %1$s');
    expect(toStoredText('Hello %1$s', { ...silent, style: 'icu' })).toBe('Hello {0}');
  });
});

describe('a text on its way out', () => {
  const backAndForth = (codec: FormatCodec, value: string | Plural) =>
    fromStoredText(toStoredText(value, silent) ?? '', codec, silent);

  it('is the plural again for a format that has plurals', () => {
    expect(backAndForth(poCodec, plural({ one: '{x} file', other: '# files' }))).toMatchObject(
      plural({ one: '{x} file', other: '# files' }),
    );
  });

  it('is the message for a format that has none', () => {
    expect(backAndForth(jsonCodec, plural({ other: 'x' }))).toBe('{count, plural, other {x}}');
  });

  it('warns where a form holds a placeholder of ICU', () => {
    const codes: string[] = [];
    fromStoredText('{n, plural, one {# file} other {# files}}', poCodec, { warn: (code) => codes.push(code) });
    expect(codes).toEqual(['icu_placeholder_kept']);
  });
});

describe('a plural that comes back from a format without ICU', () => {
  const message = '{n, plural, one {# file of {owner}} other {# files of {owner}}}';

  it('is the message that went out when nobody changed it', () => {
    const out = fromStoredText(message, poCodec, silent) as Plural;
    const back = toStoredText({ ...out, arg: 'count' }, silent) ?? '';
    expect(back).not.toBe(message);
    expect(inTermsOf(back, message)).toBe(message);
  });

  it('keeps the placeholders of its source text in a translation', () => {
    const german = toStoredText(plural({ one: '# Datei von {owner}', other: '# Dateien von {owner}' }), silent) ?? '';
    expect(inTermsOf(german, message)).toBe('{n, plural, one {# Datei von {owner}} other {# Dateien von {owner}}}');
  });

  it('stays as it is where the message that it replaces has no placeholder', () => {
    const stored = "{count, plural, one {'#' 1} other {'#' n}}";
    expect(inTermsOf(stored, '{count, plural, one {one} other {many}}')).toBe(stored);
    expect(inTermsOf(stored, 'no plural at all')).toBe(stored);
  });
});

describe('two messages', () => {
  it.each([
    ['{count, plural, other {x}}', '{count, plural, one {x} other {x}}'],
    ['{n, plural, =0 {none} one {a} other {# x}}', '{n, plural, =0 {none} one {a} few {# x} other {# x}}'],
  ])('say the same where a form that %s lacks is a copy of other', (lacking, whole) => {
    expect([saysTheSame(lacking, whole), saysTheSame(whole, lacking)]).toEqual([true, true]);
  });

  it.each([
    ['another form', '{count, plural, one {y} other {x}}'],
    ['an exact form', '{count, plural, =0 {x} other {x}}'],
    ['another argument', '{n, plural, other {x}}'],
    ['ordinals', '{count, selectordinal, other {x}}'],
    ['no plural', 'x'],
  ])('do not say the same with %s', (_what, message) => {
    expect(saysTheSame('{count, plural, other {x}}', message)).toBe(false);
  });

  it('do not say the same where one has a placeholder and the other its letters', () => {
    expect(saysTheSame('{count, plural, other {#}}', "{count, plural, other {'#'}}")).toBe(false);
  });
});
