import { Logger } from '@nestjs/common';
import { Database } from './database';
import { TableStatistics } from './table-statistics';

describe('TableStatistics', () => {
  /** A database that answers a statement when the test says so. */
  const given = () => {
    const statements: string[] = [];
    let answer: (rows: unknown[]) => void = () => undefined;
    const rows = (statement: string): Promise<unknown[]> => {
      statements.push(statement.trim().split(/\s/, 1)[0] ?? '');
      return new Promise((resolve) => (answer = resolve));
    };
    const database = Object.assign(Object.create(Database.prototype) as Database, { rows });
    return { statements, answer: (found: unknown[]) => answer(found), statistics: new TableStatistics(database) };
  };
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('analyzes the tables in need after a large write, one write at a time', async () => {
    const { statements, answer, statistics } = given();
    statistics.afterWrite(4_999);
    expect(statements).toEqual([]);
    statistics.afterWrite(5_000);
    statistics.afterWrite(5_000);
    answer([{ name: 'keys' }]);
    await turn();
    expect(statements).toEqual(['SELECT', 'ANALYZE']);
  });

  it('analyzes the tables before look-ups in a project with more keys than the planner expects in all', async () => {
    const { statements, answer, statistics } = given();
    await statistics.beforeLookUps(999);
    expect(statements).toEqual([]);
    const ready = statistics.beforeLookUps(1_000);
    await turn();
    answer([{ name: 'keys' }]);
    await turn();
    expect(statements).toEqual(['SELECT', 'ANALYZE']);
    answer([]);
    await ready;
  });

  it('waits for the statistics of the write before', async () => {
    const { statements, answer, statistics } = given();
    statistics.afterWrite(5_000);
    const ready = statistics.beforeLookUps(1_000);
    await turn();
    expect(statements).toEqual(['SELECT']);
    answer([]);
    await turn();
    expect(statements).toEqual(['SELECT', 'SELECT']);
    answer([]);
    await ready;
  });

  it('sends no statement after the service has begun to close, and reports no failure then', async () => {
    const { statements, answer, statistics } = given();
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    statistics.afterWrite(5_000);
    statistics.onModuleDestroy();
    answer([{ name: 'keys' }]);
    await turn();
    statistics.afterWrite(5_000);
    expect(statements).toEqual(['SELECT']);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });
});
