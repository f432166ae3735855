import { setImmediate as nextTurn } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Poller } from './poller';

/** @returns a poller of tasks that end at once and stay due, until it has polled `polls` times; and the number of its polls */
function startPoller(polls: number): { poller: Poller<object>; counts: { polls: number } } {
  const counts = { polls: 0 };
  const poller = new Poller<object>(new Logger(), {
    name: 'tasks',
    intervalMs: 60_000,
    take: () => Promise.resolve(++counts.polls < polls ? [{}] : []),
    run: () => Promise.resolve(),
    describe: () => 'a task',
  });
  poller.start();
  poller.wake();
  return { poller, counts };
}

describe('Poller', () => {
  it('leaves time for other work between tasks that end at once and stay due', async () => {
    const { poller, counts } = startPoller(1_000);
    await nextTurn();
    await poller.stop();
    expect(counts.polls).toBeLessThan(1_000);
  });

  it('asks for the next tasks when a task ends', async () => {
    const { poller, counts } = startPoller(10);
    while (counts.polls < 10) await nextTurn();
    await poller.stop();
    expect(counts.polls).toBe(10);
  });

  it('takes no task after the stop', async () => {
    const { poller, counts } = startPoller(10);
    await poller.stop();
    expect(counts.polls).toBe(0);
  });

  it('tries again at the next poll if its tasks cannot be read, and says so', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    let polls = 0;
    const done: string[] = [];
    const poller = new Poller<string>(new Logger(), {
      name: 'tasks',
      intervalMs: 60_000,
      take: () =>
        ++polls === 1 ? Promise.reject(new Error('no connection')) : Promise.resolve(polls === 2 ? ['a'] : []),
      run: (task) => Promise.resolve(void done.push(task)),
      describe: (task) => task,
    });
    poller.start();
    poller.wake();
    for (let turns = 0; turns < 20; turns++) await nextTurn();
    expect([polls, warn.mock.calls]).toEqual([1, [[expect.stringMatching(/^tasks cannot be read.*no connection/)]]]);
    poller.wake();
    for (let turns = 0; turns < 20; turns++) await nextTurn();
    await poller.stop();
    expect(done).toEqual(['a']);
    warn.mockRestore();
  });

  it('polls once for each time it is woken, and again if that is during a poll', async () => {
    let polls = 0;
    let end: (tasks: object[]) => void = () => undefined;
    const poller = new Poller<object>(new Logger(), {
      name: 'tasks',
      intervalMs: 60_000,
      take: () => {
        polls++;
        return new Promise<object[]>((resolve) => (end = resolve));
      },
      run: () => Promise.resolve(),
      describe: () => 'a task',
    });
    const pollsSoon = async (): Promise<number> => {
      for (let turns = 0; turns < 20; turns++) await nextTurn();
      return polls;
    };
    poller.start();
    poller.wake();
    expect(await pollsSoon()).toBe(1);
    poller.wake();
    expect(await pollsSoon()).toBe(1);
    end([]);
    expect(await pollsSoon()).toBe(2);
    end([]);
    expect(await pollsSoon()).toBe(2);
    await poller.stop();
  });
});
