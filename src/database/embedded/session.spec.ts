import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { emptyFiles } from '../../../test/support/test-database';
import { LocalSession } from './session';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The message Query of the wire protocol (PostgreSQL manual, 54.7). */
function queryMessage(sql: string): Uint8Array {
  const body = Buffer.from(`${sql}\0`);
  const message = Buffer.alloc(5 + body.length);
  message.write('Q');
  message.writeInt32BE(4 + body.length, 1);
  body.copy(message, 5);
  return message;
}

describe('LocalSession', () => {
  let session: LocalSession;
  beforeAll(async () => {
    session = await LocalSession.inMemory(await emptyFiles());
  });
  afterAll(() => session.close());

  it('returns the whole response of a statement', async () => {
    const response = Buffer.concat(await session.execute(queryMessage("SELECT repeat('x', 3000000)")));
    expect(response.length).toBeGreaterThan(3_000_000);
    expect(response.subarray(-6).toString('latin1')).toBe('Z\0\0\0\x05I');
  });

  it('returns an error as a message of the protocol, and serves the next statement', async () => {
    expect(Buffer.concat(await session.execute(queryMessage('SELECT nothing'))).toString()).toContain('42703');
    expect(Buffer.concat(await session.execute(queryMessage("SELECT 'served'"))).toString()).toContain('served');
  });

  it('retains nothing of the responses that it returned', async () => {
    const read = async (): Promise<number> => {
      await session.execute(queryMessage('SELECT i, i::text FROM generate_series(1, 20000) AS i'));
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const before = await read();
    for (let i = 0; i < 5; i++) await read();
    // 100,000 retained rows would take 20 MB.
    expect((await read()) - before).toBeLessThan(4_000_000);
  });

  it('discards the transaction and the settings that a client left', async () => {
    await session.execute(queryMessage("SET work_mem = '7MB'; BEGIN; CREATE TABLE left_open (id int)"));
    await session.reset();
    const response = await session.execute(queryMessage("SHOW work_mem; SELECT to_regclass('left_open') IS NULL"));
    expect(Buffer.concat(response).toString()).not.toContain('7MB');
    expect(Buffer.concat(response).toString('latin1')).toContain('\x01t');
  });
});
