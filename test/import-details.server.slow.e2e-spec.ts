import type { Json } from './support/client';
import { Exchange, type Options } from './support/exchange';
import { type RunningApp, startApp } from './support/start-app';

describe('the details of an import', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const given = async () => {
    const { id, api } = await running.given.project({
      keys: [
        { name: 'changed', value: 'A', translations: { de: 'Alt' } },
        { name: 'same', value: 'A', translations: { de: 'Gleich' } },
        { name: 'empty', value: 'A', translations: { de: 'Voll' } },
        { name: 'gap', value: 'A' },
      ],
    });
    return new Exchange(api, id);
  };
  const GERMAN = { format: 'json', language: 'de', details: true };

  it('have the texts before and after of each translation unit', async () => {
    const exchange = await given();
    const bytes = JSON.stringify({ changed: 'Neu', same: 'Gleich', empty: '', gap: null, created: 'Da' });
    const { details } = await exchange.imported({ bytes }, GERMAN);
    const { pairs } = details;
    expect(pairs.map(({ key, outcome, reason, before, after }: Json) => [key, outcome, reason, before, after])).toEqual(
      [
        ['changed', 'updated', 'changed', 'Alt', 'Neu'],
        ['same', 'skipped', 'unchanged', 'Gleich', 'Gleich'],
        ['empty', 'skipped', 'empty', 'Voll', 'Voll'],
        ['gap', 'skipped', 'null', null, null],
        ['created', 'imported', 'new', null, 'Da'],
      ],
    );
    const cleared = await exchange.imported({ bytes: '{"same":"","changed":"x"}' }, { ...GERMAN, empty: 'clear' });
    expect(cleared.details.pairs).toMatchObject([
      { reason: 'cleared', before: 'Gleich', after: null },
      { before: 'Neu', after: 'x' },
    ]);
    const kept = await exchange.imported({ bytes: '{"changed":"y"}' }, { ...GERMAN, conflict: 'keep' });
    expect(kept.details.pairs).toMatchObject([{ reason: 'kept', before: 'x', after: 'x' }]);
  });

  it('have the revision that a dry run saw, or that the import made', async () => {
    const exchange = await given();
    const file = { bytes: '{"changed":"Neu"}' };
    expect((await exchange.imported(file, { ...GERMAN, dryRun: true })).revision).toBe(4);
    expect((await exchange.imported(file, GERMAN)).revision).toBe(5);
    expect((await exchange.imported(file, GERMAN)).revision).toBe(5);
    const { body } = await exchange.import(file, { ...GERMAN, details: false });
    expect(body).toEqual({ imported: 0, updated: 0, skipped: 1 });
  });

  const pagesOf = async (exchange: Exchange, bytes: string, options: Options): Promise<Json[]> => {
    const pages: Json[] = [];
    for (let detailsCursor: string | undefined; ;) {
      const page = await exchange.imported({ bytes }, { ...GERMAN, dryRun: true, detailsCursor, ...options });
      pages.push(page);
      if (page.details.nextCursor === null) return pages;
      expect(pages.length).toBeLessThan(20);
      detailsCursor = page.details.nextCursor;
    }
  };

  it('are listed page by page after a dry run, each translation unit and each deleted key once', async () => {
    const exchange = await given();
    const texts = (prefix: string, count: number): [string, string][] =>
      Array.from({ length: count }, (_, i) => [`${prefix}${String(i).padStart(4, '0')}`, `${prefix} ${i}`]);
    const old = [...texts('old', 2_300), ...texts('k', 100)];
    await exchange.imported({ bytes: JSON.stringify(Object.fromEntries(old)) }, { ...GERMAN, language: 'en' });
    const file = texts('k', 1_500);
    const options = { language: 'en', deleteMissing: true };
    const pages = await pagesOf(exchange, JSON.stringify(Object.fromEntries(file)), options);
    expect(pages.map(({ details }) => details.pairs.length)).toEqual([1_000, 500, 0]);
    const pairs = pages.flatMap(({ details }) => details.pairs);
    expect(pairs.map(({ key, after }: Json) => [key, after])).toEqual(file);
    expect(pairs.map(({ before }: Json) => before)).toEqual(file.map(([, text], i) => (i < 100 ? text : null)));
    const deleted = ['changed', 'empty', 'gap', ...texts('old', 2_300).map(([name]) => name), 'same'];
    expect(pages.flatMap(({ details }) => details.deletedKeys)).toEqual(deleted);
    for (const page of pages) expect(page).toMatchObject({ imported: 1_400, skipped: 100, revision: 5 });
    expect((await exchange.texts()).en).toHaveProperty('old0000');
  });

  it.each<[string, (i: number) => boolean]>([
    ['few change', (i) => i % 2_000 === 7],
    ['many change', (i) => i % 2 === 0],
  ])('list only the units that change, or only the others, page by page, where %s', async (_, changes) => {
    const exchange = await given();
    const texts = Array.from({ length: 6_000 }, (_, i): [string, string] => [`k${i}`, 'Alt']);
    await exchange.imported({ bytes: JSON.stringify(Object.fromEntries(texts)) }, GERMAN);
    const file = texts.map(([name], i): [string, string] => [name, changes(i) ? 'Neu' : 'Alt']);
    const bytes = JSON.stringify({ ...Object.fromEntries(file), added: 'Da' });
    const listed = async (detailsOf: string): Promise<Json[]> => {
      const pages = await pagesOf(exchange, bytes, { detailsOf });
      for (const { details } of pages) expect(details.pairs.length).toBeLessThanOrEqual(1_000);
      for (const { details } of pages.slice(0, -1)) expect(details.pairs).not.toEqual([]);
      return pages.flatMap(({ details }) => details.pairs);
    };
    const changed = file.filter(([, text]) => text === 'Neu');
    expect((await listed('changes')).map(({ key, before, after }: Json) => [key, before, after])).toEqual([
      ...changed.map(([key, text]) => [key, 'Alt', text]),
      ['added', null, 'Da'],
    ]);
    const others = file.filter(([, text]) => text === 'Alt');
    expect((await listed('skipped')).map(({ key, before, reason }: Json) => [key, before, reason])).toEqual(
      others.map(([key]) => [key, 'Alt', 'unchanged']),
    );
  });

  it('have a change of a state alone among the changes', async () => {
    const exchange = await given();
    const bytes = JSON.stringify({ same: 'Gleich', changed: 'Neu' });
    const options = { ...GERMAN, dryRun: true, state: 'draft' };
    const { details } = await exchange.imported({ bytes }, { ...options, detailsOf: 'changes' });
    expect(details.pairs.map(({ key, reason }: Json) => [key, reason])).toEqual([
      ['same', 'state'],
      ['changed', 'changed'],
    ]);
    expect((await exchange.imported({ bytes }, { ...options, detailsOf: 'skipped' })).details.pairs).toEqual([]);
  });

  it('have the texts before of all changes, also between long texts that stay', async () => {
    const exchange = await given();
    const long = (i: number): string => String(i % 10).repeat(60_000);
    const names = Array.from({ length: 60 }, (_, i) => `k${i}`);
    await exchange.imported(
      { bytes: JSON.stringify(Object.fromEntries(names.map((name, i) => [name, long(i)]))) },
      GERMAN,
    );
    const changed = names.map((name, i): [string, string] => [name, i % 20 === 19 ? 'Neu' : long(i)]);
    const pages = await pagesOf(exchange, JSON.stringify(Object.fromEntries(changed)), { detailsOf: 'changes' });
    const pairs = pages.flatMap(({ details }) => details.pairs);
    expect(pairs.map(({ key, before }: Json) => [key, before])).toEqual([19, 39, 59].map((i) => [`k${i}`, long(i)]));
  });

  it('list the texts with findings, changed or not, each once, beside the source texts of the same import', async () => {
    const exchange = await given();
    const names = Array.from({ length: 4_000 }, (_, i) => `k${i}`);
    const file = (textOf: (name: string, i: number) => string): string =>
      JSON.stringify(Object.fromEntries(names.map((name, i) => [name, textOf(name, i)])));
    await exchange.imported({ bytes: file((name) => `Text {${name}}`) }, { ...GERMAN, language: 'en' });
    // A third of the texts have a wrong argument in the project and in the file, a third only in the project, and a third in neither.
    await exchange.imported({ bytes: file((name, i) => `Text {${i % 3 === 2 ? name : 'n'}}`) }, GERMAN);
    const sent = file((name, i) => `Text {${i % 3 === 0 ? 'n' : name}}`);
    const pages = await pagesOf(exchange, sent, { detailsOf: 'findings' });
    expect(pages).toHaveLength(2);
    const wrong = names.filter((_, i) => i % 3 === 0);
    const pairs = pages.flatMap(({ details }) => details.pairs);
    expect(pairs.map(({ key }: Json) => key)).toEqual(wrong);
    for (const { before, after, reason } of pairs)
      expect([before, after, reason]).toEqual(['Text {n}', 'Text {n}', 'unchanged']);
    const found = pages.flatMap(({ details }) => details.findings.map(({ key, code }: Json) => `${key} ${code}`));
    const codes = ['placeholder_missing', 'placeholder_unknown'];
    expect(found).toEqual(wrong.flatMap((name) => codes.map((code) => `${name} ${code}`)));
  });

  it('have the texts before of texts with findings, and no finding that is ignored for the same texts', async () => {
    const { id: projectId, api } = await running.given.project();
    const exchange = new Exchange(api, projectId);
    await exchange.imported({ bytes: '{"a":"A {n}","b":"B {n}","c":"C {n}"}' }, { ...GERMAN, language: 'en' });
    await exchange.imported({ bytes: '{"a":"A","b":"B"}' }, GERMAN);
    for (const name of ['a', 'b']) {
      const [{ id }] = (await api.get(`projects/${projectId}/keys?name=${name}`)).body.keys;
      await api.post(`keys/${id}/checks`, { language: 'de', code: 'placeholder_missing', ignored: true });
    }
    const options = { ...GERMAN, dryRun: true, detailsOf: 'findings' };
    const { details } = await exchange.imported({ bytes: '{"a":"A","b":"BB","c":"C"}' }, options);
    expect(details.pairs.map(({ key, before, after, reason }: Json) => [key, before, after, reason])).toEqual([
      ['b', 'B', 'BB', 'changed'],
      ['c', null, 'C', 'new'],
    ]);
    expect(details.findings.map(({ key }: Json) => key)).toEqual(['b', 'c']);
  });

  it('have the format and the languages of the file', async () => {
    const exchange = await given();
    const bytes = '{"title":{"main":"Willkommen"}}';
    const { details } = await exchange.imported({ bytes, name: 'de.json' }, { details: true, dryRun: true });
    expect(details).toMatchObject({ format: 'json-nested', languages: ['de'] });
  });

  it('are bounded by the length of the texts, and no page is empty before the last', async () => {
    const exchange = await given();
    const file = (text: string): string =>
      JSON.stringify(Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`k${i}`, text.repeat(60_000)])));
    await exchange.imported({ bytes: file('a') }, GERMAN);
    const pages = await pagesOf(exchange, file('b'), {});
    expect(pages.length).toBeGreaterThan(3);
    const pairs = pages.flatMap(({ details }) => details.pairs);
    expect(pairs.map(({ key }: Json) => key)).toEqual(Array.from({ length: 40 }, (_, i) => `k${i}`));
    for (const { before, after } of pairs) expect([before[0], after[0], before.length]).toEqual(['a', 'b', 60_000]);
    for (const { details } of pages) expect(JSON.stringify(details.pairs).length).toBeLessThan(1_300_000);
  });

  it('are refused when the project has changed since the first page', async () => {
    const exchange = await given();
    const names = Array.from({ length: 1_001 }, (_, i) => [`k${i}`, 'x']);
    const file = { bytes: JSON.stringify(Object.fromEntries(names)) };
    const first = await exchange.imported(file, { ...GERMAN, dryRun: true });
    await exchange.put('gap', { value: 'B' });
    const next = { ...GERMAN, dryRun: true, detailsCursor: first.details.nextCursor };
    const { status, body } = await exchange.import(file, next);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'revision_moved' });
  });

  it.each([
    ['without a dry run', { dryRun: false, detailsCursor: 'WyIxIiwiMCIsIjQiXQ' }],
    ['without details', { details: false, dryRun: true, detailsCursor: 'WyIxIiwiMCIsIjQiXQ' }],
    ['of another list', { dryRun: true, detailsCursor: 'WyJhIl0' }],
  ])('are refused with a cursor %s', async (_, options) => {
    const exchange = await given();
    const { status, body } = await exchange.import({ bytes: '{"changed":"Neu"}' }, { ...GERMAN, ...options });
    expect({ status, errors: body.errors }).toMatchObject({ status: 400, errors: [{ parameter: 'detailsCursor' }] });
    expect((await exchange.texts()).de?.changed).toBe('Alt');
  });

  it('have no next page after an import that was written', async () => {
    const exchange = await given();
    const names = Array.from({ length: 1_001 }, (_, i) => [`k${i}`, 'x']);
    const { details } = await exchange.imported({ bytes: JSON.stringify(Object.fromEntries(names)) }, GERMAN);
    expect([details.pairs.length, details.nextCursor]).toEqual([1_000, null]);
  });
});
