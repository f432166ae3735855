import { Logger } from '@nestjs/common';
import type { Database } from '../database/database';
import { LastUseRecorder } from './last-use-recorder';

describe('LastUseRecorder', () => {
  const query = jest.fn<Promise<object[]>, [unknown, [string[], number[]]]>();
  let recorder: LastUseRecorder;

  beforeEach(() => {
    jest.useFakeTimers();
    query.mockReset().mockResolvedValue([]);
    recorder = new LastUseRecorder({ rows: query } as unknown as Database);
    recorder.onApplicationBootstrap();
  });
  afterEach(async () => {
    await recorder.beforeApplicationShutdown();
    jest.useRealTimers();
  });
  const written = () => query.mock.calls.map(([, [ids]]) => ids);

  it('writes the uses of all API keys in one statement after 5 s', async () => {
    recorder.record('a');
    recorder.record('b');
    expect(written()).toEqual([]);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(written()).toEqual([['a', 'b']]);
  });

  it('writes an API key at most once a minute', async () => {
    for (let second = 0; second < 120; second++) {
      recorder.record('a');
      await jest.advanceTimersByTimeAsync(1_000);
    }
    expect(written()).toHaveLength(2);
  });

  it('writes the last use of an API key even if no other use follows', async () => {
    recorder.record('a');
    await jest.advanceTimersByTimeAsync(6_000);
    recorder.record('a');
    const at = Date.now();
    await jest.advanceTimersByTimeAsync(120_000);
    expect(query.mock.calls.at(-1)?.[1]).toEqual([['a'], [at]]);
    expect(written()).toHaveLength(2);
  });

  it('writes nothing if no API key was used', async () => {
    await jest.advanceTimersByTimeAsync(120_000);
    expect(written()).toEqual([]);
  });

  it('writes the pending uses when the service stops', async () => {
    recorder.record('a');
    await recorder.beforeApplicationShutdown();
    expect(written()).toEqual([['a']]);
  });

  it('logs a warning and retries when the write fails', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    query.mockRejectedValueOnce(new Error('no connection'));
    recorder.record('a');
    await jest.advanceTimersByTimeAsync(5_000);
    expect(warn).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(written()).toEqual([['a'], ['a']]);
    warn.mockRestore();
  });
});
