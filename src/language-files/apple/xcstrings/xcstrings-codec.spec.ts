import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeCodec } from '../../contract/codec.contract';
import type { ParsedFile } from '../../model/codec';
import type { EntryToWrite } from '../../model/entry';
import type { Meta } from '../../model/meta';
import type { Plural, PluralCategory } from '../../model/plural';
import { PLURAL_LANGUAGES } from '../../contract/samples.contract';
import { parsed, written } from '../../contract/file-exchange.contract';
import { fromMessage, toMessage } from '../../text/messages/convert-message';
import { MalformedFileError } from '../../model/format-errors';
import { xcstringsCodec } from './xcstrings-codec';
import { writeFile } from '../../template/write-file';
import { concatChunks } from '../../contract/round-trip.contract';

const fixture = (name: string): Buffer => readFileSync(join(__dirname, 'fixtures', name));
const catalog = fixture('Localizable.xcstrings').toString();
const languages = ['en', 'de'];

const plural = (forms: [PluralCategory, string][], rest: Partial<Plural> = {}): Plural => ({
  type: 'cardinal',
  arg: 'count',
  exact: new Map(),
  forms: new Map(forms),
  ...rest,
});

/** Merges the entries of all languages into one entry per key. */
function mergeByKey({ entries }: ParsedFile): EntryToWrite[] {
  const byKey = new Map<string, EntryToWrite & { values: Map<string, string | Plural>; metas: Map<string, Meta> }>();
  for (const { key, language = '', value, description, keyMeta, meta } of entries) {
    const entry = byKey.get(key) ?? { key, description, keyMeta, values: new Map(), metas: new Map() };
    byKey.set(key, entry);
    if (value !== null) entry.values.set(language, value);
    if (meta) entry.metas.set(language, meta);
  }
  return [...byKey.values()];
}

const write = (entries: EntryToWrite[], rest = {}) => written(xcstringsCodec, entries, { languages, ...rest });
const readString = (text: string, key: string): unknown => JSON.parse(text).strings[key];

describeCodec(xcstringsCodec, {
  fixtures: join(__dirname, 'fixtures'),
  pluralLanguages: PLURAL_LANGUAGES.filter((language) => language !== 'en'),
});

describe('xcstringsCodec.parse', () => {
  const file = parsed(xcstringsCodec, catalog);
  const entry = (key: string, language: string) =>
    file.entries.find((found) => found.key === key && found.language === language);

  it('reads texts and plurals of all languages, with states other than "translated"', () => {
    expect(entry('%lld files', 'de')).toMatchObject({
      value: plural(
        [
          ['one', '%lld Datei'],
          ['other', '%lld Dateien'],
        ],
        { exact: new Map([[0, 'Keine Dateien']]) },
      ),
      description: 'Number of files',
      keyMeta: { attributes: '{"extractionState":"manual"}' },
      meta: { states: { other: 'needs_review' } },
    });
    expect(entry('Cancel', 'de')).toMatchObject({ value: 'Abbrechen', meta: { state: 'needs_review' } });
  });

  it('reads the key as the source text if the file has none', () => {
    expect(entry('Cancel', 'en')).toMatchObject({ value: 'Cancel', meta: { implicit: true } });
    expect(entry('Brand', 'en')).toMatchObject({
      value: 'Brand',
      keyMeta: { attributes: '{"shouldTranslate":false}' },
    });
    expect(entry('title', 'en')?.value).toBe('Files');
  });

  it('reads an empty unit with the state "new" as a missing text', () => {
    expect(entry('Hello', 'de')?.value).toBeNull();
  });

  it('keeps localizations that are neither texts nor plurals verbatim, with a warning', () => {
    expect(entry('Tap', 'de')).toMatchObject({ value: 'Klicken', meta: { text: 'Klicken' } });
    expect(entry('Phrase', 'de')?.value).toBeNull();
    expect(file.warnings.map(({ code, key }) => [code, key])).toEqual([
      ['key_skipped', ''],
      ['variations_kept', 'Phrase'],
      ['variations_kept', 'Tap'],
      ['variations_kept', 'title'],
    ]);
  });

  it('returns duplicates in file order and keeps a plural without "other" verbatim', () => {
    const odd = parsed(xcstringsCodec, fixture('odd.xcstrings'));
    expect(odd.entries.map(({ key, language, value }) => [key, language, value])).toEqual([
      ['a', 'de', 'x'],
      ['a', 'de', 'y'],
      ['a', 'en', 'a'],
      ['a', 'en', 'a'],
      ['b', 'fr', '1'],
      ['b', 'de', null],
      ['b', 'en', 'b'],
    ]);
    expect(odd.meta).toEqual({ attributes: '{"version":1.0,"x":[]}' });
  });

  it.each(['no-strings.xcstrings', 'no-localizations.xcstrings'])('refuses %s', (name) => {
    expect(() => parsed(xcstringsCodec, fixture(name))).toThrow(MalformedFileError);
  });
});

describe('a string of a catalog without a name that has texts', () => {
  const nameless = fixture('nameless.xcstrings').toString();
  const file = parsed(xcstringsCodec, nameless);

  it('is kept aside, with a warning', () => {
    expect(file.entries.map(({ key }) => key)).toEqual(['Save', 'Save']);
    expect(file.warnings).toEqual([
      expect.objectContaining({ code: 'entry_kept_aside', key: '', line: 4 }),
      expect.objectContaining({ code: 'entry_kept_aside', key: ' ', line: 20 }),
    ]);
  });

  it('comes back in the canonical layout', () => {
    expect(write(mergeByKey(file), { meta: file.meta }).text).toBe(nameless);
  });

  it('comes back in the layout of the file, also when a text of another string is changed', () => {
    const entries = mergeByKey(file).map((entry) => ({ ...entry, values: new Map([['en', 'Save'], ['de', 'Ablegen']]) })); // prettier-ignore
    const template = { bytes: Buffer.from(nameless), isForeign: false };
    const rewritten = writeFile(xcstringsCodec, {
      ...{ language: 'en', languages, sourceLanguage: 'en', projectName: '', warn: () => undefined },
      ...{ entries, template },
    });
    expect(Buffer.concat([...rewritten].map((part) => Buffer.from(part))).toString()).toBe(
      nameless.replace('Sichern', 'Ablegen'),
    );
  });
});

describe('xcstringsCodec.serialize', () => {
  it('writes an imported catalog back as Xcode writes it', () => {
    const file = parsed(xcstringsCodec, catalog);
    const { text, warnings } = write(mergeByKey(file), { meta: file.meta });
    expect(text).toBe(catalog);
    expect(warnings).toEqual([]);
  });

  it('writes the empty texts of a catalog back with their states, in the languages that have no text', () => {
    const empty = fixture('empty-texts.xcstrings').toString();
    const entries = mergeByKey(parsed(xcstringsCodec, empty)).map(({ values, ...entry }) => ({
      ...entry,
      values: new Map([...(values ?? [])].filter(([, text]) => text !== '')),
    }));
    expect(write(entries, { languages: ['en', 'de', 'fr'] }).text).toBe(empty);
  });

  it('changes the text of a device that an import reads, and replaces substitutions with a text without them', () => {
    const entries = mergeByKey(parsed(xcstringsCodec, catalog)).filter(({ key }) => ['Tap', 'title'].includes(key));
    const changed = new Map([
      ['Tap', { en: 'Tap', de: 'Antippen' }],
      ['title', { en: '%#@n@ files' }],
    ]);
    const { text, warnings } = write(
      entries.map((entry) => ({ ...entry, values: new Map(Object.entries(changed.get(entry.key) ?? {})) })),
    );
    const unit = (value: string) => ({ stringUnit: { state: 'translated', value } });
    expect(readString(text, 'Tap')).toEqual({
      localizations: { de: { variations: { device: { iphone: unit('Tippen'), other: unit('Antippen') } } } },
    });
    expect(readString(text, 'title')).toEqual({ localizations: { en: unit('%#@n@ files') } });
    expect(warnings).toEqual([expect.objectContaining({ code: 'variations_dropped', key: 'title', language: 'en' })]);
  });

  it('warns about a text whose variables it does not have', () => {
    const { warnings } = write([{ key: 'k', values: new Map([['en', '%#@files@']]) }]);
    expect(warnings).toEqual([expect.objectContaining({ code: 'variables_dropped', key: 'k', language: 'en' })]);
  });

  it('writes an implied source text if it differs from the key', () => {
    const metas = new Map([['en', { implicit: true }]]);
    const { text } = write([{ key: 'OK', values: new Map([['en', 'Okay']]), metas }]);
    expect(readString(text, 'OK')).toEqual({
      localizations: { en: { stringUnit: { state: 'translated', value: 'Okay' } } },
    });
  });

  it('writes a source text that equals the key if the imported file contained it', () => {
    const { text } = write([{ key: 'OK', values: new Map([['en', 'OK']]) }]);
    expect(readString(text, 'OK')).toEqual({
      localizations: { en: { stringUnit: { state: 'translated', value: 'OK' } } },
    });
  });

  it('writes an empty source text so that the key is not read as one', () => {
    const { text } = write([{ key: 'a.b', values: new Map([['de', 'x']]) }], { languages: ['de'], language: 'de' });
    expect(parsed(xcstringsCodec, text).entries.find(({ language }) => language === 'en')?.value).toBeNull();
  });

  it.each<[string, Plural]>([
    [
      'plural_form_dropped',
      plural(
        [
          ['one', 'a'],
          ['other', 'b'],
        ],
        { exact: new Map([[5, 'x']]) },
      ),
    ],
    [
      'plural_form_dropped',
      plural([
        ['zero', 'x'],
        ['other', 'b'],
      ]),
    ],
    [
      'plural_as_icu',
      plural(
        [
          ['one', 'a'],
          ['other', 'b'],
        ],
        { type: 'ordinal' },
      ),
    ],
    [
      'plural_argument_renamed',
      plural(
        [
          ['one', 'a'],
          ['other', 'b'],
        ],
        { arg: 'n' },
      ),
    ],
  ])('warns with the code %s', (code, value) => {
    const { warnings } = write([{ key: 'k', values: new Map([['en', value]]) }]);
    expect(warnings).toEqual([expect.objectContaining({ code, key: 'k', language: 'en' })]);
  });

  it('ignores stored metadata of an unexpected type', () => {
    const metas = new Map<string, Meta>([['en', { state: 1, states: 'x', verbatim: '{', text: 'T' }]]);
    const keyMeta = { attributes: '[]', localizations: 'x' };
    const { text } = write([{ key: 'k', values: new Map([['en', 'T']]), metas, keyMeta }], { meta: { attributes: 1 } });
    expect(readString(text, 'k')).toEqual({
      localizations: { en: { stringUnit: { state: 'translated', value: 'T' } } },
    });
  });
});

describe('xcstringsCodec in the layout of a template', () => {
  const template =
    '{"sourceLanguage":"en","strings":{"b":{"localizations":{"en":{"stringUnit":{"value":"B"}}}},"a":{}}}';
  const rewrite = (entries: EntryToWrite[]): string => {
    const file = { language: 'en', languages, sourceLanguage: 'en', projectName: 'P', entries, warn: () => undefined };
    const bytes = Buffer.from(template);
    const chunks = writeFile(xcstringsCodec, { ...file, template: { bytes, isForeign: false }, omitsMissing: true });
    return Buffer.from(concatChunks(chunks)).toString();
  };
  const [a, b] = [
    { key: 'a', values: new Map([['en', 'a']]), metas: new Map([['en', { implicit: true }]]) },
    { key: 'b', values: new Map([['en', 'B']]) },
  ];
  const german = '"de":{"stringUnit":{"state":"translated","value":"Be"}}';

  it('keeps the order, a unit without a state and a string without localizations', () => {
    expect(rewrite([a, b])).toBe(template);
  });

  it('adds a language to a string, and its first localizations', () => {
    const texts = new Map([
      ['en', 'B'],
      ['de', 'Be'],
    ]);
    expect(rewrite([a, { ...b, values: texts }])).toBe(template.replace('"en":{"s', `${german},"en":{"s`));
    expect(rewrite([{ ...a, values: new Map([...a.values, ['de', 'Be']]) }, b])).toBe(
      template.replace('"a":{}', `"a":{"localizations":{${german}}}`),
    );
  });

  it('adds languages and members where Xcode puts them', () => {
    const unit = (value: string): string => `{"stringUnit":{"state":"translated","value":"${value}"}}`;
    const string = (names: string[], before: string[] = [], behind: string[] = []): string => {
      const all = names.map((name) => `"${name}":${unit(name)}`).join(',');
      const members = [...before, ...(names.length > 0 ? [`"localizations":{${all}}`] : []), ...behind];
      return `{"sourceLanguage":"en","strings":{"k":{${members.join(',')}}}}`;
    };
    const edit = (file: string, names: string[], description?: string): string => {
      const values = new Map(names.map((name) => [name, name]));
      const chunks = writeFile(xcstringsCodec, {
        ...{ language: 'en', languages: ['en', 'fr', 'de', 'el'], sourceLanguage: 'en', projectName: 'P' },
        ...{ entries: [{ key: 'k', values, description }], warn: () => undefined },
        template: { bytes: Buffer.from(file), isForeign: false },
      });
      return Buffer.from(concatChunks(chunks)).toString();
    };
    expect(edit(string(['de', 'en']), ['en', 'fr', 'de', 'el'])).toBe(string(['de', 'el', 'en', 'fr']));
    const [comment, state, translate] = ['"comment":"C"', '"extractionState":"manual"', '"shouldTranslate":false'];
    expect(edit(string([], [state], [translate]), ['en', 'de'])).toBe(string(['de', 'en'], [state], [translate]));
    expect(edit(string(['en'], [state], [translate]), ['en'], 'C')).toBe(string(['en'], [comment, state], [translate]));
    expect(edit(string([], [state]), ['en'], 'C')).toBe(string(['en'], [comment, state]));
  });

  describe('of a text with variations or substitutions', () => {
    const unit = (value: string, state = 'translated') => ({ stringUnit: { state, value } });
    const device = (other: object) => ({ variations: { device: { iphone: unit('Tap', 'needs_review'), other } } });
    const forms = { variations: { plural: { one: unit('%arg file'), other: unit('%arg files') } } };
    const substitutions = {
      a: { argNum: 1, formatSpecifier: 'lld', ...forms },
      b: { argNum: 2, formatSpecifier: 'lld', ...forms },
    };
    const catalogOf = (en: object): string =>
      JSON.stringify({ sourceLanguage: 'en', strings: { k: { localizations: { en } } } });
    /** An edit through the API removes the metadata of the text. */
    const edit = (en: object, value: string, meta?: Meta) => {
      const warnings: string[] = [];
      const chunks = writeFile(xcstringsCodec, {
        ...{ language: 'en', languages: ['en'], sourceLanguage: 'en', projectName: 'P' },
        entries: [
          {
            key: 'k',
            values: new Map([['en', fromMessage(value, xcstringsCodec, { warn: () => undefined })]]),
            metas: new Map([['en', meta ?? {}]]),
          },
        ],
        template: { bytes: Buffer.from(catalogOf(en)), isForeign: false },
        warn: ({ code }) => warnings.push(code),
      });
      return { text: Buffer.from(concatChunks(chunks)).toString(), warnings };
    };
    const several = (value: string, state?: string) => ({ ...unit(value, state), substitutions });

    it.each<[string, object, string, Meta | undefined, object]>([
      ['the text of other devices', device(unit('Click', 'new')), 'Press', undefined, device(unit('Press'))],
      ['a text that is the old one again', device(unit('Click')), 'Click', undefined, device(unit('Click'))],
      ['its state', device(unit('Click')), 'Press', { state: 'needs_review' }, device(unit('Press', 'needs_review'))],
      [
        'the form "other" of other devices',
        device({ variations: { plural: { one: unit('a'), other: unit('b') } } }),
        'c',
        undefined,
        device({ variations: { plural: { one: unit('a'), other: unit('c') } } }),
      ],
      [
        'a text with the same substitutions',
        several('%#@a@ in %#@b@'),
        '%#@b@: %#@a@',
        undefined,
        several('%#@b@: %#@a@'),
      ],
    ])('changes %s, and nothing else', (_what, en, value, meta, expected) => {
      expect(edit(en, value, meta)).toEqual({ text: catalogOf(expected), warnings: [] });
    });

    it.each<[string, object, string, object]>([
      ['a text with other substitutions', several('%#@a@ in %#@b@'), 'in %#@b@', unit('in %#@b@')],
      [
        'a text with a substitution once more',
        several('%#@a@ in %#@b@'),
        '%#@a@ %#@b@ %#@b@',
        unit('%#@a@ %#@b@ %#@b@'),
      ],
      [
        'a text without substitutions',
        { ...unit('%#@a@'), substitutions: { a: substitutions.a } },
        'Files',
        unit('Files'),
      ],
      [
        'a plural',
        device(unit('Click')),
        '{count, plural, one {a} other {b}}',
        { variations: { plural: { one: unit('a'), other: unit('b') } } },
      ],
      ['a text instead of a set', { stringSet: { state: 'translated', values: ['a'] } }, 'b', unit('b')],
    ])('is replaced by %s, with a warning', (_what, en, value, expected) => {
      expect(edit(en, value)).toEqual({ text: catalogOf(expected), warnings: ['variations_dropped'] });
    });

    it.each([{}, { variations: {} }, { variations: { device: { other: {} } } }])(
      'is replaced without a warning if it has no text: %j',
      (en) => {
        expect(edit(en, 'b')).toEqual({ text: catalogOf(unit('b')), warnings: [] });
      },
    );
  });

  it('removes the string of a removed key', () => {
    expect(rewrite([b])).toBe(template.replace(',"a":{}', ''));
  });
});

describe('A text with substitutions in a catalog', () => {
  const unit = (value: string, state = 'translated') => ({ stringUnit: { state, value } });
  const substitution = (forms: Record<string, string>, more: object = { argNum: 1, formatSpecifier: 'lld' }) => ({
    ...more,
    variations: { plural: Object.fromEntries(Object.entries(forms).map(([name, text]) => [name, unit(text)])) },
  });
  const catalog = (value: string, substitutions: object): string =>
    JSON.stringify({
      sourceLanguage: 'en',
      strings: { k: { localizations: { en: { ...unit(value, 'needs_review'), substitutions } } } },
      version: '1.0',
    });
  const forms = { one: '%arg file', other: '%arg files' };
  const file = catalog('Found %#@files@ here', { files: substitution(forms) });
  const valueOf = (source: string) => parsed(xcstringsCodec, source).entries[0]?.value;

  it('is a plural of its only one, with the text around each form', () => {
    expect(valueOf(file)).toMatchObject({
      arg: 'files',
      forms: new Map([
        ['one', 'Found %lld file here'],
        ['other', 'Found %lld files here'],
      ]),
    });
    expect(parsed(xcstringsCodec, file).warnings).toEqual([]);
    expect(valueOf(catalog('%#@a@', { a: substitution(forms, { argNum: 2, formatSpecifier: '@' }) }))).toMatchObject({
      forms: new Map([
        ['one', '%2$@ file'],
        ['other', '%2$@ files'],
      ]),
    });
  });

  it('comes back as it was, and as variations if a form is changed', () => {
    const [read] = parsed(xcstringsCodec, file).entries;
    const conversion = { warn: () => undefined };
    const value = fromMessage(toMessage(read?.value ?? null, conversion) ?? '', xcstringsCodec, conversion);
    const entry: EntryToWrite = {
      key: 'k',
      values: new Map([['en', value]]),
      metas: new Map([['en', read?.meta ?? {}]]),
    };
    const { text } = written(xcstringsCodec, [entry], { languages: ['en'] });
    expect(JSON.parse(text)).toEqual(JSON.parse(file));
    const plural = fromMessage('{files, plural, one {One} other {%lld}}', xcstringsCodec, conversion);
    const values = new Map([['en', plural]]);
    const changed = written(xcstringsCodec, [{ ...entry, values }], { languages: ['en'] });
    expect(JSON.parse(changed.text)).toMatchObject({
      strings: { k: { localizations: { en: { variations: { plural: { one: unit('One'), other: unit('%lld') } } } } } },
    });
  });

  it.each([
    ['several of them', '%#@a@ %#@b@', { a: substitution(forms), b: substitution(forms) }],
    ['another argument', '%#@a@ of %@', { a: substitution(forms) }],
    ['another name', '%#@b@', { a: substitution(forms) }],
    ['no form "other"', '%#@a@', { a: substitution({ one: 'x' }) }],
    ['a number without a type', '%#@a@', { a: substitution(forms, {}) }],
    ['another variable in a form', '%#@a@', { a: substitution({ other: '%#@b@' }) }],
    ['something unknown', '%#@a@', { a: substitution(forms, { formatSpecifier: 'd', x: 1 }) }],
  ])('is kept as it is with %s', (_name, value, substitutions) => {
    const { entries, warnings } = parsed(xcstringsCodec, catalog(value, substitutions));
    expect(entries[0]?.value).toBe(value);
    expect(warnings).toMatchObject([{ code: 'variations_kept' }]);
  });
});
