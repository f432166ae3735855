import fc from 'fast-check';
import type { FormatCodec } from '../../model/codec';
import type { Plural, PluralCategory } from '../../model/plural';
import { stringsCodec } from '../../apple/strings/strings-codec';
import { stringsdictCodec } from '../../apple/stringsdict/stringsdict-codec';
import { xcstringsCodec } from '../../apple/xcstrings/xcstrings-codec';
import { poCodec } from '../../gettext/po-codec';
import { jsonCodec } from '../../json/json-codec';
import { fromMessage, toMessage } from './convert-message';

const silent = { warn: () => undefined };
const plural = (forms: Partial<Record<PluralCategory, string>>, arg = 'count'): Plural => ({
  type: 'cardinal',
  arg,
  exact: new Map(),
  forms: new Map(Object.entries(forms) as [PluralCategory, string][]),
});

describe('toMessage', () => {
  it('returns a string unchanged to the code unit', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => toMessage(text, silent) === text));
  });

  it('returns null for an explicitly absent text', () => {
    expect(toMessage(null, silent)).toBeNull();
  });

  it('returns the ICU message of a plural with its literal braces quoted', () => {
    expect(toMessage(plural({ one: '{x} file', other: '# files' }), silent)).toBe(
      "{count, plural, one {'{'x'}' file} other {'#' files}}",
    );
  });

  it('keeps the placeholders of a plural that the file holds as an ICU message', () => {
    const message = '{count, plural, one {# file} other {# files of {owner}}}';
    const value = { ...plural({ one: '# file', other: '# files of {owner}' }), placeholders: ['#', '{owner}'] };
    expect(toMessage(value, silent)).toBe(message);
  });

  it('names the argument count when ICU does not accept its name', () => {
    expect(toMessage(plural({ other: 'x' }, 'a b'), silent)).toBe('{count, plural, other {x}}');
  });

  it('converts placeholders only when a style is given', () => {
    expect(toMessage('Hello %1$s', silent)).toBe('Hello %1$s');
    expect(toMessage('Hello %1$s', { ...silent, style: 'icu' })).toBe('Hello {0}');
  });
});

describe('fromMessage', () => {
  it("warns about variables of Apple's formats, except in these formats", () => {
    const codes = (codec: FormatCodec, text: string): string[] => {
      const warnings: string[] = [];
      expect(fromMessage(text, codec, { warn: (code) => warnings.push(code) })).toBe(text);
      return warnings;
    };
    expect(codes(jsonCodec, '%#@files@ in %1$#@folders@')).toEqual(['variables_dropped']);
    expect(codes(poCodec, '%#@files@')).toEqual(['variables_dropped']);
    expect(codes(jsonCodec, '100%#@, a#@b, %@ %#x')).toEqual([]);
    for (const codec of [stringsdictCodec, xcstringsCodec, stringsCodec]) expect(codes(codec, '%#@files@')).toEqual([]);
  });

  const backAndForth = (codec: FormatCodec, value: string | Plural) =>
    fromMessage(toMessage(value, silent) ?? '', codec, silent);

  it('returns the plural for a format with plurals', () => {
    expect(backAndForth(poCodec, plural({ one: '{x} file', other: '# files' }))).toMatchObject(
      plural({ one: '{x} file', other: '# files' }),
    );
  });

  it('returns the message for a format without plurals', () => {
    expect(backAndForth(jsonCodec, plural({ other: 'x' }))).toBe('{count, plural, other {x}}');
  });

  it('warns about ICU placeholders in the forms', () => {
    const codes: string[] = [];
    fromMessage('{n, plural, one {# file} other {# files}}', poCodec, { warn: (code) => codes.push(code) });
    expect(codes).toEqual(['icu_placeholder_kept']);
  });

  it.each([
    'You have {n, plural, one {# file} other {# files}} new',
    '{n, plural, offset:1 one {you and #} other {you and # others}}',
    '{n, plural, one {{g, select, male {him} other {them}}} other {x}}',
    '{g, select, male {{n, plural, other {x}}} other {y}}',
  ])('warns about a plural that the format cannot hold: %s', (text) => {
    const codes: string[] = [];
    const conversion = { warn: (code: string) => codes.push(code) };
    expect(fromMessage(text, poCodec, conversion)).toBe(text);
    expect(codes).toEqual(['plural_as_icu']);
    fromMessage(text, jsonCodec, conversion);
    expect(codes).toHaveLength(1);
  });

  it.each(['{g, select, male {him} other {them}}', '{n, plural, other {x}', 'a plural, or {two}'])(
    'produces no warning for %s',
    (text) => {
      const warn = jest.fn();
      expect(fromMessage(text, poCodec, { warn })).toBe(text);
      expect(warn).not.toHaveBeenCalled();
    },
  );
});
