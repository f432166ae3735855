import { Deadline, unlessAborted } from './deadline';

describe('Deadline', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('counts the stages of a wait together', () => {
    const refusal = new Error('busy');
    const deadline = new Deadline(30_000, () => refusal);
    jest.advanceTimersByTime(20_000);
    expect(deadline).toMatchObject({ remainingMs: 10_000, signal: { aborted: false } });
    jest.advanceTimersByTime(10_000);
    expect(deadline).toMatchObject({ remainingMs: 0, signal: { aborted: true, reason: refusal } });
  });

  it('leaves no timer and does not abort its signal once the wait has ended', () => {
    const deadline = new Deadline(30_000, () => new Error('busy'));
    deadline.clear();
    expect(jest.getTimerCount()).toBe(0);
    jest.advanceTimersByTime(40_000);
    expect(deadline).toMatchObject({ remainingMs: 0, signal: { aborted: false } });
  });
});

describe('unlessAborted', () => {
  const reason = new Error('left');

  it('passes results and failures on while the signal is not aborted', async () => {
    const { signal } = new AbortController();
    expect(await unlessAborted(Promise.resolve(1), signal)).toBe(1);
    const failure = new Error('failed');
    await expect(unlessAborted(Promise.reject(failure), signal)).rejects.toBe(failure);
  });

  it('waits no longer when the signal is aborted, and not at all when it was', async () => {
    const never = new Promise<void>(() => undefined);
    const controller = new AbortController();
    const waiting = unlessAborted(never, controller.signal);
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(unlessAborted(never, controller.signal)).rejects.toBe(reason);
  });
});
