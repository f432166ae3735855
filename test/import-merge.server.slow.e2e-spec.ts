import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import fc from 'fast-check';
import type { Client, Json } from './support/client';
import { EDITORS } from './support/edited-file';
import { Exchange, type Options } from './support/exchange';
import { type RunningApp, startApp } from './support/start-app';

type Texts = Record<string, string | null | undefined>;

describe('an import with a base', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const GERMAN = { format: 'json', language: 'de' };

  /** A project with a German file, and the revision of its export. */
  const given = async (
    german: Texts = { a: 'A1', b: 'B1' },
  ): Promise<{ exchange: Exchange; base: string; api: Client }> => {
    const { id, api } = await running.given.project({ targetLanguages: ['de', 'fr'] });
    const exchange = new Exchange(api, id);
    await exchange.imported({ bytes: JSON.stringify(english(german)) }, { format: 'json', language: 'en' });
    await exchange.imported({ bytes: JSON.stringify(german) }, GERMAN);
    return { exchange, base: await revisionOf(exchange), api };
  };
  const english = (texts: Texts): Texts => Object.fromEntries(Object.keys(texts).map((name) => [name, `en ${name}`]));
  const revisionOf = async (exchange: Exchange): Promise<string> =>
    (await exchange.export(GERMAN)).headers.get('x-glossa-revision') ?? '';
  const german = async (exchange: Exchange): Promise<Record<string, string>> => (await exchange.texts()).de ?? {};
  const sent = (exchange: Exchange, texts: Texts, options: Options) =>
    exchange.import({ bytes: JSON.stringify(texts) }, { ...GERMAN, details: true, ...options });

  it('takes what only the file has changed, and leaves what only the project has changed', async () => {
    const { exchange, base } = await given();
    await exchange.put('a', { translations: { de: 'A2' } });
    const { body } = await sent(exchange, { a: 'A1', b: 'B2' }, { base });
    expect(body.details.pairs.map(({ key, merge, reason }: Json) => [key, merge, reason])).toEqual([
      ['a', 'ours', 'kept'],
      ['b', 'theirs', 'changed'],
    ]);
    expect(body).toMatchObject({ updated: 1, skipped: 1, details: { conflicts: [], conflictCount: 0 } });
    expect(await german(exchange)).toEqual({ a: 'A2', b: 'B2' });
  });

  it('refuses what both have changed, writes nothing, and names the texts', async () => {
    const { exchange, base } = await given();
    await exchange.put('a', { translations: { de: 'A2' } });
    const { status, body } = await sent(exchange, { a: 'A3', b: 'B2' }, { base });
    expect([status, body.code, body.conflictCount]).toEqual([400, 'merge_conflict', 1]);
    expect(body.conflicts).toEqual([
      { id: expect.any(String), name: 'a', language: 'de', reason: 'text', base: 'A1', file: 'A3', now: 'A2' },
    ]);
    expect(await german(exchange)).toEqual({ a: 'A2', b: 'B1' });
  });

  it.each([
    ['overwrite', 'A3'],
    ['keep', 'A2'],
    ['keep-reviewed', 'A3'],
  ])('settles conflicts by the rule %s, and merges the rest', async (conflict, text) => {
    const { exchange, base } = await given();
    await exchange.put('a', { translations: { de: 'A2' } });
    const { body } = await sent(exchange, { a: 'A3', b: 'B2' }, { base, conflict });
    expect(body.details.conflictCount).toBe(1);
    expect(await german(exchange)).toEqual({ a: text, b: 'B2' });
  });

  it('keeps reviewed texts in conflict by the rule keep-reviewed, and takes changes of other reviewed texts', async () => {
    const { exchange, base } = await given({ a: 'A1', b: 'B1' });
    await exchange.put('a', { translations: { de: 'A2' }, states: { de: 'reviewed' } });
    await exchange.put('b', { states: { de: 'reviewed' } });
    await sent(exchange, { a: 'A3', b: 'B2' }, { base, conflict: 'keep-reviewed' });
    expect(await german(exchange)).toEqual({ a: 'A2', b: 'B2' });
  });

  it('shows conflicts in a dry run, which is not refused', async () => {
    const { exchange, base } = await given();
    await exchange.put('a', { translations: { de: 'A2' } });
    const { status, body } = await sent(exchange, { a: 'A3', b: 'B1' }, { base, dryRun: true });
    expect(status).toBe(200);
    expect(body.details.pairs.map(({ merge, after }: Json) => [merge, after])).toEqual([
      ['conflict', 'A2'],
      ['same', 'B1'],
    ]);
    expect(body.details.conflicts).toHaveLength(1);
  });

  it('takes texts that both sides have changed in the same way, and texts back to their former version', async () => {
    const { exchange, base } = await given();
    await exchange.put('a', { translations: { de: 'A2' } });
    await exchange.put('b', { translations: { de: 'B2' } });
    await exchange.put('b', { translations: { de: 'B1' } });
    const { status } = await sent(exchange, { a: 'A2', b: 'B3' }, { base });
    expect(status).toBe(200);
    expect(await german(exchange)).toEqual({ a: 'A2', b: 'B3' });
  });

  it('does not bring back a key that was deleted, unless the file has changed it', async () => {
    const { exchange, base } = await given();
    await exchange.deleteKeys('a', 'b');
    const { status, body } = await sent(exchange, { a: 'A1', b: 'B2' }, { base });
    expect([status, body.conflicts]).toMatchObject([400, [{ name: 'b', base: 'B1', file: 'B2', now: null }]]);
    await sent(exchange, { a: 'A1', b: 'B2', c: 'C1' }, { base, conflict: 'overwrite' });
    expect(await exchange.texts()).toMatchObject({ de: { b: 'B2', c: 'C1' } });
    expect(Object.keys((await exchange.texts()).de ?? {})).toEqual(['b', 'c']);
  });

  describe('of a key that was deleted since', () => {
    const unit = (id: string, text: string): string =>
      `<trans-unit id="${id}"><source>en ${id}</source><target>${text}</target></trans-unit>`;
    const xliff = (a: string, b: string): string =>
      `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" target-language="de" datatype="plaintext" original="app"><body>${unit('a', a)}${unit('b', b)}</body></file></xliff>`;
    const po = (a: string, b: string): string =>
      `msgid ""\nmsgstr "Language: de\\n"\n\nmsgctxt "a"\nmsgid "en a"\nmsgstr "${a}"\n\nmsgctxt "b"\nmsgid "en b"\nmsgstr "${b}"\n`;

    it.each([
      ['XLIFF', xliff, { format: 'xliff', language: 'de' }],
      ['PO', po, { format: 'po', language: 'de' }],
    ])('brings back the source text of %s with the text of the file', async (_, fileOf, options) => {
      const { id, api } = await running.given.project({ targetLanguages: ['de'] });
      const exchange = new Exchange(api, id);
      await exchange.imported({ bytes: fileOf('A1', 'B1') }, options);
      const before = await exchange.texts();
      const base = (await exchange.export(options)).headers.get('x-glossa-revision') ?? '';
      const [, name = ''] = Object.keys(before.de ?? {});
      await exchange.deleteKeys(name);
      const file = { bytes: fileOf('A1', 'B2') };
      const dry = await exchange.imported(file, { ...options, base, conflict: 'overwrite', dryRun: true });
      const [{ id: conflict }] = dry.details.conflicts;
      const { imported, details } = await exchange.imported(file, { ...options, base, takeFile: conflict });
      expect([dry.imported, imported, dry.details.pairs]).toEqual([2, 2, details.pairs]);
      expect(await exchange.texts()).toEqual({
        en: before.en,
        de: { ...before.de, [name]: 'B2' },
      });
    });

    const row = (b: string): string => `key,en,de,fr\na,A,Ade,Afr\nb,${b},Bde,Bfr\n`;
    const givenTable = async (): Promise<{ exchange: Exchange; base: string; api: Client }> => {
      const { id, api } = await running.given.project({ targetLanguages: ['de', 'fr'] });
      const exchange = new Exchange(api, id);
      await exchange.imported({ bytes: row('B') }, { format: 'csv' });
      const { headers } = await exchange.export({ format: 'csv', language: ['en', 'de', 'fr'] });
      await exchange.deleteKeys('b');
      return { exchange, base: headers.get('x-glossa-revision') ?? '', api };
    };

    it.each([{}, { detailsOf: 'changes' }])(
      'brings back all texts that the file has with one of them: %j',
      async (of) => {
        const { exchange, base } = await givenTable();
        const options = { format: 'csv', base, conflict: 'overwrite', ...of };
        const dry = await exchange.imported({ bytes: row('B2') }, { ...options, dryRun: true });
        expect(
          dry.details.pairs.slice(-3).map(({ language, reason, merge }: Json) => [language, reason, merge]),
        ).toEqual([
          ['en', 'new', 'conflict'],
          ['de', 'new', 'theirs'],
          ['fr', 'new', 'theirs'],
        ]);
        const { details, imported, warnings } = await exchange.imported({ bytes: row('B2') }, options);
        expect([imported, dry.imported, dry.details.pairs, warnings]).toEqual([3, 3, details.pairs, []]);
        expect(await exchange.texts()).toEqual({
          en: { a: 'A', b: 'B2' },
          de: { a: 'Ade', b: 'Bde' },
          fr: { a: 'Afr', b: 'Bfr' },
        });
      },
    );

    it('brings back texts before the text that is taken', async () => {
      const { exchange, base } = await givenTable();
      const bytes = row('B').replace('Bfr', 'Bfr2');
      await exchange.imported({ bytes }, { format: 'csv', base, conflict: 'overwrite' });
      expect(await exchange.texts()).toMatchObject({ en: { b: 'B' }, de: { b: 'Bde' }, fr: { b: 'Bfr2' } });
    });

    it('brings back nothing where the file changes nothing, or empties a text', async () => {
      const { exchange, base } = await given();
      await exchange.deleteKeys('a', 'b');
      const { body } = await sent(exchange, { a: 'A1', b: '' }, { base, empty: 'clear' });
      expect([body.details.createdKeys, (await exchange.texts()).en]).toEqual([0, {}]);
    });

    it('has a conflict where the caller cannot write a language of the texts that come back', async () => {
      const { exchange, base, api } = await givenTable();
      const scopes = ['projects:read', 'translations:read', 'translations:write', 'keys:write'];
      const { apiKey } = (await api.post('api-keys', { name: 'German', scopes, languages: ['de'] })).body;
      const german = new Exchange(api.as(apiKey.secret), exchange.projectId);
      const bytes = row('B').replace('Bde', 'Bde2');
      const { status, body } = await german.import({ bytes }, { format: 'csv', base, conflict: 'overwrite' });
      expect([status, body.conflicts]).toMatchObject([
        400,
        [
          { name: 'b', language: 'en', reason: 'language_not_allowed', base: 'B', file: 'B', now: null },
          { name: 'b', language: 'fr', reason: 'language_not_allowed', base: 'Bfr', file: 'Bfr', now: null },
        ],
      ]);
      expect((await german.import({ bytes }, { format: 'csv', base, conflict: 'keep' })).status).toBe(200);
      expect(Object.keys((await exchange.texts()).en ?? {})).toEqual(['a']);
    });
  });

  it('compares a key with the texts of its name at the base, whatever was renamed since', async () => {
    const { exchange, base } = await given();
    await exchange.put('a', { name: 'c' });
    await exchange.put('b', { name: 'a' });
    const { body } = await sent(exchange, { a: 'A1', b: 'B1' }, { base, dryRun: true });
    expect(body.details.pairs.map(({ key, merge }: Json) => [key, merge])).toEqual([
      ['a', 'ours'],
      ['b', 'ours'],
    ]);
    await sent(exchange, { a: 'A1', b: 'B1' }, { base });
    expect(await german(exchange)).toEqual({ a: 'B1', c: 'A1' });
  });

  it('removes texts that have left the file, and not what the project has changed or added since', async () => {
    const { exchange, base } = await given({ a: 'A1', b: 'B1', c: 'C1' });
    await exchange.put('b', { translations: { de: 'B2' } });
    await exchange.imported({ bytes: '{"new":"N"}' }, GERMAN);
    const options = { base, missingTexts: 'remove' };
    const refused = await sent(exchange, { c: 'C1' }, options);
    expect(refused.body.conflicts).toMatchObject([{ name: 'b', file: null, now: 'B2' }]);
    await sent(exchange, { c: 'C1' }, { ...options, conflict: 'keep' });
    expect(await german(exchange)).toEqual({ b: 'B2', c: 'C1', new: 'N' });
  });

  it('keeps the previous msgid and comments of a PO message that only the project has changed since', async () => {
    const { id, api } = await running.given.project({ targetLanguages: ['de'] });
    const exchange = new Exchange(api, id);
    const options = { format: 'po', language: 'de' };
    const file = (head: string): { bytes: string } => ({
      bytes: `msgid ""\nmsgstr ""\n"Language: de\\n"\n\n${head}msgid "Save"\nmsgstr "Sichern"\n`,
    });
    await exchange.imported(file(''), options);
    const base = (await exchange.export(options)).headers.get('x-glossa-revision') ?? '';
    const head = '# For the toolbar\n#, fuzzy\n#| msgid "Store"\n';
    await exchange.imported(file(head), options);
    const canonical = async (): Promise<string> =>
      Buffer.from(await exchange.exported({ ...options, layout: 'canonical' })).toString();
    await exchange.imported(file(''), { ...options, base });
    expect(await canonical()).toContain(head);
    await exchange.imported(file('# Other\n'), { ...options, base });
    expect(await canonical()).toContain('# Other\n');
  });

  it('deletes keys that have left the source file, and not keys that the project has changed or added since', async () => {
    const { exchange, base } = await given({ a: 'A1', b: 'B1', c: 'C1' });
    await exchange.put('b', { translations: { fr: 'b' } });
    await exchange.imported({ bytes: '{"new":"N"}' }, { ...GERMAN, language: 'en' });
    const options = { language: 'en', base, deleteMissing: true };
    const refused = await sent(exchange, { c: 'en c' }, options);
    expect(refused.body.conflicts).toMatchObject([
      { name: 'b', language: null, reason: 'deleted', texts: [{ language: 'fr', base: null, now: 'b' }] },
    ]);
    const { body } = await sent(exchange, { c: 'en c' }, { ...options, conflict: 'keep' });
    expect(body.details.deletedKeys).toEqual(['a']);
    expect(Object.keys((await exchange.texts()).en ?? {})).toEqual(['b', 'c', 'new']);
  });

  it('has the texts of a deleted key that have changed since the base, and is another conflict with other ones', async () => {
    const { exchange, base } = await given({ a: 'A1', b: 'B1', c: 'C1' });
    await exchange.put('a', { translations: { de: 'A2' } });
    await exchange.put('b', { translations: { de: null } });
    await exchange.put('c', { description: 'c' });
    const options = { language: 'en', base, deleteMissing: true };
    const refused = async (): Promise<Json[]> =>
      (await sent(exchange, { d: 'D' }, options)).body.conflicts.filter(({ name }: Json) => name !== 'd');
    const before = await refused();
    expect(before.map(({ name, texts }) => [name, texts])).toEqual([
      ['a', [{ language: 'de', base: 'A1', now: 'A2' }]],
      ['b', [{ language: 'de', base: 'B1', now: null }]],
      ['c', []],
    ]);
    await exchange.put('a', { translations: { de: 'A3' } });
    const ids = (await refused()).map(({ id }) => id);
    expect(before.map(({ id }) => ids.includes(id))).toEqual([false, true, true]);
  });

  it('merges the descriptions of a source file', async () => {
    const { id, api } = await running.given.project({});
    const exchange = new Exchange(api, id);
    const file = (a: string, b: string): string => `# ${a}\na = A\n\n# ${b}\nb = B\n`;
    const options = { format: 'properties', language: 'en' };
    await exchange.imported({ bytes: file('a1', 'b1') }, options);
    const base = (await exchange.export(options)).headers.get('x-glossa-revision') ?? '';
    await exchange.put('a', { description: 'a2' });
    await exchange.imported({ bytes: file('a1', 'b3') }, { ...options, base });
    expect(await exchange.descriptions()).toEqual({ a: 'a2', b: 'b3' });
    const { body } = await exchange.import({ bytes: file('a3', 'b3') }, { ...options, base });
    expect(body.conflicts).toEqual([
      { id: expect.any(String), name: 'a', language: null, reason: 'description', base: 'a1', file: 'a3', now: 'a2' },
    ]);
    await exchange.put('a', { description: 'a4' });
    await exchange.imported({ bytes: file('a5', 'b5') }, { ...options, base, conflict: 'overwrite' });
    expect(await exchange.descriptions()).toEqual({ a: 'a5', b: 'b5' });
    const next = (await exchange.export(options)).headers.get('x-glossa-revision') ?? '';
    await exchange.put('a', { description: 'a6' });
    await exchange.imported({ bytes: file('a7', 'b7') }, { ...options, base: next, conflict: 'keep' });
    expect(await exchange.descriptions()).toEqual({ a: 'a6', b: 'b7' });
  });

  it.each([
    ['a table without descriptions', 'key,en,de\na,A,DE\n', { format: 'csv' }],
    ['a table with an empty cell', 'key,en,de,description\na,A,DE,\n', { format: 'csv' }],
    ['a file that never had the comment', 'a = DE\n', { format: 'properties', language: 'en' }],
  ])('merges no descriptions of a file that says nothing about them: %s', async (_, bytes, options) => {
    const { id, api } = await running.given.project({ targetLanguages: ['de'] });
    const exchange = new Exchange(api, id);
    await exchange.imported({ bytes: bytes.replace('DE', 'old') }, options);
    await exchange.put('a', { description: 'D1' });
    const base = (await exchange.export({ ...options, language: 'en' })).headers.get('x-glossa-revision') ?? '';
    await exchange.put('a', { description: 'D2' });
    await exchange.imported({ bytes }, { ...options, base });
    expect(await exchange.descriptions()).toEqual({ a: 'D2' });
    expect(JSON.stringify(await exchange.texts())).toContain('DE');
  });

  it('has a conflict where a file lacks a comment that it had, and that the project has changed', async () => {
    const { id, api } = await running.given.project({});
    const exchange = new Exchange(api, id);
    const options = { format: 'properties', language: 'en' };
    await exchange.imported({ bytes: '# D1\na = A\n' }, options);
    const base = (await exchange.export(options)).headers.get('x-glossa-revision') ?? '';
    await exchange.put('a', { description: 'D2' });
    const { body } = await exchange.import({ bytes: 'a = A\n' }, { ...options, base });
    expect(body.conflicts).toMatchObject([{ reason: 'description', base: 'D1', file: null, now: 'D2' }]);
  });

  describe('of descriptions and length limits of keys that did not have their names at the base', () => {
    const PROPERTIES = { format: 'properties', language: 'en' };
    const commented = (description: string | undefined, name = 'a'): string =>
      `${description === undefined ? '' : `# ${description}\n`}${name} = A\n`;
    const givenSource = async (bytes: string): Promise<{ exchange: Exchange; base: string; api: Client }> => {
      const { id, api } = await running.given.project({ targetLanguages: ['de'] });
      const exchange = new Exchange(api, id);
      await exchange.imported({ bytes }, PROPERTIES);
      return { exchange, base: (await exchange.export(PROPERTIES)).headers.get('x-glossa-revision') ?? '', api };
    };
    const create = (exchange: Exchange, body: Json) => exchange.api.post(`projects/${exchange.projectId}/keys`, body);
    const merged = (exchange: Exchange, bytes: string, options: Options) =>
      exchange.import({ bytes }, { ...PROPERTIES, details: true, ...options });
    const withoutIds = ({ conflicts }: Json): Json => conflicts?.map(({ id: _, ...conflict }: Json) => conflict);

    it.each(['0', undefined])('has a conflict of another description of a key that the base %s lacks', async (zero) => {
      const { exchange, base } = await givenSource('z = Z\n');
      await create(exchange, { name: 'a', value: 'A', description: 'theirs' });
      const options = { base: zero ?? base };
      const { status, body } = await merged(exchange, commented('mine'), options);
      expect([status, withoutIds(body)]).toEqual([
        400,
        [{ name: 'a', language: null, reason: 'description', base: null, file: 'mine', now: 'theirs' }],
      ]);
      expect((await merged(exchange, commented('theirs'), options)).status).toBe(200);
      expect((await merged(exchange, commented('mine'), { ...options, conflict: 'keep' })).status).toBe(200);
      expect(await exchange.descriptions()).toEqual({ a: 'theirs' });
      await merged(exchange, commented('mine'), { ...options, conflict: 'overwrite' });
      expect(await exchange.descriptions()).toEqual({ a: 'mine' });
    });

    it('has a conflict of another length limit of a key that the base lacks', async () => {
      const { exchange, base } = await givenSource('z = Z\n');
      await create(exchange, { name: 'a', value: 'A', maxLength: 20 });
      const bytes = `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" target-language="de" datatype="plaintext" original="app"><body><trans-unit id="a" maxwidth="30" size-unit="char"><source>A</source><target>A1</target></trans-unit></body></file></xliff>`;
      const { body } = await exchange.import({ bytes }, { format: 'xliff', language: 'de', base });
      expect(withoutIds(body)).toEqual([
        { name: 'a', language: null, reason: 'max_length', base: null, file: '30', now: '20' },
      ]);
    });

    it('adds a description of a key that the base lacks and nobody has described', async () => {
      const { exchange, base } = await givenSource('z = Z\n');
      await create(exchange, { name: 'a', value: 'A' });
      expect((await merged(exchange, commented('mine'), { base })).status).toBe(200);
      expect(await exchange.descriptions()).toEqual({ a: 'mine' });
    });

    it('leaves the descriptions of keys that have exchanged their names', async () => {
      const { exchange, base } = await givenSource(commented('d1') + commented('d2', 'b'));
      await exchange.put('a', { name: 'c' });
      await exchange.put('b', { name: 'a' });
      await merged(exchange, commented('d1') + commented('d2', 'b'), { base });
      expect(await exchange.descriptions()).toEqual({ a: 'd2', c: 'd1' });
      const { body } = await merged(exchange, commented('d3') + commented('d2', 'b'), { base });
      expect(withoutIds(body)).toEqual([
        { name: 'a', language: null, reason: 'description', base: 'd1', file: 'd3', now: 'd2' },
      ]);
    });

    it('leaves the description of a key that was deleted and created again', async () => {
      const { exchange, base } = await givenSource(commented('d1'));
      await exchange.deleteKeys('a');
      await create(exchange, { name: 'a', value: 'A', description: 'd2' });
      expect((await merged(exchange, commented('d1'), { base })).status).toBe(200);
      expect(await exchange.descriptions()).toEqual({ a: 'd2' });
    });

    it.each([
      ['the key is new', 'z = Z\n'],
      ['the key had no description', commented(undefined)],
    ])('leaves a description from a later file of the format that the file does not have: %s', async (_, first) => {
      const { exchange, base } = await givenSource(first);
      await exchange.imported({ bytes: commented('theirs') }, PROPERTIES);
      expect((await merged(exchange, commented(undefined), { base })).status).toBe(200);
      expect(await exchange.descriptions()).toEqual({ a: 'theirs' });
    });
  });

  it('does not fill in a description that the project has removed since the base', async () => {
    const { id, api } = await running.given.project({ targetLanguages: ['de'] });
    const exchange = new Exchange(api, id);
    const file = (text: string): string => `msgid ""\nmsgstr "Language: de\\n"\n\n#. D1\nmsgid "a"\nmsgstr "${text}"\n`;
    const options = { format: 'po', language: 'de' };
    await exchange.imported({ bytes: file('old') }, options);
    const base = (await exchange.export(options)).headers.get('x-glossa-revision') ?? '';
    await exchange.put('a', { description: null });
    await exchange.imported({ bytes: file('DE') }, { ...options, base });
    expect(await exchange.descriptions()).toEqual({});
    expect(await german(exchange)).toEqual({ a: 'DE' });
  });

  it('merges the length limits of a file that has them', async () => {
    const { id, api } = await running.given.project({ targetLanguages: ['de'] });
    const exchange = new Exchange(api, id);
    const units = (...units: [id: string, maxwidth: number, target: string][]): string =>
      `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" target-language="de" datatype="plaintext" original="app"><body>${units
        .map(
          ([id, maxwidth, target]) =>
            `<trans-unit id="${id}" maxwidth="${maxwidth}" size-unit="char"><source>${id}</source><target>${target}</target></trans-unit>`,
        )
        .join('')}</body></file></xliff>`;
    const limits = async (): Promise<Json> => {
      const { body } = await api.get(`projects/${id}/keys?limit=10`);
      return Object.fromEntries(body.keys.map(({ name, maxLength }: Json) => [name, maxLength]));
    };
    const options = { format: 'xliff', language: 'de' };
    await exchange.imported({ bytes: units(['a', 20, 'A1'], ['b', 20, 'B1']) }, options);
    const base = (await exchange.export(options)).headers.get('x-glossa-revision') ?? '';
    await exchange.put('a', { maxLength: 40 });
    await exchange.imported({ bytes: units(['a', 20, 'A2'], ['b', 30, 'B1']) }, { ...options, base });
    expect([await limits(), await german(exchange)]).toEqual([
      { a: 40, b: 30 },
      { a: 'A2', b: 'B1' },
    ]);
    const both = { bytes: units(['a', 50, 'A2'], ['b', 30, 'B1']) };
    expect((await exchange.import(both, { ...options, base })).body.conflicts).toEqual([
      { id: expect.any(String), name: 'a', language: null, reason: 'max_length', base: '20', file: '50', now: '40' },
    ]);
    await exchange.imported(both, { ...options, base, conflict: 'keep' });
    expect(await limits()).toEqual({ a: 40, b: 30 });
    await exchange.put('a', { maxLength: null });
    await exchange.imported({ bytes: units(['a', 20, 'A2'], ['b', 30, 'B1']) }, { ...options, base });
    expect(await limits()).toEqual({ a: null, b: 30 });
    await exchange.put('a', { maxLength: 40 });
    await exchange.imported(both, { ...options, base, conflict: 'overwrite' });
    expect(await limits()).toEqual({ a: 50, b: 30 });
  });

  it('merges states of files that have them', async () => {
    const { exchange, api } = await given();
    const xliff = { format: 'xliff2', language: 'de' };
    const { headers, bytes } = await exchange.export(xliff);
    const base = headers.get('x-glossa-revision') ?? '';
    await exchange.put('a', { states: { de: 'reviewed' } });
    const unchanged = await exchange.imported({ bytes }, { ...xliff, base });
    expect(unchanged).toMatchObject({ updated: 0, details: { conflictCount: 0 } });
    const { keys } = (await api.get(`projects/${exchange.projectId}/keys?include=translations`)).body;
    expect(keys.map(({ states }: Json) => states.de)).toEqual(['reviewed', 'translated']);
  });

  it('sets the state of the option `state` for texts of the file that it takes, and for no others', async () => {
    const { exchange, base, api } = await given({ a: 'A1', b: 'B1', c: 'C1', d: 'D1' });
    await exchange.put('a', { states: { de: 'reviewed' } });
    await exchange.put('c', { translations: { de: 'C2' } });
    await exchange.put('d', { translations: { de: 'D2' } });
    const { body } = await sent(
      exchange,
      { a: 'A1', b: 'B2', c: 'C2', d: 'D3', e: 'E1' },
      { base, state: 'draft', conflict: 'overwrite' },
    );
    expect(body).toMatchObject({ imported: 1, updated: 2, details: { conflictCount: 1 } });
    const { keys } = (await api.get(`projects/${exchange.projectId}/keys?include=translations`)).body;
    expect(Object.fromEntries(keys.map(({ name, states }: Json) => [name, states.de]))).toEqual({
      ...{ a: 'reviewed', b: 'draft', c: 'translated', d: 'draft', e: 'draft' },
    });
  });

  describe('by a caller who may not make each change', () => {
    const SCOPES = ['projects:read', 'translations:read', 'translations:write'];

    /** A project whose text `a` is reviewed and protected, and a caller who may only write texts. */
    const givenTranslator = async (): Promise<Awaited<ReturnType<typeof given>> & { translator: Exchange }> => {
      const { exchange, base, api } = await given();
      await exchange.put('a', { states: { de: 'reviewed' } });
      await api.patch(`projects/${exchange.projectId}`, { protectReviewed: true });
      const { apiKey } = (await api.post('api-keys', { name: 'Translator', scopes: SCOPES })).body;
      return { exchange, base, api, translator: new Exchange(api.as(apiKey.secret), exchange.projectId) };
    };

    it.each<[string, Texts, Options, Json]>([
      [
        'a reviewed text',
        { a: 'A2', b: 'B2' },
        {},
        { reason: 'review_not_allowed', base: 'A1', file: 'A2', now: 'A1' },
      ],
      [
        'the removal of a reviewed text',
        { b: 'B2' },
        { missingTexts: 'remove' },
        { reason: 'review_not_allowed', base: 'A1', file: null, now: 'A1' },
      ],
      [
        'an empty text for a reviewed one',
        { a: '', b: 'B2' },
        { empty: 'clear' },
        { reason: 'review_not_allowed', base: 'A1', file: null, now: 'A1' },
      ],
      [
        'a new key',
        { a: 'A1', b: 'B2', c: 'C1' },
        {},
        { name: 'c', reason: 'create_not_allowed', base: null, file: 'C1', now: null },
      ],
    ])('has a conflict with the reason: %s', async (_, texts, options, conflict) => {
      const { exchange, base, translator } = await givenTranslator();
      const before = await german(exchange);
      for (const rule of [undefined, 'overwrite']) {
        const refused = await sent(translator, texts, { base, ...options, conflict: rule });
        expect([refused.status, refused.body.conflicts]).toMatchObject([
          400,
          [{ name: 'a', language: 'de', ...conflict }],
        ]);
        expect(await german(exchange)).toEqual(before);
      }
      const shown = await sent(translator, texts, { base, ...options, dryRun: true });
      expect([shown.status, shown.body.details.conflicts]).toMatchObject([200, [conflict]]);
      const [{ id }] = shown.body.details.conflicts;
      const taken = await sent(translator, texts, { base, ...options, takeFile: id });
      expect([taken.status, taken.body.code]).toEqual([400, 'merge_conflict']);
      expect((await sent(translator, texts, { base, ...options, takeNow: id })).status).toBe(200);
      expect(await german(exchange)).toEqual({ a: 'A1', b: 'B2' });
    });

    it('has a conflict with the reason for a key that left the source file', async () => {
      const { exchange, base, translator } = await givenTranslator();
      const options = { language: 'en', base, deleteMissing: true };
      expect((await sent(translator, { a: 'en a', b: 'en b' }, options)).status).toBe(200);
      const { status, body } = await sent(translator, { b: 'en b2' }, options);
      expect([status, body.conflicts]).toMatchObject([
        400,
        [{ name: 'a', language: null, reason: 'delete_not_allowed' }],
      ]);
      await sent(translator, { b: 'en b2' }, { ...options, conflict: 'keep' });
      expect((await exchange.texts()).en).toEqual({ a: 'en a', b: 'en b2' });
    });

    it('is refused without a base', async () => {
      const { translator } = await givenTranslator();
      for (const [texts, options] of [
        [{ a: 'A2' }, {}],
        [{ b: 'B1' }, { missingTexts: 'remove' }],
        [{ c: 'C1' }, {}],
        [
          { a: 'en a', b: 'en b' },
          { language: 'en', deleteMissing: true },
        ],
      ] as const) {
        const { status, body } = await sent(translator, texts, options);
        expect([status, body.code]).toEqual([403, 'missing_scope']);
      }
    });
  });

  describe('with a choice for each conflict', () => {
    /** A project and a file that conflict in `a` and `b`, with the ids of these conflicts. */
    const givenConflicts = async (): Promise<Awaited<ReturnType<typeof given>> & { ids: Record<string, string> }> => {
      const project = await given({ a: 'A1', b: 'B1', c: 'C1' });
      await project.exchange.put('a', { translations: { de: 'A2' } });
      await project.exchange.put('b', { translations: { de: 'B2' } });
      const { body } = await sent(project.exchange, FILE, { base: project.base, dryRun: true });
      return { ...project, ids: Object.fromEntries(body.details.conflicts.map(({ name, id }: Json) => [name, id])) };
    };
    const FILE = { a: 'A3', b: 'B3', c: 'C3' };

    it('lists the conflicts that are left before the others, and counts them', async () => {
      const { exchange, base, ids } = await givenConflicts();
      const { body } = await sent(exchange, FILE, { base, takeFile: ids.a, dryRun: true });
      const { conflicts, conflictCount, openConflictCount } = body.details;
      expect([conflictCount, openConflictCount]).toEqual([2, 1]);
      expect(conflicts.map(({ name }: Json) => name)).toEqual(['b', 'a']);
    });

    it('takes the chosen version of each, and all others by the rule', async () => {
      const { exchange, base, ids } = await givenConflicts();
      const refused = await sent(exchange, FILE, { base, takeFile: ids.a });
      expect([refused.status, refused.body.conflicts]).toMatchObject([400, [{ id: ids.b, name: 'b' }]]);
      const { status } = await sent(exchange, FILE, { base, takeFile: ids.a, takeNow: ids.b });
      expect([status, await german(exchange)]).toEqual([200, { a: 'A3', b: 'B2', c: 'C3' }]);

      const next = await givenConflicts();
      await sent(next.exchange, FILE, { base: next.base, takeNow: next.ids.a, conflict: 'overwrite' });
      expect(await german(next.exchange)).toEqual({ a: 'A2', b: 'B3', c: 'C3' });
    });

    it('is refused if a version was not seen', async () => {
      const { exchange, base, ids } = await givenConflicts();
      const choices = { base, takeFile: [ids.a, ids.b].join() };
      await exchange.put('b', { translations: { de: 'B9' } });
      const moved = await sent(exchange, FILE, choices);
      expect([moved.status, moved.body.errors]).toMatchObject([400, [{ parameter: 'takeFile', code: 'not_found' }]]);
      expect(moved.body.errors[0].detail).toContain(ids.b);
      await exchange.put('b', { translations: { de: 'B3' } });
      expect((await sent(exchange, FILE, choices)).body.errors).toHaveLength(1);
      expect((await sent(exchange, { ...FILE, a: 'A4' }, { base, takeFile: ids.a })).status).toBe(400);
      expect(await german(exchange)).toEqual({ a: 'A2', b: 'B3', c: 'C1' });
      // What else was changed is no reason to refuse.
      await exchange.put('c', { translations: { fr: 'c' } });
      expect((await sent(exchange, FILE, { base, takeFile: ids.a })).status).toBe(200);
      expect(await german(exchange)).toEqual({ a: 'A3', b: 'B3', c: 'C3' });
    });

    it('settles conflicts of removed texts, deleted keys and descriptions', async () => {
      const { exchange, base } = await given({ a: 'A1', b: 'B1' });
      await exchange.put('a', { translations: { de: 'A2' }, description: 'now' });
      await exchange.put('b', { translations: { de: 'B2' } });
      const file = { bytes: '# file\na = en a' };
      const options = { format: 'properties', language: 'en', base, deleteMissing: true };
      const { body } = await exchange.import(file, options);
      const kinds = body.conflicts.map(({ reason, file, now }: Json) => ({ reason, file, now }));
      expect(kinds).toEqual([
        { reason: 'deleted', file: null, now: null },
        { reason: 'description', file: 'file', now: 'now' },
      ]);
      const [deleted, described] = body.conflicts.map(({ id }: Json) => id);
      expect((await exchange.import(file, { ...options, takeFile: deleted, takeNow: described })).status).toBe(200);
      expect([await exchange.texts(), await exchange.descriptions()]).toMatchObject([
        { de: { a: 'A2' } },
        { a: 'now' },
      ]);
      expect(await german(exchange)).toEqual({ a: 'A2' });
      const removed = { base, missingTexts: 'remove' };
      const [{ id }] = (await sent(exchange, {}, removed)).body.conflicts;
      await sent(exchange, {}, { ...removed, takeFile: id });
      expect(await german(exchange)).toEqual({});
    });

    it('needs a base, ids, and one choice for a conflict', async () => {
      const { exchange, base, ids } = await givenConflicts();
      for (const [options, parameter, code] of [
        [{ takeFile: ids.a }, 'takeFile', 'not_allowed'],
        [{ base, takeFile: ids.a, takeNow: ids.a }, 'takeNow', 'duplicate'],
        [{ base, takeNow: 'a' }, 'takeNow', 'invalid_format'],
        [
          { base, takeFile: Array.from({ length: 1_001 }, (_, i) => `id${i + 10_000_000_000_000}`.slice(0, 16)) },
          'takeFile',
          'too_many',
        ],
      ] as const) {
        const { status, body } = await sent(exchange, FILE, options);
        expect([status, body.errors]).toMatchObject([400, [{ parameter, code }]]);
      }
    });
  });

  describe('that is not known', () => {
    const likelyBase = async (exchange: Exchange, texts: Texts, options: Options = {}): Promise<Json> => {
      const { status, body } = await sent(exchange, texts, { dryRun: true, findBase: true, ...options });
      expect(status).toBe(200);
      return body.details.likelyBase;
    };

    it('is found as the revision that had the most texts of the file', async () => {
      const { exchange, base } = await given({ a: 'A1', b: 'B1', c: 'C1' });
      await exchange.put('c', { translations: { de: 'C2' } });
      const old = await revisionOf(exchange);
      await exchange.put('c', { translations: { fr: 'c' } });
      for (const [name, text] of [
        ['a', 'A2'],
        ['b', 'B2'],
        ['a', 'A3'],
      ] as const)
        await exchange.put(name, { translations: { de: text } });
      const file = { a: 'A1', b: 'B1', c: 'edited' };
      expect(await likelyBase(exchange, file)).toEqual({ revision: Number(base), sameTexts: 2, sameTextsNow: 0 });
      expect(await likelyBase(exchange, { ...file, c: 'C2' })).toMatchObject({ revision: Number(old), sameTexts: 3 });
      expect(await likelyBase(exchange, { a: 'A3', b: 'B2', c: 'edited' })).toBeNull();
      expect(await likelyBase(exchange, { a: 'x', d: 'y' })).toBeNull();
      await exchange.deleteKeys('c');
      expect(await likelyBase(exchange, file)).toMatchObject({ revision: Number(base), sameTexts: 2 });
    });

    it('needs a dry run with details', async () => {
      const { exchange } = await given();
      const { status, body } = await sent(exchange, { a: 'x' }, { findBase: true });
      expect([status, body.errors]).toMatchObject([400, [{ parameter: 'findBase', code: 'not_allowed' }]]);
    });
  });

  it('merges each file of a zip with its own language', async () => {
    const { exchange, base } = await given();
    await exchange.put('a', { translations: { de: 'A2', fr: 'Fa2' } });
    const files = { 'de.json': '{"a":"A1","b":"B2"}', 'fr.json': '{"b":"Fb"}' };
    const bytes = zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));
    await exchange.imported({ bytes }, { format: 'json', base });
    const zip = unzipSync(await exchange.exported({ format: 'json', language: ['de', 'fr'] }));
    expect(Object.fromEntries(Object.entries(zip).map(([path, file]) => [path, JSON.parse(strFromU8(file))]))).toEqual({
      'de.json': { a: 'A2', b: 'B2' },
      'fr.json': { a: 'Fa2', b: 'Fb' },
    });
  });

  describe('of a file whose layout has changed since', () => {
    const LAYOUTS: Record<string, { base: string; now: string; file: string; merged: string }> = {
      yaml: {
        base: '# head\na: A1\nb: B1\nc: C1\n',
        now: '# head\na: A1\n\n# about c\nc: C2\nb: B1\n# of the project\nd: D\n',
        file: '# new head\na: A2\nb: B1\nc: C1\n# of the file\ne: E\n',
        merged: '# new head\na: A2\n\n# about c\nc: C2\nb: B1\n# of the project\nd: D\n# of the file\ne: E\n',
      },
      properties: {
        base: '# head\r\na=A1\r\nb=B1\r\nc=C1\r\n',
        now: '# head\r\na=A1\r\n\r\n! apart\r\n\r\nc = C2\r\nb=B1\r\n',
        file: '# head\na=A2\nb=B1\nc=C1\n# of the file\ne=E\n',
        merged: '# head\r\na=A2\r\n\r\n! apart\r\n\r\nc = C2\r\nb=B1\r\n# of the file\r\ne=E\r\n',
      },
      json: {
        base: '{\n  "a": "A1",\n  "b": "B1",\n  "c": "C1"\n}\n',
        now: '{\n  "c": "C2",\n  "d": "D",\n\n  "a": "A1",\n  "b": "B1"\n}\n',
        file: '{\n  "a": "A2",\n  "e": "E",\n  "b": "B1",\n  "c": "C1"\n}\n',
        merged: '{\n  "c": "C2",\n  "d": "D",\n\n  "a": "A2",\n  "b": "B1",\n  "e": "E"\n}\n',
      },
      android: {
        base: '<resources>\n  <string name="a">A1</string>\n  <string name="b">B1</string>\n</resources>\n',
        now: '<resources>\n  <!-- apart -->\n\n  <string name="b">B2</string>\n  <string name="a">A1</string>\n</resources>\n',
        file: '<resources>\n  <string name="a">A2</string>\n  <string name="b">B1</string>\n  <!-- end -->\n</resources>\n',
        merged:
          '<resources>\n  <!-- apart -->\n\n  <string name="b">B2</string>\n  <string name="a">A2</string>\n  <!-- end -->\n</resources>\n',
      },
    };

    /** Imports a file as one repository, then as another that was at the revision before. */
    const pushed = async (
      { base, now, file }: Record<'base' | 'now' | 'file', string>,
      options: Options,
      last: Options = {},
    ): Promise<{ exchange: Exchange; warnings: Json[] }> => {
      const { id, api } = await running.given.project({ targetLanguages: ['de'] });
      const exchange = new Exchange(api, id);
      await exchange.imported({ bytes: base }, options);
      const revision = (await exchange.export(options)).headers.get('x-glossa-revision') ?? '';
      await exchange.imported({ bytes: now }, { ...options, base: revision });
      const { warnings } = await exchange.imported({ bytes: file }, { ...options, base: revision, ...last });
      return { exchange, warnings };
    };

    it.each(Object.keys(LAYOUTS))('has the lines of both: %s', async (format) => {
      const { merged = '', ...versions } = LAYOUTS[format] ?? { base: '', now: '', file: '' };
      const options = { format, language: 'de' };
      const { exchange, warnings } = await pushed(versions, options);
      expect((await exchange.exported(options)).toString()).toBe(merged);
      expect(warnings.filter(({ code }) => code === 'layout_kept')).toEqual([]);
    });

    it('has the layout of the project where the file has changed texts only, also in a zip', async () => {
      const { base, now } = LAYOUTS.yaml ?? { base: '', now: '' };
      const zipOf = (text: string): string => Buffer.from(zipSync({ 'de.yml': strToU8(text) })).toString('latin1');
      const { id, api } = await running.given.project({ targetLanguages: ['de'] });
      const exchange = new Exchange(api, id);
      const send = (text: string, options: Options = {}) =>
        exchange.imported({ bytes: Buffer.from(zipOf(text), 'latin1') }, { format: 'yaml', ...options });
      await send(base);
      const { revision } = (await api.get(`projects/${id}`)).body.project;
      await send(now, { base: revision });
      const { warnings } = await send(base.replace('A1', 'A2'), { base: revision });
      const options = { format: 'yaml', language: 'de' };
      expect((await exchange.exported(options)).toString()).toBe(now.replace('A1', 'A2'));
      expect(warnings).toEqual([]);
    });

    it.each([
      ['refuse', '{\n  "b":"B1",\n  "a":"A2"\n}\n', [{ code: 'layout_kept', language: 'de' }]],
      ['overwrite', '{ "a": "A2", "b": "B1" }', []],
    ])('has the lines of one side if both have changed them, by the rule %s', async (conflict, expected, warned) => {
      const versions = {
        base: '{"a":"A1","b":"B1"}',
        now: '{\n  "b":"B1",\n  "a":"A1"\n}\n',
        file: '{ "a": "A2", "b": "B1" }',
      };
      const options = { format: 'json', language: 'de' };
      const { exchange, warnings } = await pushed(versions, options, { conflict });
      expect((await exchange.exported(options)).toString()).toBe(expected);
      expect(warnings).toMatchObject(warned);
    });

    it('has the layout of the project where the lines of both make no file', async () => {
      const versions = {
        base: 'b: B1\na: A1\nc: C1\nd: D1\n',
        now: 'a: A1\nb: B1\nc: C1\nd: D1\n',
        file: 'b: B1\nc: C1\nd: D1\na: A2\n',
      };
      const options = { format: 'yaml', language: 'de' };
      const { exchange, warnings } = await pushed(versions, options);
      expect((await exchange.exported(options)).toString()).toBe(versions.now.replace('A1', 'A2'));
      expect(warnings).toMatchObject([{ code: 'layout_kept' }]);
    });

    it('loses no lines in silence where two files are imported at once', async () => {
      const { exchange, base } = await given();
      const before = '{"a":"A1","b":"B1"}';
      const files = [before.replace('{', '{\n '), before.replace('}', '\n}')];
      const answers = await Promise.all(
        files.map((bytes) => exchange.import({ bytes }, { ...GERMAN, base, details: true })),
      );
      const warned = answers.map(({ body }) => body.warnings.some(({ code }: Json) => code === 'layout_kept'));
      const after = (await exchange.exported(GERMAN)).toString();
      const kept = files.filter((_, index) => !warned[index]);
      expect(kept).toEqual([after]);
    });

    const message = (name: string, comment: string): string =>
      `\n#. ${comment}\nmsgid "${name}"\nmsgstr "${name} de"\n`;
    const unit = (name: string, comment: string): string =>
      `<trans-unit id="${name}">\n<source>${name} ${comment}</source>\n<target>${name} de</target>\n<note>${comment}</note>\n</trans-unit>\n`;
    const BILINGUAL: Record<string, (a: string, b: string, c: string) => string> = {
      po: (a, b, c) => `msgid ""\nmsgstr "Language: de\\n"\n${message('a', a)}${message('b', b)}${message('c', c)}`,
      xliff: (a, b, c) =>
        `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n<file source-language="en" target-language="de" datatype="plaintext" original="app">\n<body>\n${unit('a', a)}${unit('b', b)}${unit('c', c)}</body>\n</file>\n</xliff>\n`,
    };

    it.each(Object.keys(BILINGUAL))(
      'has the comments and source texts that a file of another language has changed: %s',
      async (format) => {
        const file = BILINGUAL[format] ?? String;
        const versions = {
          base: file('1', '1', '1'),
          now: file('of the project', '1', '1'),
          file: file('1', 'of the file', '1'),
        };
        const options = { format, language: 'de' };
        const { exchange } = await pushed(versions, options);
        expect((await exchange.exported(options)).toString()).toBe(file('of the project', 'of the file', '1'));
      },
    );

    it('has the description of the project where a file of another language has an earlier one', async () => {
      const file = BILINGUAL.po ?? String;
      const options = { format: 'po', language: 'de' };
      const { id, api } = await running.given.project({ targetLanguages: ['de'] });
      const exchange = new Exchange(api, id);
      await exchange.imported({ bytes: file('1', '1', '1') }, options);
      const base = (await exchange.export(options)).headers.get('x-glossa-revision') ?? '';
      await exchange.imported({ bytes: file('of the project', '1', '1') }, { ...options, base });
      await exchange.put('c', { description: 'of a person' });
      await exchange.imported({ bytes: file('1', 'of the file', '1') }, { ...options, base });
      expect((await exchange.exported(options)).toString()).toBe(file('of the project', 'of the file', 'of a person'));
    });

    it('has the column of a new language that the file has added to a table', async () => {
      const versions = {
        base: 'key,en,de,owner\na,"A","A1",team\n\nb,"B","B1",team\n',
        now: 'key,en,de,owner\na,"A","A2",team\n\nb,"B","B1",team\nc,"C","C1",team\n',
        file: 'key,en,de,it,owner\na,"A","A1","Ai",team\n\nb,"B","B1","Bi",team\n',
      };
      const { exchange, warnings } = await pushed(versions, { format: 'csv' }, { createLanguages: true });
      expect((await exchange.exported({ format: 'csv', language: '*' })).toString()).toBe(
        'key,en,de,it,owner\na,"A","A2","Ai",team\n\nb,"B","B1","Bi",team\nc,"C","C1",,team\n',
      );
      expect(warnings.filter(({ code }) => code === 'layout_kept')).toEqual([]);
    });

    it('has a changed description in the lines of the project', async () => {
      const versions = {
        base: '# a1\na: A\n# b1\nb: B\n',
        now: '# b2\nb: B\n# a1\na: A\n',
        file: '# a2\na: A\n# b1\nb: B\n',
      };
      const options = { format: 'yaml', language: 'en' };
      const { exchange } = await pushed(versions, options);
      expect(await exchange.descriptions()).toEqual({ a: 'a2', b: 'b2' });
      expect((await exchange.exported(options)).toString()).toBe('# b2\nb: B\n# a2\na: A\n');
    });
  });

  it('is merged by the commands of docs/safe-writes.md', async () => {
    const page = readFileSync(join(__dirname, '../docs/safe-writes.md'), 'utf8');
    const [, section = ''] = /\n## `base`([^]*?)\n## /.exec(page) ?? [];
    const blocks = [...section.matchAll(/```sh\n([^]*?)```/g)].map(([, block = '']) => block);
    expect(blocks).toHaveLength(3);
    const { exchange, api } = await given();
    await exchange.put('b', { translations: { de: 'B2' } });
    const { apiKey } = (
      await api.post('api-keys', {
        name: 'Script',
        scopes: ['projects:read', 'translations:write', 'translations:read'],
      })
    ).body;
    const [key] = (await api.get(`projects/${exchange.projectId}/keys?name=a`)).body.keys;
    const folder = mkdtempSync(join(tmpdir(), 'glossa-merge-'));
    const edit = `echo '{"a": "A3", "b": "B2"}' > de.json
      curl -s -o changed.json -X PUT -H "$AUTH" -H "$JSON" -d '{"translations": {"de": "A2"}}' "$GLOSSA/keys/${key.id}"`;
    const script = [
      `GLOSSA=${running.url}/api/v1 PROJECT=${exchange.projectId} AUTH='Authorization: Bearer ${apiKey.secret}'`,
      `JSON='Content-Type: application/json' IMPORT="$GLOSSA/projects/$PROJECT/import"`,
      blocks.map((block) => block.replace(/^# \.\.\. .*$/m, edit)).join('echo\n'),
    ].join('\n');
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder });
    rmSync(folder, { recursive: true });
    const [refused = '', settled = '', likelyBase] = stdout.split('\n').map((line) => line.trim());
    expect([JSON.parse(refused).code, JSON.parse(settled), likelyBase]).toEqual([
      'merge_conflict',
      { imported: 0, updated: 1, skipped: 1 },
      'null',
    ]);
    expect(await german(exchange)).toEqual({ a: 'A3', b: 'B2' });
  });

  it('needs a base that the project has reached, and the rule refuse needs a base', async () => {
    const { exchange, base } = await given();
    const future = await sent(exchange, { a: 'x' }, { base: String(Number(base) + 1) });
    expect([future.status, future.body.code, future.body.errors[0].parameter]).toEqual([
      400,
      'unknown_revision',
      'base',
    ]);
    const without = await sent(exchange, { a: 'x' }, { conflict: 'refuse' });
    expect([without.status, without.body.errors[0].parameter]).toEqual([400, 'conflict']);
  });

  describe('of two histories', () => {
    const PLURAL = '{n, plural, one {# Ei} other {# Eier}}';
    const text = fc.constantFrom('eins', 'zwei', 'drei {n}', `vier 'x' & <b>5</b> "q" \\ 100 %`, PLURAL);
    /** What happens to a key in the project: its German text is set or removed; the key is renamed, deleted, or changed in French. */
    const step = fc.oneof(
      { arbitrary: text.map((value) => ({ kind: 'set' as const, value })), weight: 4 },
      fc.constantFrom(...(['remove', 'rename', 'delete', 'french'] as const)).map((kind) => ({ kind, value: '' })),
    );
    const story = fc.record({
      /** The text at the base; null: none. `absent`: the base does not have the key. */
      base: fc.oneof({ arbitrary: text, weight: 3 }, fc.constantFrom(null, 'absent' as const)),
      steps: fc.array(step, { maxLength: 3 }),
      /** What a person does with the entry in the file. `drop` removes the key from all files. */
      edit: fc.oneof(
        fc.constant({ kind: 'none' as const, value: '' }),
        text.map((value) => ({ kind: 'set' as const, value })),
        fc.constantFrom('remove' as const, 'drop' as const).map((kind) => ({ kind, value: '' })),
      ),
    });
    type Story = typeof story extends fc.Arbitrary<infer S> ? S : never;

    /** What a key is expected to be: whether it is in conflict, and its text where conflicts are kept. */
    interface Expected {
      base: string | null;
      file: string | null;
      now: string | null;
      result: string | null;
      isConflict: boolean;
    }

    /** The rule, told anew. */
    function expected({ base, steps, edit }: Story, format: string): Expected & { renamed?: string | null } {
      const former = base === 'absent' ? null : base;
      const state = {
        isHere: base !== 'absent',
        text: former,
        isTouched: false,
        isNew: base === 'absent',
        renamed: undefined as string | null | undefined,
      };
      for (const { kind, value } of steps) {
        if (!state.isHere && kind === 'set' && state.renamed === undefined)
          Object.assign(state, { isHere: true, text: value, isTouched: true, isNew: true });
        else if (!state.isHere) continue;
        else if (kind === 'set' && state.text !== value) Object.assign(state, { text: value, isTouched: true });
        else if (kind === 'remove' && state.text !== null) Object.assign(state, { text: null, isTouched: true });
        else if (kind === 'french') state.isTouched = true;
        else if (kind === 'delete') Object.assign(state, { isHere: false, text: null, isTouched: true });
        else if (kind === 'rename') Object.assign(state, { isHere: false, renamed: state.text, text: null });
      }
      const edited = edits(former, edit, format);
      const [file, now] = [edited === undefined ? former : edited, state.text];
      const isDropped = edit.kind === 'drop' && FILES[format]?.isWhole === true && base !== 'absent';
      // A file that lacks a key says nothing of another key that got its name since.
      if (file === null && state.isNew)
        return { base: former, file, now, isConflict: false, result: now, renamed: state.renamed };
      const isConflict = isDropped
        ? state.isHere && state.isTouched
        : file !== now && file !== former && now !== former;
      const takesFile = file !== now && now === former && !(isDropped && isConflict);
      return { base: former, file, now, isConflict, result: takesFile ? file : now, renamed: state.renamed };
    }

    /** Returns the text that the edit gives to the entry; null: it removes it; undefined: it leaves it. */
    function edits(base: string | null, { kind, value }: Story['edit'], format: string): string | null | undefined {
      if (kind === 'none') return undefined;
      // Plurals of these formats have elements of their own.
      const hasPlurals = format === 'po' || format === 'android';
      if (kind === 'set') return hasPlurals && (value === PLURAL || base === PLURAL) ? undefined : value;
      return base === null ? undefined : null;
    }

    /** The files of each kind of import; `isWhole`: with both languages, so that a key can leave them. */
    const FILES: Record<string, { format: string; options: Options; isWhole: boolean }> = {
      ...Object.fromEntries(
        ['json', 'po', 'xliff', 'android'].map((format) => [
          format,
          { format, options: { format, language: 'de' }, isWhole: false },
        ]),
      ),
      csv: { format: 'csv', options: { format: 'csv' }, isWhole: false },
      zip: { format: 'json', options: { format: 'json', deleteMissing: true }, isWhole: true },
    };

    const nameOf = (index: number): string => `k${String(index).padStart(2, '0')}`;

    /** Carries out the steps of all keys in the project, in three changes. */
    async function changeProject({ api, exchange }: { api: Client; exchange: Exchange }, stories: readonly Story[]) {
      for (const turn of [0, 1, 2]) {
        const { keys } = (await api.get(`projects/${exchange.projectId}/keys?limit=1000`)).body;
        const ids = new Map<string, string>(keys.map(({ name, id }: Json) => [name, id]));
        const batch = { create: [] as Json[], update: [] as Json[], delete: [] as string[] };
        for (const [index, { steps }] of stories.entries()) {
          const [{ kind, value } = { kind: 'none' as const, value: '' }, name] = [steps[turn], nameOf(index)];
          const id = ids.get(name);
          if (kind === 'set' && id === undefined && !ids.has(`${name}-renamed`))
            batch.create.push({ name, value: `en ${name}`, translations: { de: value } });
          if (id === undefined) continue;
          if (kind === 'set') batch.update.push({ id, translations: { de: value } });
          if (kind === 'remove') batch.update.push({ id, translations: { de: null } });
          if (kind === 'french') batch.update.push({ id, translations: { fr: `fr ${turn}` } });
          if (kind === 'rename') batch.update.push({ id, name: `${name}-renamed` });
          if (kind === 'delete') batch.delete.push(id);
        }
        const { status } = await api.post(`projects/${exchange.projectId}/keys/batch`, batch);
        if (batch.create.length + batch.update.length + batch.delete.length > 0) expect(status).toBe(200);
      }
    }

    /** Edits the exported bytes. */
    function editFile(bytes: Buffer, stories: readonly Story[], kind: string): Uint8Array {
      const { format, isWhole } = FILES[kind] ?? { format: kind, isWhole: false };
      const edit = EDITORS[format];
      if (!edit) throw new Error(`no editor of ${format}`);
      const [german, english] = [new Map<string, string | null>(), new Map<string, string | null>()];
      for (const [index, story] of stories.entries()) {
        const base = story.base === 'absent' ? null : story.base;
        const edited = edits(base, story.edit, kind);
        if (edited !== undefined) german.set(nameOf(index), edited);
        if (edited !== undefined && edited !== null) english.set(nameOf(index), `en ${nameOf(index)}`);
        if (story.edit.kind === 'drop' && isWhole) english.set(nameOf(index), null);
      }
      if (!isWhole) return strToU8(edit(bytes.toString(), german));
      const files = unzipSync(bytes);
      const changed = { 'de.json': german, 'en.json': english };
      return zipSync(
        Object.fromEntries(
          Object.entries(changed).map(([path, edits]) => [
            path,
            strToU8(edit(strFromU8(files[path] ?? strToU8('{}')), edits)),
          ]),
        ),
      );
    }

    const fuzz = process.env.FUZZ !== undefined;

    it.each(Object.keys(FILES))(
      'has the result of the rule for every text, and loses no text: %s',
      async (kind) => {
        const { format, options: fileOptions, isWhole } = FILES[kind] ?? { format: kind, options: {}, isWhole: false };
        await fc.assert(
          fc.asyncProperty(fc.array(story, { minLength: 40, maxLength: 40 }), async (stories) => {
            const named = stories.flatMap(({ base }, index) =>
              base === 'absent' ? [] : [[nameOf(index), base] as const],
            );
            const { exchange, api } = await given({ ...Object.fromEntries(named), last: 'Letzter' });
            for (const { id } of await exchange.templates())
              await api.delete(`projects/${exchange.projectId}/templates/${id}`);
            const language = isWhole || kind === 'csv' ? ['en', 'de'] : 'de';
            const exported = await exchange.export({ format, language });
            const base = exported.headers.get('x-glossa-revision') ?? '';
            await changeProject({ exchange, api }, stories);
            const bytes = editFile(exported.bytes, stories, kind);

            const all = stories.map((each) => expected(each, kind));
            const inConflict = all.flatMap(({ isConflict }, index) => (isConflict ? [nameOf(index)] : []));
            const options = { ...fileOptions, base, missingTexts: 'remove' };
            const refused = await exchange.import({ bytes }, options);
            const conflicts: Json[] = refused.body.conflicts ?? [];
            expect([refused.status, conflicts.map(({ name }) => name).sort()]).toEqual([
              inConflict.length > 0 ? 400 : 200,
              inConflict,
            ]);
            const { revision } = (await api.get(`projects/${exchange.projectId}`)).body.project;
            for (const { name, reason, ...versions } of conflicts) {
              const story = all[Number(name.slice(1))];
              if (reason === 'text')
                expect([name, versions]).toMatchObject([name, { file: story?.file, now: story?.now }]);
            }
            const taken = await exchange.imported({ bytes }, { ...options, conflict: 'overwrite', dryRun: true });
            const after = new Map(
              taken.details.pairs.map(({ key, language, after: text }: Json) => [`${key} ${language}`, text]),
            );
            for (const name of inConflict) {
              const { file } = all[Number(name.slice(1))] ?? {};
              if (file != null) expect([name, after.get(`${name} de`)]).toEqual([name, file]);
            }
            await exchange.imported({ bytes }, { ...options, conflict: 'keep', ifRevision: String(revision) });
            const results = all.flatMap(({ result, renamed }, index) => [
              ...(result === null ? [] : [[nameOf(index), result]]),
              ...(renamed == null ? [] : [[`${nameOf(index)}-renamed`, renamed]]),
            ]);
            expect(await german(exchange)).toEqual({ ...Object.fromEntries(results), last: 'Letzter' });
            // What a side has changed is in the result, or in the conflicts with both versions.
            for (const [index, { base, file, now, result }] of all.entries()) {
              const name = nameOf(index);
              const isKept = (text: string | null): boolean =>
                [base, result, null].includes(text) || inConflict.includes(name);
              expect([name, isKept(file), isKept(now)]).toEqual([name, true, true]);
            }
          }),
          // The failure names the key, and shrinking its 40 neighbours takes minutes.
          { numRuns: fuzz ? 25 : 2, endOnFailure: true },
        );
      },
      fuzz ? 600_000 : undefined,
    );
  });
});
