import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { FairSemaphore, type FairSemaphoreOptions, type TurnOptions } from './fair-semaphore';

class Refusal extends Error {}

/** One call of a semaphore under test, which runs until `finish` is called. */
interface Call {
  group: string;
  size: number;
  weight: number;
  state: 'waiting' | 'running' | 'finished' | 'refused' | 'left';
  finish: () => void;
  leave: () => void;
}

/** Makes calls and records the order in which they start. */
class Calls {
  readonly all: Call[] = [];
  readonly started: string[] = [];
  private readonly semaphore: FairSemaphore;

  constructor(options: Partial<FairSemaphoreOptions> = {}) {
    this.semaphore = new FairSemaphore({ slots: 2, slotsPerGroup: 1, createRefusal: () => new Refusal(), ...options });
  }

  make(group: string, { size = 1, weight = 1 }: TurnOptions = {}): Call {
    const client = new AbortController();
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const leave = (): void => client.abort(new Error('left'));
    const call: Call = { group, size, weight, state: 'waiting', finish, leave };
    this.all.push(call);
    const work = (): Promise<void> => {
      call.state = 'running';
      this.started.push(group);
      return finished;
    };
    this.semaphore.run(group, work, { size, weight, signal: client.signal }).then(
      () => (call.state = 'finished'),
      (error: unknown) => (call.state = error instanceof Refusal ? 'refused' : 'left'),
    );
    return call;
  }

  in(state: Call['state'], group?: string): Call[] {
    return this.all.filter((call) => call.state === state && (group === undefined || call.group === group));
  }

  async finishAll(): Promise<void> {
    for (let running = this.in('running'); running.length > 0; running = this.in('running')) {
      for (const { finish } of running) finish();
      await nextTurn();
    }
  }
}

describe('FairSemaphore', () => {
  it('starts a group that arrives last before the second waiting call of another group', async () => {
    const calls = new Calls({ slots: 1 });
    for (let i = 0; i < 4; i++) calls.make('busy');
    calls.make('quiet');
    await calls.finishAll();
    expect(calls.started).toEqual(['busy', 'busy', 'quiet', 'busy', 'busy']);
  });

  it('keeps a slot for other groups, however many calls one group makes', async () => {
    const calls = new Calls({ slots: 3, slotsPerGroup: 2 });
    for (let i = 0; i < 10; i++) calls.make('busy');
    calls.make('quiet');
    await nextTurn();
    expect(calls.started).toEqual(['busy', 'busy', 'quiet']);
  });

  it('refuses a call when the calls of its group that wait would weigh more than the limit', async () => {
    const calls = new Calls({ maxWaiting: 10 });
    const weights = [1, 20, 1, 9];
    const [, heavy, refused] = weights.map((weight) => calls.make('busy', { weight }));
    const other = calls.make('quiet', { weight: 20 });
    await nextTurn();
    expect([heavy, refused, other].map((call) => call?.state)).toEqual(['waiting', 'refused', 'running']);
    await calls.finishAll();
    expect(calls.make('busy', { weight: 9 }).state).toBe('running');
  });

  it('gives the place of a call whose client has left to the next call', async () => {
    const calls = new Calls({ maxWaiting: 1 });
    const running = calls.make('busy');
    const left = calls.make('busy');
    left.leave();
    const next = calls.make('busy');
    await nextTurn();
    expect([left.state, next.state]).toEqual(['left', 'waiting']);
    running.finish();
    await nextTurn();
    expect(next.state).toBe('running');
  });

  it('does not start a call whose client left before', async () => {
    const semaphore = new FairSemaphore({ slots: 1, slotsPerGroup: 1, createRefusal: () => new Refusal() });
    const work = jest.fn();
    const signal = AbortSignal.abort(new Error('left'));
    await expect(semaphore.run('busy', work, { signal })).rejects.toThrow('left');
    expect(work).not.toHaveBeenCalled();
  });

  it('refuses a call that has waited for longer than the time limit', async () => {
    const calls = new Calls({ timeoutMs: 1 });
    const running = calls.make('busy');
    const late = calls.make('busy');
    while (late.state === 'waiting') await nextTurn();
    expect([running.state, late.state]).toEqual(['running', 'refused']);
  });

  it('frees the slot of a call that fails', async () => {
    const semaphore = new FairSemaphore({ slots: 1, slotsPerGroup: 1, createRefusal: () => new Refusal() });
    const failures = [1, 2, 3].map((i) => semaphore.run('busy', () => Promise.reject(new Error(`failure ${i}`))));
    expect(await Promise.allSettled(failures)).toMatchObject(
      [1, 2, 3].map((i) => ({ reason: { message: `failure ${i}` } })),
    );
  });

  it('gives a slot that a call frees before it ends to one other call', async () => {
    const semaphore = new FairSemaphore({ slots: 1, slotsPerGroup: 1 });
    const started: number[] = [];
    const finish: (() => void)[] = [];
    const calls = [1, 2, 3].map((i) =>
      semaphore.run('busy', (freeSlot) => {
        started.push(i);
        if (i === 1) [freeSlot, freeSlot].forEach((free) => free());
        return new Promise<void>((resolve) => finish.push(resolve));
      }),
    );
    await nextTurn();
    expect(started).toEqual([1, 2]);
    finish[0]?.();
    await nextTurn();
    expect(started).toEqual([1, 2]);
    finish[1]?.();
    await nextTurn();
    finish[2]?.();
    await Promise.all(calls);
  });

  it('does not let small calls overtake a call of another group that waits for slots', async () => {
    const calls = new Calls({ slots: 4, slotsPerGroup: 3 });
    const first = calls.make('busy', { size: 3 });
    const large = calls.make('quiet', { size: 3 });
    const small = calls.make('other', { size: 1 });
    await nextTurn();
    expect([large.state, small.state]).toEqual(['waiting', 'waiting']);
    first.finish();
    await nextTurn();
    expect([large.state, small.state]).toEqual(['running', 'running']);
  });

  it('starts a call that is larger than the slots of its group when the group holds nothing', async () => {
    const calls = new Calls({ slots: 4, slotsPerGroup: 2 });
    const huge = calls.make('busy', { size: 9 });
    const next = calls.make('busy');
    const other = calls.make('quiet', { size: 2 });
    await nextTurn();
    expect([huge.state, next.state, other.state]).toEqual(['running', 'waiting', 'running']);
    await calls.finishAll();
    expect(next.state).toBe('finished');
  });

  it('gives slots of a running call to others when it shrinks', async () => {
    const semaphore = new FairSemaphore({ slots: 4, slotsPerGroup: 4, createRefusal: () => new Refusal() });
    const turn = await semaphore.enter('busy', { size: 4 });
    const next = Promise.resolve(semaphore.enter('busy', { size: 3 }));
    turn.shrinkTo(2);
    let isStarted = false;
    void next.then(() => (isStarted = true));
    await nextTurn();
    expect(isStarted).toBe(false);
    turn.shrinkTo(3);
    turn.shrinkTo(1);
    await next;
    turn.release();
    turn.release();
    expect(semaphore.enter('quiet', { size: 1 })).not.toBeInstanceOf(Promise);
    expect(semaphore.enter('quiet', { size: 1 })).toBeInstanceOf(Promise);
  });

  const GROUPS = ['a', 'b', 'c'];
  const step = fc.record({
    action: fc.constantFrom('make', 'make', 'finish', 'leave'),
    group: fc.constantFrom(...GROUPS),
    size: fc.integer({ min: 1, max: 3 }),
    weight: fc.integer({ min: 1, max: 5 }),
    index: fc.nat(),
  });
  const limits = fc
    .record({ slots: fc.integer({ min: 1, max: 4 }), spare: fc.nat(3), maxWaiting: fc.integer({ min: 1, max: 12 }) })
    .map(({ slots, spare, maxWaiting }) => ({ slots, slotsPerGroup: Math.max(1, slots - spare), maxWaiting }));

  it('keeps its limits, leaves no slot idle and starves no group, in whatever order calls begin, finish and leave', async () => {
    await fc.assert(
      fc.asyncProperty(limits, fc.array(step, { maxLength: 60 }), async (options, steps) => {
        const calls = new Calls(options);
        const { slots, slotsPerGroup, maxWaiting } = options;
        const held = (group?: string): number =>
          calls.in('running', group).reduce((sum, { size }) => sum + Math.min(size, slotsPerGroup), 0);
        const hasRoom = ({ group, size }: Call): boolean =>
          held(group) + Math.min(size, slotsPerGroup) <= slotsPerGroup;
        /** Starts of other groups since the first waiting call of a group could have started. */
        const overtaken = new Map<string, string[]>();
        for (const { action, group, size, weight, index } of steps) {
          const firstWaiting = new Map(GROUPS.map((name) => [name, calls.in('waiting', name)[0]]));
          const [running, waiting] = [calls.in('running'), calls.in('waiting')];
          if (action === 'make') calls.make(group, { size, weight });
          else if (action === 'finish') running[index % running.length]?.finish();
          else waiting[index % waiting.length]?.leave();
          const eligible = GROUPS.filter((name) => {
            const first = firstWaiting.get(name);
            return first && hasRoom(first);
          });
          const before = calls.started.length;
          await nextTurn();
          const started = calls.started.slice(before);

          expect(held()).toBeLessThanOrEqual(slots);
          const firsts = GROUPS.flatMap((name) => calls.in('waiting', name).slice(0, 1)).filter(hasRoom);
          const fits = ({ size: wanted }: Call): boolean => held() + Math.min(wanted, slotsPerGroup) <= slots;
          // A call that fits waits only for one that does not, and is before it.
          if (firsts.length > 0) expect(firsts.every(fits)).toBe(false);
          for (const name of GROUPS) {
            const waitingNow = calls.in('waiting', name);
            expect(held(name)).toBeLessThanOrEqual(slotsPerGroup);
            if (waitingNow.length > 1)
              expect(waitingNow.reduce((sum, call) => sum + call.weight, 0)).toBeLessThanOrEqual(maxWaiting);
            if (firstWaiting.get(name) !== waitingNow[0]) overtaken.set(name, []);
            else if (eligible.includes(name)) {
              overtaken.set(name, [...(overtaken.get(name) ?? []), ...started]);
              expect(new Set(overtaken.get(name)).size).toBe(overtaken.get(name)?.length);
            }
          }
        }
        await calls.finishAll();
        expect([...calls.in('waiting'), ...calls.in('running')]).toEqual([]);
      }),
    );
  });
});
