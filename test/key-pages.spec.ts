import fc from 'fast-check';

interface Key {
  id: string;
  name: string;
  translations?: Record<string, string>;
}
interface Query {
  limit: number;
  cursor?: string;
  total?: true;
  name?: string[];
  untranslated?: string;
}
interface Pages {
  start: () => () => void;
  show: (first: number, last: number) => void;
  keyAt: (row: number) => Key | undefined;
  getSnapshot: () => { count?: number; rows?: number; done: ReadonlySet<string>; error?: unknown };
  reload: () => void;
  hold: (keyId: string) => () => void;
  refresh: (ids?: ReadonlySet<string>) => Promise<void>;
  change: (ids: ReadonlySet<string>, change: (key: Key) => Key) => void;
}

// The requests of these pages are answered by the client.
jest.mock('../dashboard/src/api/client', () => ({}));
// The dashboard is compiled with other rules for the paths of modules.
const { KeyPages } = jest.requireActual<{
  KeyPages: new (client: unknown, projectId: string, query: object) => Pages;
}>('../dashboard/src/pages/keys/key-pages');

/** Waits for all that is under way in these tests, which wait for nothing outside of this process. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The list of keys of a service, whose pages have at most a number of keys: they end at 4 MiB too. */
class KeyList {
  keys: Key[];
  /** Holds the next answer, which was read before, until it is called. */
  answer: (() => void) | undefined;
  isHeld = false;
  /** The queries that were sent. */
  sent: Query[] = [];
  /** Whether a query fails. */
  fails: (query: Query) => boolean = () => false;

  constructor(
    count: number,
    private readonly mostKeys: () => number,
  ) {
    this.keys = Array.from({ length: count }, (_, row) => ({ id: `id ${row}`, name: `key ${row}` }));
  }

  async fetchQuery({ queryKey: [, , query] }: { queryKey: [string, string, Query] }) {
    const { untranslated, name: names } = query;
    this.sent.push(query);
    if (this.fails(query)) throw new Error('refused');
    const listed = this.keys.filter(
      ({ name, translations }) =>
        (untranslated === undefined || translations?.[untranslated] === undefined) && (names?.includes(name) ?? true),
    );
    const start = Number(query.cursor ?? 0);
    const end = start + Math.min(query.limit, this.mostKeys());
    const nextCursor = end < listed.length ? String(end) : null;
    const page = { keys: listed.slice(start, end), nextCursor, ...(query.total && { total: listed.length }) };
    if (this.isHeld) await new Promise<void>((resolve) => (this.answer = resolve));
    return page;
  }

  async opened(query: object = {}): Promise<Pages> {
    const pages = new KeyPages(this, 'project', query);
    pages.start();
    await settle();
    return pages;
  }
}

describe('the rows of the list of keys', () => {
  it('have each its key, wherever the service ends a page', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3_000 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 700 })),
        fc.array(fc.nat(2_999), { maxLength: 4 }),
        async (count, sizes, visited) => {
          const list = new KeyList(count, () => sizes.next().value);
          const pages = await list.opened();
          for (const row of [...visited.map((place) => place % count), count - 1]) {
            pages.show(row, row);
            await settle();
            expect([row, pages.keyAt(row)?.name]).toEqual([row, `key ${row}`]);
          }
          expect(pages.getSnapshot()).toMatchObject({ count, rows: count, error: undefined });
        },
      ),
      { numRuns: 50 },
    ));

  it('keep a text that was saved while they were read again for a change of others', async () => {
    const list = new KeyList(3, () => 500);
    const pages = await list.opened();
    list.isHeld = true;
    const refreshed = pages.refresh(new Set(['id 1']));
    pages.change(new Set(['id 0']), (key) => ({ ...key, name: 'saved' }));
    list.answer?.();
    await refreshed;
    expect([0, 1].map((row) => pages.keyAt(row)?.name)).toEqual(['saved', 'key 1']);
  });

  it('stay where they are while a text is written, also if it was begun during a read, and are read again after it', async () => {
    const list = new KeyList(4, () => 500);
    const pages = await list.opened();
    const names = () => [0, 1, 2, 3].map((row) => pages.keyAt(row)?.name);
    list.keys = [{ id: 'id 1', name: 'renamed' }, ...list.keys.slice(2)];
    list.isHeld = true;
    pages.reload();
    const end = pages.hold('id 2');
    list.isHeld = false;
    list.answer?.();
    await settle();
    expect([names(), pages.getSnapshot().rows]).toEqual([['key 0', 'renamed', 'key 2', 'key 3'], 4]);
    end();
    await settle();
    expect([names(), pages.getSnapshot().rows]).toEqual([['renamed', 'key 2', 'key 3', undefined], 3]);
  });

  it('have more below them once their page is read, while a text of the first ones is written', async () => {
    const list = new KeyList(120, () => 500);
    list.isHeld = true;
    const pages = new KeyPages(list, 'project', {});
    pages.start();
    list.answer?.();
    await settle();
    expect(pages.getSnapshot().rows).toBe(50);
    pages.hold('id 2');
    list.answer?.();
    await settle();
    expect(pages.getSnapshot().rows).toBe(120);
  });

  it('are read again once after several texts that were written one after the other', async () => {
    const list = new KeyList(4, () => 500);
    const pages = await list.opened();
    const end = pages.hold('id 1');
    list.keys = list.keys.slice(1);
    pages.reload();
    await settle();
    list.sent = [];
    end();
    const endNext = pages.hold('id 2');
    await settle();
    expect([list.sent, pages.getSnapshot().rows]).toEqual([[], 4]);
    endNext();
    await settle();
    expect([list.sent.length, pages.getSnapshot().rows]).toEqual([1, 3]);
  });

  it.each([
    ['that are fewer now', 1_400],
    ['that end before it now', 400],
  ])('stay while a text is written and a page is read for the first time, of keys %s', async (_, left) => {
    const list = new KeyList(1_500, () => 500);
    list.keys = list.keys.map((key) => ({ ...key, translations: {} }));
    const pages = await list.opened({ untranslated: 'de', include: 'translations', language: ['de'] });
    const translate = (key: Key) => ({ ...key, translations: { de: 'Drei' } });
    pages.change(new Set(['id 3']), translate);
    const end = pages.hold('id 2');
    list.keys = list.keys.slice(0, left).map((key) => (key.id === 'id 3' ? translate(key) : key));
    pages.reload();
    pages.show(1_499, 1_499);
    await settle();
    expect(pages.getSnapshot()).toMatchObject({ rows: 1_500, done: new Set(['id 3']), error: undefined });
    expect(pages.keyAt(2)?.id).toBe('id 2');
    end();
    pages.show(left - 2, left - 2);
    await settle();
    expect(pages.getSnapshot()).toMatchObject({ rows: left - 1, error: undefined });
  });

  describe('of a list of work', () => {
    const QUERY = { untranslated: 'de', include: 'translations', language: ['de'] };
    /** Gives a list that is shown, and whose keys another one has translated since. */
    const givenTranslated = async (names: string[]) => {
      const list = new KeyList(0, () => 500);
      list.keys = names.map((name, row) => ({ id: `id ${row}`, name, translations: {} }));
      const pages = await list.opened(QUERY);
      list.keys = list.keys.map((key) => ({ ...key, translations: { de: 'Wort' } }));
      list.sent = [];
      return { list, pages, named: () => list.sent.filter(({ name }) => name !== undefined) };
    };

    it('are asked for by names that fit into an address, however long these are', async () => {
      const names = Array.from({ length: 40 }, (_, row) => `${row} ${'ü'.repeat(100)}`);
      const { pages, named } = await givenTranslated(['x'.repeat(8_192), ...names]);
      await pages.refresh();
      const lengths = named().map(({ name: asked = [] }) => {
        const params = new URLSearchParams();
        for (const name of asked) params.append('name', name);
        return params.toString().length;
      });
      expect(Math.max(...lengths)).toBeLessThanOrEqual(4_096);
      expect(pages.getSnapshot().done.size).toBe(40);
    });

    it('show what was read of the page, also if a read by names fails', async () => {
      const { list, pages } = await givenTranslated(['a', 'b']);
      list.keys = list.keys.map((key) => (key.id === 'id 1' ? { ...key, name: 'renamed', translations: {} } : key));
      list.fails = ({ name }) => name !== undefined;
      await pages.refresh();
      expect(pages.keyAt(1)?.name).toBe('renamed');
    });

    it('are not asked for again once they are gone, unless a change tells of them', async () => {
      const { list, pages, named } = await givenTranslated(['a', 'b']);
      const { keys } = list;
      list.keys = [];
      await pages.refresh();
      await pages.refresh();
      expect(named().length).toBe(1);
      list.keys = keys;
      await pages.refresh(new Set(['id 0', 'id 1']));
      expect(named().length).toBe(2);
      expect(pages.getSnapshot().done.size).toBe(2);
    });
  });

  it.each([
    ['of which it tells', new Set(['id 1'])],
    ['of which it tells no ids', undefined],
  ])('of a list of work show as done a key that another one has translated, with a change %s', async (_, ids) => {
    const list = new KeyList(3, () => 500);
    list.keys = list.keys.map((key) => ({ ...key, translations: {} }));
    const pages = await list.opened({ untranslated: 'de', include: 'translations', language: ['de'] });
    list.keys = list.keys.map((key) => (key.id === 'id 1' ? { ...key, translations: { de: 'Zwei' } } : key));
    await pages.refresh(ids);
    expect(pages.keyAt(1)?.translations).toEqual({ de: 'Zwei' });
    expect([...pages.getSnapshot().done]).toEqual(['id 1']);
    expect(pages.getSnapshot().rows).toBe(3);
  });
});
