import { codecs } from '../../src/language-files';
import { Exchange, type Options } from '../support/exchange';
import { type RunningApp, startApp } from '../support/start-app';

const TREE = {
  'Search Bar': { Clear: 'x', 'hints.and tips': ['y'] },
  'a.b': { c: 'z' },
  errors: { 'Not found. Retry': 'w' },
};
const canonical = { format: 'json-nested', layout: 'canonical' };

describe('names of nested objects', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const given = async (tree: unknown, options: Options = {}) => {
    const { id, api } = await running.given.project({ targetLanguages: ['de'] });
    const exchange = new Exchange(api, id);
    const sent = async (other: unknown, further: Options = {}): Promise<void> => {
      const file = { bytes: JSON.stringify(other) };
      await exchange.imported(file, { format: 'json-nested', language: 'en', ...further });
    };
    await sent(tree, options);
    const read = async (further: Options = {}): Promise<unknown> =>
      JSON.parse((await exchange.exported({ ...canonical, ...further })).toString());
    const undo = async (): Promise<void> => {
      const { body } = await api.get(`projects/${id}`);
      expect((await api.post(`projects/${id}/changes/${body.project.revision}/undo`, {})).status).toBe(200);
    };
    return { api, id, exchange, sent, read, undo };
  };

  it.each(codecs.filter(({ nests }) => nests).map(({ id }) => id))('go through files of %s', async (format) => {
    const { exchange, read } = await given(TREE);
    expect(await read()).toEqual(TREE);
    expect(await exchange.lost({ ...canonical, format })).toEqual([]);
    const bytes = await exchange.exported({ ...canonical, format });
    const other = await given({ old: { name: 'q' } });
    await other.exchange.deleteKeys('old.name');
    await other.exchange.imported({ bytes }, { format, language: 'en' });
    expect(await other.read()).toEqual(TREE);
  });

  it('stay when texts change', async () => {
    const { exchange, sent, read } = await given(TREE);
    await sent({ 'Search Bar': { Clear: 'leeren' } }, { language: 'de' });
    await exchange.put('Search Bar.Clear', { translations: { en: 'X' } });
    expect(await read()).toEqual({ ...TREE, 'Search Bar': { ...TREE['Search Bar'], Clear: 'X' } });
    expect(await read({ language: 'de' })).toEqual({ 'Search Bar': { Clear: 'leeren' } });
  });

  it('follow a rename only where they are the end of the new name, and an undo brings them back', async () => {
    const { exchange, read, undo } = await given({ 'Search Bar': { Clear: 'x' } });
    await exchange.put('Search Bar.Clear', { name: 'shop.Search Bar.Clear' });
    expect(await read()).toEqual({ shop: { 'Search Bar': { Clear: 'x' } } });
    await exchange.put('shop.Search Bar.Clear', { name: 'Search Bar.Empty' });
    expect(await read()).toEqual({ 'Search Bar.Empty': 'x' });
    await undo();
    expect(await read()).toEqual({ shop: { 'Search Bar': { Clear: 'x' } } });
    await exchange.deleteKeys('shop.Search Bar.Clear');
    expect(await read()).toEqual({});
    await undo();
    expect(await read()).toEqual({ shop: { 'Search Bar': { Clear: 'x' } } });
  });

  it('follow the last file with nested objects', async () => {
    const { sent, read, undo } = await given({ 'a.b': { c: 'x' }, 'In Box': { d: 'y' } });
    await sent({ 'a.b.c': 'x' }, { format: 'json' });
    expect(await read()).toEqual({ 'a.b': { c: 'x' }, 'In Box': { d: 'y' } });
    await sent({ a: { b: { c: 'x' } } }, { conflict: 'keep' });
    expect(await read()).toEqual({ 'a.b': { c: 'x' }, 'In Box': { d: 'y' } });
    await sent({ a: { b: { c: 'x' } } });
    expect(await read()).toEqual({ a: { b: { c: 'x' } }, 'In Box': { d: 'y' } });
    await undo();
    expect(await read()).toEqual({ 'a.b': { c: 'x' }, 'In Box': { d: 'y' } });
    await sent({ a: { 'b.c': 'x' } });
    expect(await read()).toEqual({ a: { 'b.c': 'x' }, 'In Box': { d: 'y' } });
  });

  it('are given to keys that the project has', async () => {
    const { sent, read } = await given({ 'In Box.d': 'x' }, { format: 'json' });
    expect(await read()).toEqual({ 'In Box.d': 'x' });
    await sent({ 'In Box': { d: 'x' } }, { conflict: 'keep' });
    expect(await read()).toEqual({ 'In Box': { d: 'x' } });
  });

  it('are behind the namespace of the import, and in front of them without the namespace of the export', async () => {
    const { read } = await given(TREE, { namespace: 'shop' });
    expect(await read()).toEqual({ shop: TREE });
    expect(await read({ namespace: 'shop', stripNamespace: true })).toEqual(TREE);
    const whole = await given({ shop: TREE });
    expect(await whole.read({ namespace: 'shop', stripNamespace: true })).toEqual(TREE);
  });

  it('follow another separator only in exports with it', async () => {
    const { read } = await given({ 'In Box': { 'a.b': 'x' } }, { keySeparator: '::' });
    expect(await read({ keySeparator: '::' })).toEqual({ 'In Box': { 'a.b': 'x' } });
    expect(await read()).toEqual({ 'In Box::a.b': 'x' });
  });
});
