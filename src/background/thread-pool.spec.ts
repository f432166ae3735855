import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ThreadPool } from './thread-pool';
import { isOutOfMemory, WorkerThread } from './worker-thread';

/** Answers a message with the number of the thread, and `exhaust` with more memory than it has. */
const PROGRAM = `
  const { parentPort, threadId } = require('node:worker_threads');
  parentPort.on('message', (message) => {
    const texts = [];
    while (message === 'exhaust') texts.push(new Array(100_000).fill(texts.length));
    if (message !== 'ignore') parentPort.postMessage(threadId);
  });`;

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'glossa-threads-'));
  file = join(folder, 'thread.cjs');
  await writeFile(file, PROGRAM);
});
afterAll(() => rm(folder, { recursive: true }));

class TestThread extends WorkerThread {
  constructor() {
    super(file, { heapMb: 16, youngGenerationMb: 4 });
  }

  ask(message = 'ask', signal?: AbortSignal): Promise<number> {
    return this.request<number>(message, { signal });
  }
}

describe('a pool of threads', () => {
  let pool: ThreadPool<TestThread>;
  beforeEach(() => (pool = new ThreadPool(() => new TestThread(), 1)));
  afterEach(() => pool.close());

  const ask = (): Promise<number> => pool.run((thread) => thread.ask());

  it('uses a thread again after its task', async () => {
    expect(await ask()).toBe(await ask());
  });

  it('starts another thread while one is busy', async () => {
    const first = pool.take();
    const second = await ask();
    expect(await first.ask()).not.toBe(second);
    await pool.giveBack(first);
  });

  it('keeps no more idle threads than its limit', async () => {
    const threads = [pool.take(), pool.take()];
    const ids = await Promise.all(threads.map((thread) => thread.ask()));
    for (const thread of threads) await pool.giveBack(thread);
    expect(threads.map(({ isUsable }) => isUsable)).toEqual([true, false]);
    expect(await ask()).toBe(ids[0]);
  });

  it('does not use a retired thread again', async () => {
    const id = await pool.run((thread) => {
      thread.retire();
      return thread.ask().catch(() => undefined);
    });
    expect(id).toBeUndefined();
    expect(await ask()).toEqual(expect.any(Number));
  });

  it('does not use a thread again that has ended while it was idle', async () => {
    const thread = pool.take();
    const id = await thread.ask();
    await pool.giveBack(thread);
    expect(pool.isIdle(thread)).toBe(true);
    await thread.terminate();
    expect(pool.isIdle(thread)).toBe(false);
    expect(await ask()).not.toBe(id);
  });

  it('lets the process end while its threads are idle, and not while one is busy', async () => {
    const [ref, unref] = [jest.spyOn(Worker.prototype, 'ref'), jest.spyOn(Worker.prototype, 'unref')];
    const calls = () => [ref, unref].map((spy) => spy.mock.calls.length);
    try {
      const thread = pool.take();
      expect([calls(), pool.isIdle(thread)]).toEqual([[1, 0], false]);
      await pool.giveBack(thread);
      expect([calls(), pool.isIdle(thread)]).toEqual([[1, 1], true]);
      expect(pool.take()).toBe(thread);
      expect(calls()).toEqual([2, 1]);
      await pool.giveBack(thread);
    } finally {
      jest.restoreAllMocks();
    }
  });

  it('replaces a thread that ran out of memory, whose task fails', async () => {
    const failure = await pool.run((thread) => thread.ask('exhaust')).catch((error: unknown) => error);
    expect(isOutOfMemory(failure)).toBe(true);
    expect(await ask()).toEqual(expect.any(Number));
  });

  it('has a thread stop waiting when the signal of its task is aborted', async () => {
    const controller = new AbortController();
    const asked = pool.run((thread) => thread.ask('ignore', controller.signal));
    controller.abort();
    await expect(asked).rejects.toThrow('aborted');
  });
});

it.each([
  ['another error', new Error('another error')],
  ['an error with another code', Object.assign(new Error('another code'), { code: 'ERR_WORKER_PATH' })],
  ['what is no error', { code: 'ERR_WORKER_OUT_OF_MEMORY' }],
])('%s is not taken for a lack of memory', (_, error) => {
  expect(isOutOfMemory(error)).toBe(false);
});
