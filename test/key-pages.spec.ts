import fc from 'fast-check';

interface Key {
  id: string;
  name: string;
}
interface Query {
  limit: number;
  cursor?: string;
  total?: true;
}
interface Pages {
  start: () => () => void;
  show: (first: number, last: number) => void;
  keyAt: (row: number) => Key | undefined;
  getSnapshot: () => { count?: number; rows?: number; error?: unknown };
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
  readonly keys: Key[];
  /** Holds the next answer, which was read before, until it is called. */
  answer: (() => void) | undefined;
  isHeld = false;

  constructor(
    count: number,
    private readonly mostKeys: () => number,
  ) {
    this.keys = Array.from({ length: count }, (_, row) => ({ id: `id ${row}`, name: `key ${row}` }));
  }

  async fetchQuery({ queryKey: [, , query] }: { queryKey: [string, string, Query] }) {
    const start = Number(query.cursor ?? 0);
    const end = start + Math.min(query.limit, this.mostKeys());
    const nextCursor = end < this.keys.length ? String(end) : null;
    const page = { keys: this.keys.slice(start, end), nextCursor, ...(query.total && { total: this.keys.length }) };
    if (this.isHeld) await new Promise<void>((resolve) => (this.answer = resolve));
    return page;
  }

  async opened(): Promise<Pages> {
    const pages = new KeyPages(this, 'project', {});
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
});
