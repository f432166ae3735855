import type { ParsedEntry, Plural, PluralScope } from '../../language-files';
import { type CollectorOptions, TranslationUnitCollector } from './unit-collector';
import { RefusedFileError } from './refused-file-error';

const DE = { language: 'de' };
const entry = (key: string, value: string | null, more: Partial<ParsedEntry> = {}): ParsedEntry => ({
  key,
  value,
  ...more,
});

const collected = (
  entries: readonly ParsedEntry[],
  namespace?: string,
  languages: { language: string; sourceLanguage?: string } = DE,
  options: Partial<CollectorOptions> = {},
) => {
  const collector = new TranslationUnitCollector({ metaId: 'po', ...options });
  for (const each of entries) collector.addEntry(each, namespace, languages);
  return contentOf(collector);
};
const contentOf = (collector: TranslationUnitCollector) => {
  collector.endFile();
  const { keys, units, warnings } = collector.result();
  return { keys: [...keys], units: [...units], warnings };
};
const refusalOf = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    if (error instanceof RefusedFileError) return error.refusal;
    throw error;
  }
  throw new Error('the file was not refused');
};

describe('TranslationUnitCollector', () => {
  it('collects a unit once if it occurs twice with the same text', () => {
    expect(collected([entry('a', 'x'), entry('a', 'x'), entry('b', null), entry('b', null)]).units).toHaveLength(2);
  });

  it.each([
    ['another text', 'y'],
    ['no text', null],
    ['an empty text', ''],
  ])('reports a unit that occurs a second time with %s, with its line', (_, text) => {
    const { code, errors } = refusalOf(() => collected([entry('a', 'x'), entry('a', text, { line: 7 })]));
    expect({ code, errors }).toMatchObject({ code: 'duplicate_key', errors: [{ key: 'a', language: 'de', line: 7 }] });
  });

  describe('with a unit that occurs three times with different texts', () => {
    const entries = [
      entry('a', 'x', { line: 3, meta: { n: 1 } }),
      entry('b', 'x', { line: 4 }),
      entry('a', 'y', { line: 5 }),
      entry('a', 'z', { line: 9, meta: { n: 3 } }),
    ];

    it.each([
      ['last', 'z', '{"n":3}', ['3 and 5', '5 and 9']],
      ['first', 'x', '{"n":1}', ['3 and 5', '3 and 9']],
    ] as const)('collects the %s text where the format has it so, and warns with both lines', (...expected) => {
      const [duplicates, text, meta, lines] = expected;
      const { units, warnings } = collected(entries, 'n', DE, { duplicates });
      expect(units).toEqual([
        { key: 0, language: 'de', text, fromSource: false, meta },
        { key: 1, language: 'de', text: 'x', fromSource: false },
      ]);
      expect(warnings.listed).toEqual(
        lines.map((both, index) => ({
          ...{ code: 'duplicate_key', key: 'n.a', language: 'de', line: [5, 9][index] },
          detail: `occurs on the lines ${both} with different texts in de; the ${duplicates} one counts`,
        })),
      );
    });

    it('refuses it if the import is strict', () => {
      const { errors } = refusalOf(() => collected(entries, undefined, DE, { duplicates: 'last', strict: true }));
      expect(errors).toMatchObject([
        {
          code: 'duplicate_key',
          line: 5,
          detail: 'occurs on the lines 3 and 5 with different texts in de; the last one counts',
        },
        { code: 'duplicate_key', line: 9 },
      ]);
    });

    it('refuses it in two files of an archive', () => {
      const collector = new TranslationUnitCollector({ metaId: 'json', duplicates: 'last' });
      for (const [path, text] of Object.entries({ 'de.json': 'x', 'x/de.json': 'y' })) {
        collector.beginFile(path, 'json');
        collector.addEntry(entry('a', text, { line: 2 }), undefined, DE);
        collector.endFile();
      }
      expect(refusalOf(() => collector.result())).toMatchObject({ code: 'duplicate_key', errors: [{ line: 2 }] });
    });
  });

  it('collects two units for one key in two languages', () => {
    const collector = new TranslationUnitCollector({ metaId: 'csv' });
    collector.addEntry(entry('a', 'x'), undefined, DE);
    collector.addEntry(entry('a', 'y'), undefined, { language: 'fr' });
    const { keys, units } = contentOf(collector);
    expect(keys).toEqual([{ name: 'a' }]);
    expect(units.map(({ key, language, text }) => [key, language, text])).toEqual([
      [0, 'de', 'x'],
      [0, 'fr', 'y'],
    ]);
  });

  it('prefers the target to the source text when a file translates the source language into itself', () => {
    const { units, warnings } = collected(
      [
        entry('id', 'x', { source: 'S', line: 3 }),
        entry('same', 'x', { source: 'x' }),
        entry('none', null, { source: 'T', meta: { state: 'new' } }),
        entry('empty', '', { source: 'U' }),
        entry('context\u0004gettext', 'x', { source: 'gettext' }),
      ],
      undefined,
      { language: 'en', sourceLanguage: 'en' },
    );
    expect(units.map(({ key, language, text, fromSource }) => [key, language, text, fromSource])).toEqual([
      [0, 'en', 'x', false],
      [1, 'en', 'x', false],
      [2, 'en', 'T', true],
      [3, 'en', 'U', true],
      [4, 'en', 'x', false],
    ]);
    expect(warnings.listed.map(({ code, key, line }) => [code, key, line])).toEqual([['source_replaced', 'id', 3]]);
  });

  it('keeps the complete source plural when the target has the same forms, as far as its format can express them', () => {
    const forms = new Map([
      ['one', '# file'],
      ['other', '# files'],
    ] as const);
    const value: Plural = { type: 'cardinal', arg: 'count', exact: new Map(), forms };
    const source = '{n, plural, =7 {a week} one {# file} other {# files}}';
    const collector = new TranslationUnitCollector({ metaId: 'qt-ts' });
    const plural: PluralScope = { categories: ['one', 'other'], exact: 'none' };
    const itself = { language: 'en', sourceLanguage: 'en', plural };
    collector.addEntry({ key: 'a', value, source, meta: { type: 'unfinished' } }, undefined, itself);
    collector.addEntry(entry('a', 'x', { source }), undefined, { language: 'de', sourceLanguage: 'en' });
    expect(contentOf(collector).units).toEqual([
      { key: 0, language: 'en', text: source, fromSource: false, plural, meta: '{"type":"unfinished"}' },
      { key: 0, language: 'de', text: 'x', fromSource: false },
    ]);
  });

  it('collects the source text of a bilingual file as a unit that is marked as such', () => {
    const { units } = collected([entry('a', 'x', { source: 'S' })], undefined, {
      language: 'de',
      sourceLanguage: 'en',
    });
    expect(units.map(({ language, text, fromSource }) => [language, text, fromSource])).toEqual([
      ['de', 'x', false],
      ['en', 'S', true],
    ]);
  });

  it('puts all names into the namespace, names with dots too', () => {
    expect(collected([entry('a.b', 'x')], 'n').keys).toEqual([{ name: 'n.a.b' }]);
  });

  it('keeps names that are special in objects', () => {
    const names = ['__proto__', 'constructor', '1', '0'];
    expect(collected(names.map((name) => entry(name, name))).keys.map(({ name }) => name)).toEqual(names);
  });

  it.each([
    ['a name that is too long', entry('x'.repeat(8_193), 'x')],
    ['U+0000', entry('a', '\0')],
    ['a lone surrogate', entry('a', '\ud800')],
    ['a text that is too long', entry('a', 'x'.repeat(65_537))],
    ['a description that is too long', entry('a', 'x', { description: 'x'.repeat(4_097) })],
  ])('reports %s, with its line', (_, wrong) => {
    const { code, errors } = refusalOf(() => collected([{ ...wrong, line: 3 }]));
    expect({ code, errors }).toMatchObject({ code: 'malformed_file', errors: [{ line: 3 }] });
  });

  it('leaves entries without a name in the file, with their lines', () => {
    const { keys, warnings } = collected([entry('', 'x', { line: 3 }), entry(' ', '', { line: 4 }), entry('a', 'x')]);
    expect(keys.map(({ name }) => name)).toEqual(['a']);
    expect(warnings.listed).toEqual([
      expect.objectContaining({ code: 'entry_kept_aside', key: '', line: 3 }),
      expect.objectContaining({ code: 'key_skipped', key: ' ', line: 4 }),
    ]);
  });

  it.each(['entry_unreadable', 'sheet_ignored', 'cell_error'])(
    'refuses texts that are not read (%s) where they would count as missing, and with strict',
    (code) => {
      const result = (options: Partial<CollectorOptions>) => {
        const collector = new TranslationUnitCollector({ metaId: 'fluent', ...options });
        collector.warn({ code, detail: 'not read', line: 3 });
        return collector.result();
      };
      expect(result({}).warnings.listed).toEqual([{ code, detail: 'not read', line: 3 }]);
      for (const options of [{ isWhole: true }, { strict: true }])
        expect(refusalOf(() => result(options))).toMatchObject({
          code: 'malformed_file',
          detail: 'not read',
          errors: [{ code: 'malformed_file', line: 3 }],
        });
    },
  );

  it.each(['sheet_without_header', 'other_cell_error'])('accepts what has neither keys nor texts (%s)', (code) => {
    const collector = new TranslationUnitCollector({ metaId: 'xlsx', isWhole: true, strict: true });
    collector.warn({ code, detail: 'not read' });
    expect(collector.result().warnings.listed).toEqual([{ code, detail: 'not read' }]);
  });

  it('lists the first 100 issues and the number of the others', () => {
    const { detail, errors } = refusalOf(() => collected(Array.from({ length: 250 }, () => entry('a', '\0'))));
    expect(errors).toHaveLength(100);
    expect(detail).toMatch(/and 249 more/);
  });

  it('lists the first 1,000 warnings and the number of all', () => {
    const collector = new TranslationUnitCollector({ metaId: 'json' });
    collector.beginFile('de.json', 'json');
    for (let line = 1; line <= 1_200; line++) collector.warn({ code: 'duplicate_ignored', detail: 'twice', line });
    const { listed, count } = collector.result().warnings;
    expect({ count, listed: listed.length }).toEqual({ count: 1_200, listed: 1_000 });
    expect(listed.at(-1)).toEqual({ code: 'duplicate_ignored', detail: '"de.json": twice', line: 1_000 });
  });

  it('replaces U+0000 and lone surrogates in metadata, and leaves escaped backslashes alone', () => {
    const { keys } = collected([entry('a', 'x', { keyMeta: { a: '\0\ud800', b: '\\u0000', c: '😀' } })]);
    expect(JSON.parse(keys[0]?.meta ?? '')).toEqual({ a: '\ufffd\ufffd', b: '\\u0000', c: '😀' });
  });
});
