import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FluentBundle, FluentResource } from '@fluent/bundle';
import * as fc from 'fast-check';
import { describeCodec } from '../contract/codec.contract';
import { startCpuClock } from '../contract/cpu-time.contract';
import type { Plural, PluralCategory } from '../model/plural';
import { FileLimitError, UnwritableTextError } from '../model/format-errors';
import { entriesOf, parsed, written } from '../contract/file-exchange.contract';
import { fromMessage, toMessage, toWrittenValue } from '../text/messages/convert-message';
import { mergePlural } from '../text/messages/merge-message';
import { pluralScopeOf } from '../text/plurals/plural-scope';
import { fluentCodec } from './fluent-codec';
import { samples } from '../../../test/support/samples';

const fixture = (name: string): Buffer => readFileSync(join(__dirname, 'fixtures', name));

describeCodec(fluentCodec, {
  commentSyntaxes: ['# text', '## text', '### text'],
  fixtures: join(__dirname, 'fixtures'),
  // An attribute of a term needs the term's value beside it.
  carriesKey: (key) => /^(-[a-z][\w-]*|[a-z][\w-]*(\.[a-z][\w-]*)?)$/i.test(key),
  losslessWarnings: ['fluent_reference', 'entry_unreadable'],
  carriesDescription: (text) => !/\r(?:\n|$)/.test(text),
});

const plural = (
  forms: Partial<Record<PluralCategory, string>>,
  exact: [number, string][] = [],
  rest: Partial<Plural> = {},
): Plural => ({
  type: 'cardinal',
  arg: 'count',
  exact: new Map(exact),
  forms: new Map(Object.entries(forms) as [PluralCategory, string][]),
  ...rest,
});

const texts = (bytes: string | Buffer) => parsed(fluentCodec, bytes).entries.map(({ key, value }) => [key, value]);

describe('fluentCodec.parse', () => {
  it('refuses a file at the first of 500,000 lines that are no messages', () => {
    const cpuSeconds = startCpuClock();
    const position = { line: 2, column: 2 };
    expect(() => texts(`a = b\n${'c\n'.repeat(500_000)}`)).toThrow(expect.objectContaining({ position }));
    expect(cpuSeconds()).toBeLessThan(2);
  });

  it('reads messages, attributes, terms and plurals', () => {
    expect(texts(fixture('messages.ftl'))).toEqual([
      ['save', 'Save'],
      ['save.title', 'Save { $name }'],
      ['save.accesskey', 'S'],
      ['field.placeholder', 'Your name'],
      ['-brand', 'Glossa'],
      ['-brand.gender', 'neuter'],
      ['files', plural({ one: 'One file', other: '{ $count } files' }, [[0, 'No files']])],
      ['place', plural({ one: '{ $n }st', other: '{ $n }th' }, [], { type: 'ordinal', arg: 'n' })],
      ['polite', '{ $gender ->\n    [male] Sir\n   *[other] Dear\n}'],
      ['mixed', 'You have { $n ->\n    [one] one file\n   *[other] { $n } files\n}.'],
    ]);
  });

  it('reads the comment of a message as the description of its value or, without a value, of its first attribute', () => {
    const { entries } = parsed(fluentCodec, fixture('messages.ftl'));
    expect(entries.filter((e) => e.description !== undefined).map((e) => [e.key, e.description])).toEqual([
      ['save', 'Shown on the save button'],
      ['field.placeholder', 'Only attributes'],
    ]);
  });

  it('keeps group comments as metadata of the keys and other comments as metadata of the file', () => {
    const { entries, meta } = parsed(fluentCodec, fixture('messages.ftl'));
    expect(meta).toEqual({
      resourceComments: ['Resource comment\nof two lines'],
      comments: ['A comment that stands alone'],
    });
    expect(entries[0]?.keyMeta).toEqual({ group: 'Buttons' });
    expect(entries.at(-1)?.keyMeta).toEqual({ group: 'Counts' });
  });

  it('reads string literals that only escape characters as text', () => {
    expect(texts(fixture('special.ftl'))).toEqual([
      ['empty', ''],
      ['spaces', ' edge '],
      ['bracket', '[not a variant]\n.not an attribute'],
      ['quoted', '{ "\\"" } and {"\\u00A0"} and { "{" }braces{ "}" }'],
      ['lines', 'first\n\n  third, indented'],
    ]);
  });

  it('reads a selector with another meaning in ICU as text', () => {
    for (const [, value] of texts(fixture('not-plural.ftl'))) expect(value).toMatch(/^\{ .* ->\n/);
  });

  it('ignores a byte order mark and reads CRLF as LF', () => {
    expect(parsed(fluentCodec, fixture('bom-crlf.ftl')).entries).toEqual([
      { key: 'a', value: 'one', line: 1 },
      { key: 'b', value: 'two\nlines', description: 'c', line: 3 },
    ]);
  });

  it('returns duplicates in file order, with their lines', () => {
    expect(parsed(fluentCodec, fixture('duplicates.ftl')).entries).toEqual([
      { key: 'a', value: '1', line: 1 },
      { key: 'a', value: '2', line: 2 },
      { key: 'a.b', value: '3', line: 3 },
      { key: 'a.b', value: '4', line: 4 },
    ]);
  });

  it('reads the messages beside junk, with a warning', () => {
    const { entries, warnings } = parsed(fluentCodec, fixture('junk.ftl'));
    expect(entries.map(({ key, value }) => [key, value])).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(warnings).toMatchObject([
      { code: 'entry_unreadable', line: 3 },
      { code: 'entry_unreadable', line: 9 },
    ]);
  });

  it('refuses files with much junk and reports the position', () => {
    expect(() => parsed(fluentCodec, 'a = b\n' + 'wrong line\n'.repeat(100))).toThrow(
      expect.objectContaining({ code: 'malformed_file', position: { line: 2, column: 7 } }),
    );
  });

  it('refuses placeables that are nested too deeply', () => {
    expect(() => parsed(fluentCodec, `a =\n  ${'{'.repeat(1e5)}`)).toThrow(FileLimitError);
    expect(() => parsed(fluentCodec, `a = { ${'F('.repeat(1e5)}`)).toThrow(FileLimitError);
  });

  it('warns about a group comment without messages', () => {
    expect(parsed(fluentCodec, '## a\n\n## b\n\nk = v\n').warnings.map((w) => w.code)).toEqual(['comment_dropped']);
  });
});

describe('fluentCodec.serialize', () => {
  it.each(['messages.ftl', 'special.ftl', 'not-plural.ftl', 'bom-crlf.ftl'])(
    'writes %s back with the same entries, and the same bytes the second time',
    (name) => {
      const first = parsed(fluentCodec, fixture(name));
      const { text, warnings } = written(fluentCodec, entriesOf(first), { meta: first.meta });
      const second = parsed(fluentCodec, text);
      const strip = (entries: typeof first.entries) =>
        entries.map(({ line: _, ...entry }) => entry).sort((a, b) => (a.key < b.key ? -1 : 1));
      expect(strip(second.entries)).toEqual(strip(first.entries));
      expect(second.meta).toEqual(first.meta);
      expect(warnings).toEqual([]);
      expect(written(fluentCodec, entriesOf(second), { meta: second.meta }).text).toBe(text);
    },
  );

  it('writes messages by group and attributes below their message', () => {
    const first = parsed(fluentCodec, fixture('messages.ftl'));
    const { text } = written(fluentCodec, entriesOf(first), { meta: first.meta });
    expect(text).toBe(fixture('messages-by-key.ftl').toString());
  });

  it.each(['a b', '1a', 'a.b.c', '-', '', 'a.', '.a', 'é', '__proto__', 'a\n'])('refuses the key %j', (key) => {
    expect(() => written(fluentCodec, [{ key, value: 'x' }])).toThrow(UnwritableTextError);
    expect(() => written(fluentCodec, [{ key, value: 'x' }])).toThrow(JSON.stringify(key));
  });

  it('refuses lone surrogates, invalid argument names and terms without a value', () => {
    for (const entry of [
      { key: 'a', value: '\uD800' },
      { key: 'a', value: plural({ other: 'x' }, [], { arg: '0' }) },
      { key: '-a.b', value: 'x' },
    ])
      expect(() => written(fluentCodec, [entry])).toThrow(UnwritableTextError);
  });

  it('warns about a description that is not written', () => {
    const { text, warnings } = written(fluentCodec, [
      { key: 'a', value: 'x' },
      { key: 'a.b', value: 'y', description: 'of b' },
    ]);
    expect(text).toBe('a = x\n    .b = y\n');
    expect(warnings).toEqual([expect.objectContaining({ code: 'description_dropped', key: 'a.b' })]);
  });

  it('warns about arguments of ICU messages that Fluent reads as references or numbers', () => {
    const { text, warnings } = written(fluentCodec, [
      { key: 'a', value: '{name} and {0}, but {brand}, { $name }, {a b} and { "{name}" }' },
      { key: 'brand', value: 'Glossa' },
      { key: 'files', value: plural({ one: '{name} has # file', other: '{ name } has # files' }) },
    ]);
    expect(text).toContain('{name} and {0}');
    expect(warnings.map(({ code, key, detail }) => [code, key, detail.split(' is ')[0]])).toEqual([
      ['fluent_reference', 'a', '{name}, {0}'],
      ['fluent_reference', 'files', '{name}'],
    ]);
  });

  it('writes braces that ICU has in quotes so that programs show them, and reads them as the text of the project', () => {
    const silent = { warn: () => undefined };
    const message = "{count, plural, =0 {none} one {'{'n'}'} other {'{'n'}' of '{'all'}'}}";
    const value = toWrittenValue(fromMessage(message, fluentCodec, silent), fluentCodec);
    const { text } = written(fluentCodec, [{ key: 'files', value }]);
    const bundle = new FluentBundle('en', { useIsolating: false });
    expect(bundle.addResource(new FluentResource(text))).toEqual([]);
    const pattern = bundle.getMessage('files')?.value ?? '';
    const shown = [0, 1, 5].map((count) => bundle.formatPattern(pattern, { count }));
    expect(shown).toEqual(['none', '{n}', '{n} of {all}']);
    const scope = pluralScopeOf(fluentCodec, 'cardinal', 'en', {});
    const merge = (file: string) => {
      const read = toMessage(parsed(fluentCodec, file).entries[0]?.value ?? null, silent) ?? '';
      return mergePlural(read, { current: message, sourceText: message }, scope);
    };
    expect(merge(text)).toMatchObject({ text: message, same: true });
    const edited = { text: message.replace('none', 'nothing'), same: false };
    expect(merge(text.replace('none', 'nothing'))).toMatchObject(edited);
  });

  it('ignores stored metadata of an unexpected type', () => {
    const entry = { key: 'a', value: 'x', keyMeta: { group: 1 } };
    expect(written(fluentCodec, [entry], { meta: { comments: 'x', resourceComments: [1] } }).text).toBe('a = x\n');
  });

  it('writes generated files whose texts the Fluent runtime formats unchanged', () => {
    const piece = fc.constantFrom(
      ...'{}[].*"\\ \t\n\r#=-aé🙂\u0000\u0085\u2028\uFEFF<&',
      '\r\n',
      '    ',
      '{ a, b }',
      '{""}',
    );
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, text, (one, other) => {
        const file = written(fluentCodec, [
          { key: 'k', value: one },
          { key: 'k.a', value: other },
          { key: 'p', value: plural({ one, other }) },
        ]).text;
        const bundle = new FluentBundle('en', { useIsolating: false });
        expect(bundle.addResource(new FluentResource(file))).toEqual([]);
        const message = bundle.getMessage('k');
        const counted = bundle.getMessage('p');
        const formatted = [
          bundle.formatPattern(message?.value ?? '', {}, []),
          bundle.formatPattern(message?.attributes['a'] ?? '', {}, []),
          bundle.formatPattern(counted?.value ?? '', { count: 1 }, []),
          bundle.formatPattern(counted?.value ?? '', { count: 5 }, []),
        ];
        // `{a}` and `{ "x" }` are placeables, not text.
        fc.pre(!/\{[ \n\r]*[a"{]/.test(one + other));
        expect(formatted).toEqual([one, other, one, other]);
      }),
      { numRuns: process.env.FUZZ === undefined ? samples(500) : 5_000 },
    );
  });
});
