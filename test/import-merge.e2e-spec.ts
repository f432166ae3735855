import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import fc from 'fast-check';
import { type Merge, mergeOf } from '../src/imports/merge/merge-rule';
import type { Client, Json } from './support/client';
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

  it('deletes keys that have left the source file, and not keys that the project has changed or added since', async () => {
    const { exchange, base } = await given({ a: 'A1', b: 'B1', c: 'C1' });
    await exchange.put('b', { translations: { fr: 'b' } });
    await exchange.imported({ bytes: '{"new":"N"}' }, { ...GERMAN, language: 'en' });
    const options = { language: 'en', base, deleteMissing: true };
    const refused = await sent(exchange, { c: 'en c' }, options);
    expect(refused.body.conflicts).toMatchObject([{ name: 'b', language: null, reason: 'deleted' }]);
    const { body } = await sent(exchange, { c: 'en c' }, { ...options, conflict: 'keep' });
    expect(body.details.deletedKeys).toEqual(['a']);
    expect(Object.keys((await exchange.texts()).en ?? {})).toEqual(['b', 'c', 'new']);
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

    it('is refused if a version is not the one that was seen', async () => {
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

  const NAMES = ['a', 'b', 'c', 'd'];
  const text = fc.constantFrom(null, 'eins', 'zwei', '{n, plural, one {# Ei} other {# Eier}}', "vier 'x' & <b>5</b>");
  const texts = fc.record(Object.fromEntries(NAMES.map((name) => [name, text])));
  const withTexts = (values: Texts): Texts =>
    Object.fromEntries(Object.entries(values).filter(([, each]) => each !== null));

  it.each(['json', 'po', 'xliff', 'android', 'csv'])(
    'has the result of the rule for every text of a file: %s',
    async (format) => {
      await fc.assert(
        fc.asyncProperty(texts, texts, texts, async (before, now, changed) => {
          const { exchange, base, api } = await given({ ...Object.fromEntries(NAMES.map((name) => [name, name])) });
          const { exchange: other } = await given({ ...Object.fromEntries(NAMES.map((name) => [name, name])) });
          const set = async (project: Exchange, values: Texts): Promise<void> => {
            await project.imported({ bytes: JSON.stringify(withTexts(values)) }, { ...GERMAN, missingTexts: 'remove' });
          };
          await set(exchange, before);
          const revision = (await exchange.export(GERMAN)).headers.get('x-glossa-revision') ?? base;
          await set(exchange, now);
          await set(other, changed);
          const languages = format === 'csv' ? ['en', 'de'] : 'de';
          const bytes = await other.exported({ format, language: languages, layout: 'canonical' });
          const results = Object.fromEntries(
            NAMES.map((name) => {
              const [file, present, former] = [changed[name] ?? null, now[name] ?? null, before[name] ?? null];
              return [
                name,
                mergeOf({ isFileNow: file === present, isFileBase: file === former, isNowBase: present === former }),
              ];
            }),
          ) as Record<string, Merge>;
          const conflicts = NAMES.filter((name) => results[name] === 'conflict');
          const options: Options = {
            format,
            base: revision,
            missingTexts: 'remove',
            ...(format !== 'csv' && { language: 'de' }),
          };
          // Another file that has a text would keep it.
          for (const { id } of await exchange.templates())
            await api.delete(`projects/${exchange.projectId}/templates/${id}`);
          const refused = await exchange.import({ bytes }, options);
          expect([refused.status, (refused.body.conflicts ?? []).map(({ name }: Json) => name).sort()]).toEqual([
            conflicts.length > 0 ? 400 : 200,
            conflicts,
          ]);
          const kept = await exchange.import({ bytes }, { ...options, conflict: 'keep' });
          expect(kept.status).toBe(200);
          const expected = NAMES.map((name) => [name, results[name] === 'theirs' ? changed[name] : now[name]] as const);
          expect(await german(exchange)).toEqual(withTexts(Object.fromEntries(expected)));
        }),
        { numRuns: 8 },
      );
    },
  );
});
