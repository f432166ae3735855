import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareCodePoints } from '../../model/code-point-order';
import { describeCodec } from '../../contract/codec.contract';
import type { FileToWrite } from '../../model/codec';
import type { EntryToWrite, ParsedEntry } from '../../model/entry';
import type { MetaValue } from '../../model/meta';
import type { Plural, PluralCategory } from '../../model/plural';
import { entriesOf, parsed, written } from '../../contract/file-exchange.contract';
import { FileLimitError, MalformedFileError } from '../../model/format-errors';
import { stringsdictCodec } from './stringsdict-codec';
import { CPU_SECONDS, startCpuClock } from '../../contract/cpu-time.contract';

const isXml = (text: string) => !/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(text);

describeCodec(stringsdictCodec, {
  commentSyntaxes: ['<!-- text -->'],
  fixtures: join(__dirname, 'fixtures'),
  carriesText: isXml,
  carriesKey: isXml,
  carriesDescription: (text) => isXml(text) && !/--|\r/.test(text),
});

const fixture = (name: string, language?: string) =>
  parsed(stringsdictCodec, readFileSync(join(__dirname, 'fixtures', `${name}.stringsdict`)), { language });
const write = (entries: EntryToWrite[], file: Partial<FileToWrite> = {}) => written(stringsdictCodec, entries, file);
const plural = (forms: [PluralCategory, string][], more: Partial<Plural> = {}): Plural => ({
  type: 'cardinal',
  arg: 'count',
  exact: new Map(),
  forms: new Map(forms),
  ...more,
});
/** Writes one entry and returns its texts with the keys above them. */
const texts = (entry: EntryToWrite) =>
  [...write([entry]).text.matchAll(/<key>([^<]*)<\/key>\s*<string>([^<]*)<\/string>/g)].map(([, key, text]) => [key, text]); // prettier-ignore

describe('stringsdictCodec.parse', () => {
  it('reads a format with one variable as a plural whose argument is the variable', () => {
    const [files] = fixture('plurals').entries;
    expect(files).toEqual({
      key: '%d files',
      value: plural([['one', '%d file'], ['other', '%d files']], { arg: 'files' }),
      keyMeta: { valueType: 'd' },
      description: 'in the list',
      line: 7,
    }); // prettier-ignore
  });

  it('reads zero as =0 unless the language has the category "zero"', () => {
    const value = (language?: string) => fixture('plurals', language).entries[1]?.value;
    const forms: [PluralCategory, string][] = [['one', 'one <b> & more'], ['other', '%ld things']]; // prettier-ignore
    expect(value('en')).toEqual(plural(forms, { exact: new Map([[0, 'nothing']]) }));
    expect(value('ar')).toEqual(plural([['zero', 'nothing'], ...forms]));
    expect(value()).toEqual(plural([['zero', 'nothing'], ...forms]));
  });

  it('adds the texts around the variable to each form', () => {
    const { value, meta } = fixture('plurals').entries[2] ?? {};
    const forms: [PluralCategory, string][] = [
      ['one', 'You have %lu day left (100%%).'],
      ['other', 'You have %lu days left (100%%).'],
    ];
    expect(value).toEqual(plural(forms, { arg: 'n' }));
    expect(meta).toEqual({ format: 'You have %#@n@ left (100%%).' });
  });

  it('stores formats that cannot be derived from the name of the argument', () => {
    const { entries, warnings, meta } = fixture('plurals');
    expect(entries.slice(3).map((entry) => [entry.value, entry.meta])).toEqual([
      [plural([['other', '%d']], { arg: 'n' }), { format: '%1$#@n@' }],
      [plural([['other', '%d x']]), { format: '%#@my-files@' }],
      [plural([['one', '1'], ['other', '1']], { arg: 'n' }), undefined],
    ]); // prettier-ignore
    expect(warnings.map(({ code, key }) => [code, key])).toEqual([['plural_form_invented', 'without_other']]);
    expect(meta).toEqual({ header: [' Licence '] });
  });

  it('stores a value that is not a plural of one variable verbatim, with a warning', () => {
    const { entries, warnings } = fixture('two-variables');
    expect(entries.map(({ key, value, meta }) => [key, value, meta !== undefined])).toEqual([
      ['both', '%#@files@ in %#@folders@', true],
      ['argument', '%@ has %#@n@', true],
      ['nested', '%#@a@', true],
      ['other_rule', '%#@a@', true],
      ['gone', '%#@a@', false],
    ]);
    expect(warnings.map(({ code, key }) => [code, key])).toEqual(
      ['both', 'argument', 'nested', 'other_rule'].map((key) => ['variations_kept', key]),
    );
  });

  it('reads the most general of several variants for devices or widths', () => {
    const { entries, warnings } = fixture('variants');
    expect(entries.map(({ key, value }) => [key, value])).toEqual([
      ['device', 'Press'],
      ['width', 'Hello'],
      ['direct', 'a text'],
      ['format and more', 'x'],
    ]);
    expect(warnings.map(({ code, key }) => [code, key])).toEqual([
      ['variations_kept', 'device'],
      ['variations_kept', 'width'],
      ['variations_kept', 'direct'],
      ['element_ignored', 'number'],
      ['element_ignored', 'unknown'],
      ['variations_kept', 'format and more'],
    ]);
  });

  it('returns duplicates and names of Object.prototype in file order', () => {
    expect(fixture('duplicates').entries.map(({ key, value }) => [key, value])).toEqual([
      ['same', '1'],
      ['same', '2'],
      ['__proto__', '3'],
      ['constructor', '4'],
      ['10', '5'],
      ['2', '6'],
    ]);
  });

  it.each([
    ['key-without-value', 6, 3],
    ['value-without-key', 5, 3],
    ['last-key-without-value', 4, 1],
    ['inner-key-without-value', 7, 5],
    ['unknown-value', 6, 21],
    ['array', 4, 1],
    ['no-plist', 1, 1],
    ['binary', undefined, undefined],
    ['external-entity', 2, 34],
  ])('refuses %s and reports the position', (name, line, column) => {
    expect(() => fixture(name)).toThrow(MalformedFileError);
    expect(() => fixture(name)).toThrow(expect.objectContaining({ position: line ? { line, column } : {} }));
  });

  it('refuses files that are nested too deeply and ignores such metadata', () => {
    const nested = `${'<dict><key>a</key>'.repeat(200)}<string>x</string>${'</dict>'.repeat(200)}`;
    expect(() => parsed(stringsdictCodec, `<plist>${nested}</plist>`)).toThrow(FileLimitError);
    let verbatim: MetaValue = 'x';
    for (let i = 0; i < 10_000; i++) verbatim = { dict: [['a', verbatim]] };
    expect(texts({ key: 'k', value: 'v', meta: { verbatim } })).toEqual([['NSStringLocalizedFormatKey', 'v']]);
  });

  it('reads 100,000 entries in linear time', () => {
    const cpuSeconds = startCpuClock();
    const many = '<key>a</key><string>x</string>\n'.repeat(100_000);
    expect(parsed(stringsdictCodec, `<plist><dict>${many}</dict></plist>`).entries).toHaveLength(100_000);
    expect(cpuSeconds()).toBeLessThan(CPU_SECONDS);
  });
});

describe('stringsdictCodec.serialize', () => {
  it('writes fixtures that are read back with the same entries', () => {
    for (const name of ['plurals', 'two-variables', 'variants']) {
      const file = fixture(name, 'en');
      const { text, warnings } = write(entriesOf(file), { meta: file.meta });
      expect(parsed(stringsdictCodec, text, { language: 'en' }).entries.map(withoutLine)).toEqual(
        [...file.entries].sort((a, b) => compareCodePoints(a.key, b.key)).map(withoutLine),
      );
      // A format of the fixture names a variable that the file does not have.
      expect(warnings.filter(({ key }) => key !== 'gone')).toEqual([]);
    }
  });

  it('warns about a text whose variables it does not have', () => {
    expect(write([{ key: 'k', value: '%1$#@files@ in %#@folders@' }]).warnings).toEqual([
      {
        code: 'variables_dropped',
        detail: 'the file has no forms for %#@files@, %#@folders@; the text is written as it is',
        key: 'k',
      },
    ]);
  });

  it('moves the texts around the variable back to the format if all forms still contain them', () => {
    const meta = { format: 'You have %#@n@ left' };
    const forms: [PluralCategory, string][] = [['one', 'You have %d day left'], ['other', 'You have %d days left']]; // prettier-ignore
    const entry = { key: 'k', value: plural(forms, { arg: 'n' }), meta };
    expect(texts(entry)).toEqual([
      ['NSStringLocalizedFormatKey', 'You have %#@n@ left'],
      ['NSStringFormatSpecTypeKey', 'NSStringPluralRuleType'],
      ['NSStringFormatValueTypeKey', 'd'],
      ['one', '%d day'],
      ['other', '%d days'],
    ]);
    const changed = { ...entry, value: plural([['other', 'You have had %d']], { arg: 'n' }) };
    expect(texts(changed).filter(([key]) => key === 'other' || key === 'NSStringLocalizedFormatKey')).toEqual([
      ['NSStringLocalizedFormatKey', '%#@n@'],
      ['other', 'You have had %d'],
    ]);
  });

  it('writes =0 as zero and warns about other exact forms', () => {
    const value = plural([['other', '%u']], { exact: new Map([[0, 'none'], [2, 'two']]) }); // prettier-ignore
    const { text, warnings } = write([{ key: 'k', value }]);
    expect(text).toContain('<key>zero</key>\n      <string>none</string>');
    expect(text).toContain('<key>NSStringFormatValueTypeKey</key>\n      <string>u</string>');
    expect(warnings.map(({ code, detail }) => [code, detail])).toEqual([
      ['plural_form_dropped', 'the format has no form for exactly 2'],
    ]);
  });

  it('writes an ordinal as its ICU message', () => {
    const { text, warnings } = write([{ key: 'k', value: plural([['other', 'th']], { type: 'ordinal' }) }]);
    expect(text).toContain('<string>{count, selectordinal, other {th}}</string>');
    expect(warnings.map(({ code }) => code)).toEqual(['plural_as_icu']);
  });

  it('writes the changed text of a format with several variables, and drops the variables if the text does not use them', () => {
    const both = fixture('two-variables').entries.find(({ key }) => key === 'both');
    const entry = (value: string) => ({ key: 'both', value, meta: both?.meta });
    expect(texts(entry('in %#@folders@: %#@files@'))[0]).toEqual(['NSStringLocalizedFormatKey', 'in %#@folders@: %#@files@']); // prettier-ignore
    expect(texts(entry('in %#@folders@: %#@files@'))).toHaveLength(9);
    expect(texts(entry('files'))).toEqual([['NSStringLocalizedFormatKey', 'files']]);
    expect(write([entry('%#@other@')]).warnings.map(({ code }) => code)).toEqual(['variants_dropped']);
  });

  it('ignores stored metadata of an unexpected type', () => {
    const shapes: MetaValue[] = [
      7,
      null,
      ['x'],
      { dict: 7 },
      { dict: [['a']] },
      { scalar: 'script' },
      { array: [null] },
    ];
    for (const verbatim of shapes) {
      expect(texts({ key: 'k', value: 'v', meta: { verbatim } })).toEqual([['NSStringLocalizedFormatKey', 'v']]);
    }
  });

  it('names files as app bundles do', () => {
    expect(stringsdictCodec.pathOf?.('de')).toBe('de.lproj/Localizable.stringsdict');
    expect(stringsdictCodec.pathOf?.('pt-BR', 'menu')).toBe('pt-BR.lproj/menu.stringsdict');
  });
});

function withoutLine({ line: _line, ...entry }: ParsedEntry): Omit<ParsedEntry, 'line'> {
  return entry;
}
