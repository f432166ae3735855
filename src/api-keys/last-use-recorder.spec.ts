import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { LastUseRecorder } from './last-use-recorder';

describe('when API keys were last used', () => {
  const query = jest.fn<Promise<object[]>, [string, [string[], number[]]]>();
  let lastUseRecorder: LastUseRecorder;

  beforeEach(() => {
    jest.useFakeTimers();
    query.mockReset().mockResolvedValue([]);
    lastUseRecorder = new LastUseRecorder({ query } as unknown as DataSource);
    lastUseRecorder.onApplicationBootstrap();
  });
  afterEach(async () => {
    await lastUseRecorder.beforeApplicationShutdown();
    jest.useRealTimers();
  });
  const written = () => query.mock.calls.map(([, [ids]]) => ids);

  it('is written beside the requests, all API keys in one statement', async () => {
    lastUseRecorder.note('a');
    lastUseRecorder.note('b');
    expect(written()).toEqual([]);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(written()).toEqual([['a', 'b']]);
  });

  it('is written at most once a minute for each', async () => {
    for (let second = 0; second < 120; second++) {
      lastUseRecorder.note('a');
      await jest.advanceTimersByTimeAsync(1_000);
    }
    expect(written()).toHaveLength(2);
  });

  it('is written at last where nothing follows it', async () => {
    lastUseRecorder.note('a');
    await jest.advanceTimersByTimeAsync(6_000);
    lastUseRecorder.note('a');
    const at = Date.now();
    await jest.advanceTimersByTimeAsync(120_000);
    expect(query.mock.calls.at(-1)?.[1]).toEqual([['a'], [at]]);
    expect(written()).toHaveLength(2);
  });

  it('is not written where nothing was used', async () => {
    await jest.advanceTimersByTimeAsync(120_000);
    expect(written()).toEqual([]);
  });

  it('is written when the service stops', async () => {
    lastUseRecorder.note('a');
    await lastUseRecorder.beforeApplicationShutdown();
    expect(written()).toEqual([['a']]);
  });

  it('is written later, and the log says so, where the database does not take it', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    query.mockRejectedValueOnce(new Error('no connection'));
    lastUseRecorder.note('a');
    await jest.advanceTimersByTimeAsync(5_000);
    expect(warn).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(written()).toEqual([['a'], ['a']]);
    warn.mockRestore();
  });
});
