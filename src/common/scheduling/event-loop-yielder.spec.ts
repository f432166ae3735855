import { setImmediate as nextTurn } from 'node:timers/promises';
import { EventLoopYielder } from './event-loop-yielder';

describe('EventLoopYielder', () => {
  let now: number;
  beforeEach(() => {
    now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => jest.restoreAllMocks());

  it('gives way when the time slice is over, and not before', async () => {
    const yielder = new EventLoopYielder();
    now = 3;
    expect(yielder.yieldIfDue()).toBeUndefined();
    now = 4;
    await yielder.yieldIfDue();
    now = 7;
    expect(yielder.yieldIfDue()).toBeUndefined();
  });

  it('gives way by time, whatever one item costs', async () => {
    const costs = [1, 1, 1, 1, 50, 1, 50, 50];
    const turnOfItem: number[] = [];
    let turn = 0;
    let timer = setImmediate(function count() {
      turn++;
      timer = setImmediate(count);
    });
    const mapped = await new EventLoopYielder().map(costs, (cost) => {
      turnOfItem.push(turn);
      now += cost;
      return 2 * cost;
    });
    clearImmediate(timer);
    expect(mapped).toEqual(costs.map((cost) => 2 * cost));
    // A slice ends after the items 4, 5, 7 and 8.
    expect(turnOfItem).toEqual([0, 0, 0, 0, 1, 2, 2, 3]);
  });

  it('resumes one computation per turn of the event loop, in their order', async () => {
    let resumed: number[] = [];
    const turns: number[][] = [];
    let running = 5;
    const compute = async (id: number): Promise<void> => {
      const yielder = new EventLoopYielder();
      for (let slice = 0; slice < 3; slice++) {
        now += 10;
        await yielder.yieldIfDue();
        resumed.push(id);
      }
      running--;
    };
    for (let id = 0; id < 5; id++) void compute(id);
    while (running > 0) {
      await nextTurn();
      turns.push(resumed);
      resumed = [];
    }
    expect(turns.filter((ids) => ids.length > 1)).toEqual([]);
    expect(turns.flat()).toEqual([0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4]);
  });
});
