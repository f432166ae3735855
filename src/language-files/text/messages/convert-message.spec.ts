import fc from 'fast-check';
import type { FormatCodec } from '../../model/codec';
import type { Plural, PluralCategory } from '../../model/plural';
import { stringsCodec } from '../../apple/strings/strings-codec';
import { stringsdictCodec } from '../../apple/stringsdict/stringsdict-codec';
import { xcstringsCodec } from '../../apple/xcstrings/xcstrings-codec';
import { poCodec } from '../../gettext/po-codec';
import { jsonCodec } from '../../json/json-codec';
import { androidCodec } from '../../android/android-codec';
import { fluentCodec } from '../../fluent/fluent-codec';
import { i18nextCodec } from '../../i18next/i18next-codec';
import { phpCodec } from '../../php/php-codec';
import { qtTsCodec } from '../../qt-ts/qt-ts-codec';
import { yamlRailsCodec } from '../../yaml/yaml-codec';
import type { PlaceholderStyle } from '../placeholders/placeholder';
import { pluralScopeOf } from '../plurals/plural-scope';
import { fromMessage, toMessage } from './convert-message';
import { mergePlural } from './merge-message';

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

  describe('for a plural of ICU', () => {
    const message = '{count, plural, one {# file of {total}} other {# files of {total}, 100%}}';
    const other = (codec: FormatCodec, text = message, style?: PlaceholderStyle, source?: string): unknown[] => {
      const warnings: string[] = [];
      const value = fromMessage(text, codec, { style, warn: (_, detail) => warnings.push(detail) }, source);
      return [typeof value === 'string' ? value : value.forms.get('other'), ...warnings];
    };

    it.each<[FormatCodec, string]>([
      [i18nextCodec, '{{count}} files of {{total}}, 100%'],
      [androidCodec, '%1$d files of %2$s, 100%%'],
      [stringsdictCodec, '%lld files of %@, 100%%'],
      [xcstringsCodec, '%lld files of %@, 100%%'],
      [poCodec, '%(count)d files of %(total)s, 100%%'],
      [yamlRailsCodec, '%{count} files of %{total}, 100%%'],
      [fluentCodec, '{ $count } files of { $total }, 100%'],
      [qtTsCodec, '%n files of %1, 100%'],
      [phpCodec, ':count files of :total, 100%'],
    ])('writes its arguments in the style of %p, whatever the style of texts', (codec, form) => {
      expect(other(codec)).toEqual([form]);
      expect(other(codec, message, 'icu')).toEqual([form]);
      if (codec.plurals === 'native') expect(other(codec, message, 'ruby')).toEqual(other(yamlRailsCodec));
    });

    it('names the number as the programs of the format do', () => {
      const text = '{n, plural, other {# files of {total}}}';
      expect(other(i18nextCodec, text)).toEqual(['{{count}} files of {{total}}']);
      expect(other(yamlRailsCodec, text)).toEqual(['%{count} files of %{total}']);
      expect(other(phpCodec, text)).toEqual([':count files of :total']);
      expect(other(fluentCodec, text)).toEqual(['{ $n } files of { $total }']);
      expect(other(i18nextCodec, '{n, plural, other {# of {count}}}')).toEqual(['{{n}} of {{count}}']);
    });

    it('gives arguments the positions of the source text', () => {
      const german = '{count, plural, one {{total}, # Datei} other {{owner} hat # Dateien von {total}}}';
      const source = '{count, plural, one {# file of {total}} other {# files of {total} by {owner}}}';
      expect(other(androidCodec, german, undefined, source)).toEqual(['%3$s hat %1$d Dateien von %2$s']);
      expect(other(qtTsCodec, german, undefined, source)).toEqual(['%2 hat %n Dateien von %1']);
      expect(other(poCodec, '{n, plural, one {#} other {# of {0}}}')).toEqual(['%2$d of %1$s']);
    });

    it('keeps what the format cannot hold, and names it', () => {
      const detail = (style: string, raw: string): string => `${raw} cannot be written in the style ${style}`;
      const text = '{count, plural, other {# files of {0}}}';
      expect(other(fluentCodec, text)).toEqual(['{ $count } files of { "{" }0{ "}" }', detail('fluent', '{0}')]);
      expect(other(androidCodec, '{count, plural, other {# of {size, number}}}')).toEqual([
        '%1$d of {size, number}',
        detail('android', '{size, number}'),
      ]);
      expect(other(i18nextCodec, '{count, plural, other {# of {size, number}}}')).toEqual([
        '{{count}} of {{size, number}}',
      ]);
    });

    it('leaves literal text as it is', () => {
      const literal = "{count, plural, other {'#' files of '{total}', 100% %d}}";
      const codecs = [i18nextCodec, androidCodec, stringsdictCodec, poCodec, yamlRailsCodec, fluentCodec, qtTsCodec];
      for (const codec of codecs) expect(other(codec, literal)).toEqual(['# files of {total}, 100% %d']);
    });

    const edits: [FormatCodec, string][] = [
      [i18nextCodec, '{{total}} has {{count}} files #1'],
      [androidCodec, '%2$s has %1$d files #1'],
      [stringsdictCodec, '%2$@ has %1$lld files #1'],
      [poCodec, '%(total)s has %(count)d files #1'],
      [yamlRailsCodec, '%{total} has %{count} files #1'],
      [fluentCodec, '{ $total } has { $count } files #1'],
      [qtTsCodec, '%1 has %n files #1'],
    ];
    it.each(edits)('is the same message when an import reads it again, with changes too: %p', (codec, edited) => {
      const scope = pluralScopeOf(codec, 'cardinal', 'en', {});
      const written = fromMessage(message, codec, silent);
      if (typeof written === 'string') throw new Error('a plural was expected');
      const file = { ...written, message: undefined };
      const read = (value: Plural): string => toMessage(value, silent) ?? '';
      expect(mergePlural(read(file), { current: message }, scope)).toMatchObject({ text: message, same: true });
      const change = { ...file, forms: new Map(file.forms).set('other', edited) };
      expect(mergePlural(read(change), { current: message }, scope).text).toBe(
        '{count, plural, one {{count} file of {total}} other {{total} has {count} files #1}}'.replace('#1', "'#'1"),
      );
      const added = { ...file, forms: new Map(file.forms).set('other', edited.replace('#', '')) };
      expect(mergePlural(read(added), { sourceText: message }, scope).text).toBe(
        '{count, plural, one {# file of {total}} other {{total} has # files 1}}',
      );
    });
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
