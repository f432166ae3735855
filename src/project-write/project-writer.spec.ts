import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Principal } from '../common/access/principal';
import { ProjectBusyError } from '../common/errors/project-busy.error';
import type { Database } from '../database/database';
import { type OpenDatabase, POOL_SIZE } from '../database/open-database';
import type { TableStatistics } from '../database/table-statistics';
import type { Transaction } from '../database/transaction';
import type { Once } from '../idempotency/once';
import { ProjectNotFoundError } from './project-errors';
import { ProjectWriter, type Written } from './project-writer';
import { VisibleProjects } from './visible-projects';

const PROJECT = '019a0b1c-2d3e-7f40-8abc-def012345678';
const OTHER_PROJECT = '019a0b1c-2d3e-7f40-8abc-def012345679';
const MISSING_PROJECT = '019a0b1c-2d3e-7f40-8abc-def01234567a';

const projectId = (at: number): string => `${PROJECT.slice(0, -2)}${at.toString(16).padStart(2, '0')}`;

const caller = (organizationId: string, projectIds: string[] | null = null): Principal =>
  ({ organizationId, projectIds, apiKeyId: null, person: null }) as unknown as Principal;

/**
 * Has all projects but one in organization `a`, and a connection at once for each transaction, unless it has
 * `noConnection`.
 */
class ProjectDatabase {
  readonly shared = this;
  readonly begins: string[] = [];
  /** The statements of the transactions. */
  readonly statements: string[] = [];
  lockError: Error | undefined;
  reads = 0;
  noConnection = false;

  rows(_statement: unknown, [ids]: [string[]]): Promise<object[]> {
    this.reads++;
    const found = ids.filter((id) => id !== MISSING_PROJECT);
    return Promise.resolve(found.map((id) => ({ id, organizationId: 'a' })));
  }

  async transaction<T>(begin: () => string, work: (tx: Transaction) => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.noConnection) {
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    }
    this.begins.push(begin());
    const rows = (statement: unknown): Promise<object[]> => this.statement(statement);
    return work({ rows, endWith: () => undefined } as unknown as Transaction);
  }

  private statement(statement: unknown): Promise<object[]> {
    this.statements.push(typeof statement === 'string' ? statement : 'LOCK');
    return this.lockError ? Promise.reject(this.lockError) : Promise.resolve([{ id: PROJECT, revision: '0' }]);
  }
}

describe('ProjectWriter', () => {
  let database: ProjectDatabase;
  let writer: ProjectWriter;
  const createWriter = (embedded: boolean): ProjectWriter =>
    new ProjectWriter(
      database as unknown as Database,
      new VisibleProjects(database as unknown as Database),
      { afterWrite: () => undefined } as unknown as TableStatistics,
      { embedded } as OpenDatabase,
    );
  beforeEach(() => {
    database = new ProjectDatabase();
    writer = createWriter(false);
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const write = (principal: Principal, id = PROJECT, work = (): Promise<void> => Promise.resolve()): Promise<unknown> =>
    writer.write(principal, id, 'batch', work);

  /** Begins a write that ends when the function is called. */
  async function hold(id = PROJECT): Promise<() => Promise<void>> {
    let end = (): void => undefined;
    let begun = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    const held = write(caller('a'), id, () => {
      begun();
      return ended;
    });
    await hasBegun;
    return async () => {
      end();
      await held;
    };
  }

  it.each([
    ['of another organization', caller('b')],
    ['whose API key is limited to other projects', caller('a', [OTHER_PROJECT])],
  ])('refuses a caller %s while the project is written, without a transaction', async (_, outsider) => {
    const end = await hold();
    for (const id of [PROJECT, MISSING_PROJECT, 'no-uuid']) {
      await expect(write(outsider, id)).rejects.toThrow(ProjectNotFoundError);
    }
    expect(database.begins).toHaveLength(1);
    await end();
  });

  it('reads once whether an organization has a project, in whatever case the id is written', async () => {
    await write(caller('a'));
    await write(caller('a'));
    await write(caller('a', [PROJECT]), PROJECT.toUpperCase());
    expect([database.reads, database.begins.length]).toEqual([1, 3]);
  });

  it('queues writes of a project whose id is written in different cases together', async () => {
    const end = await hold();
    const second = write(caller('a'), PROJECT.toUpperCase());
    await nextTurn();
    expect(database.begins).toHaveLength(1);
    await end();
    await second;
  });

  it('leaves five connections to reads, and one to the writes of other organizations', async () => {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const writes = Array.from({ length: POOL_SIZE }, (_, at) => write(caller('a'), projectId(at), () => ended));
    await nextTurn();
    expect(database.begins).toHaveLength(POOL_SIZE - 5 - 1);
    end();
    await Promise.all(writes);
    expect(database.begins).toHaveLength(POOL_SIZE);
  });

  it('is busy until all of its writes have ended, and after a refused write no longer', async () => {
    const [endOne, endOther] = [await hold(), await hold(OTHER_PROJECT)];
    await expect(write(caller('b'))).rejects.toThrow(ProjectNotFoundError);
    await endOne();
    expect(writer.isBusy).toBe(true);
    await endOther();
    expect(writer.isBusy).toBe(false);
  });

  describe('after a write', () => {
    /** Writes keys, and returns what the listener of large writes was called with. */
    async function listenerOf(count: number, effect: 'inserted' | 'changed', error?: Error): Promise<unknown[]> {
      const calls: unknown[] = [];
      writer.afterLargeWrites((...values) => calls.push(values));
      const written = writer.write(caller('a'), PROJECT, 'batch', ({ changes }) => {
        changes.record({ keys: [{ namespace: '', effect, count }] });
        return error ? Promise.reject(error) : Promise.resolve();
      });
      if (error) await expect(written).rejects.toBe(error);
      else await written;
      return calls;
    }

    it.each([
      [3_999, []],
      [4_000, [[PROJECT, 'a']]],
    ])('of %d keys, calls the listener of large writes with %j', async (count, calls) => {
      expect(await listenerOf(count, 'inserted')).toEqual(calls);
    });

    it('counts the rows that it replaced, and not those that it added', async () => {
      await listenerOf(2, 'changed');
      await listenerOf(3, 'changed');
      await listenerOf(10, 'inserted');
      expect(writer.counters).toEqual({ replacedRows: 5 });
    });

    it('that fails, neither calls the listener nor counts rows', async () => {
      expect(await listenerOf(4_000, 'changed', new Error('failed'))).toEqual([]);
      expect(writer.counters).toEqual({ replacedRows: 0 });
    });
  });

  it('bounds the statement that locks the project, and not the statements of the work', async () => {
    await write(caller('a'), PROJECT, () => Promise.resolve(void database.statements.push('work')));
    expect(database.begins[0]).toMatch(/; SET LOCAL statement_timeout = \d+$/);
    expect(database.statements).toEqual(['LOCK', 'SET LOCAL statement_timeout TO DEFAULT', 'work']);
  });

  it('bounds no statement of the embedded database, whose only connection waits for no lock', async () => {
    writer = createWriter(true);
    await write(caller('a'));
    expect(database.begins[0]).not.toContain('statement_timeout');
    expect(database.statements).toEqual(['LOCK']);
  });

  it.each([
    ['lock_timeout', '55P03'],
    ['statement_timeout', '57014'],
  ])('refuses a write whose wait for the lock ends by %s', async (_, code) => {
    database.lockError = Object.assign(new Error('canceling statement'), { code });
    await expect(write(caller('a'))).rejects.toThrow(ProjectBusyError);
  });

  it('refuses a write that has no time left to claim its Idempotency-Key', async () => {
    const once = { claim: () => Promise.reject(Object.assign(new Error('canceled'), { code: '57014' })) };
    const write = writer.write(caller('a'), PROJECT, 'batch', () => Promise.resolve(), {
      once: once as unknown as Once<Written<void>>,
    });
    await expect(write).rejects.toThrow(ProjectBusyError);
  });

  it('does not take a statement of the work that is canceled for a wait', async () => {
    const canceled = Object.assign(new Error('canceling statement'), { code: '57014' });
    await expect(write(caller('a'), PROJECT, () => Promise.reject(canceled))).rejects.toBe(canceled);
  });

  describe('with a clock', () => {
    beforeEach(() => {
      jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    });

    const lockTimeout = (): string | undefined => /lock_timeout = (\d+)/.exec(database.begins.at(-1) ?? '')?.[1];

    it('waits for the lock of the row for as long as the queue has left of the 30 s', async () => {
      const end = await hold();
      expect(lockTimeout()).toBe('30000');
      const second = write(caller('a'));
      await nextTurn();
      jest.advanceTimersByTime(18_000);
      await end();
      await second;
      expect(lockTimeout()).toBe('12000');
    });

    it('refuses a write that has waited for 30 s for its turn and for a connection together', async () => {
      const end = await hold();
      database.noConnection = true;
      let refusal: unknown;
      write(caller('a')).catch((error: unknown) => (refusal = error));
      await nextTurn();
      jest.advanceTimersByTime(20_000);
      await end();
      await nextTurn();
      jest.advanceTimersByTime(9_999);
      await nextTurn();
      expect(refusal).toBeUndefined();
      jest.advanceTimersByTime(1);
      await nextTurn();
      expect(refusal).toBeInstanceOf(ProjectBusyError);
    });

    it('refuses a write that has waited for 30 s behind another write of the project, and does not begin it then', async () => {
      const end = await hold();
      let refusal: unknown;
      write(caller('a')).catch((error: unknown) => (refusal = error));
      await nextTurn();
      jest.advanceTimersByTime(30_000);
      await nextTurn();
      expect(refusal).toBeInstanceOf(ProjectBusyError);
      await end();
      await nextTurn();
      expect(database.begins).toHaveLength(1);
    });

    it('leaves no timer behind', async () => {
      await write(caller('a'));
      await expect(write(caller('b'))).rejects.toThrow(ProjectNotFoundError);
      expect(jest.getTimerCount()).toBe(0);
    });
  });
});
