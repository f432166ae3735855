import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EndTurn, WriteQueue } from './write-queue';

describe('WriteQueue', () => {
  let running: string[];
  let finish: (() => void)[];
  let endTurns: EndTurn[];
  let queue: WriteQueue;
  beforeEach(() => {
    [running, finish, endTurns] = [[], [], []];
    queue = new WriteQueue(4);
  });

  const write = (organization: string, project: string, signal = new AbortController().signal): Promise<void> =>
    queue.run(
      organization,
      project,
      async (endTurn) => {
        endTurns.push(endTurn);
        running.push(project);
        await new Promise<void>((resolve) => finish.push(resolve));
        running.splice(running.indexOf(project), 1);
      },
      signal,
    );

  async function finishAll(writes: Promise<void>[]): Promise<void> {
    while (finish.length > 0) {
      finish.shift()?.();
      await nextTurn();
    }
    await Promise.all(writes);
  }

  it('leaves a connection to other organizations, however many projects one organization writes', async () => {
    const writes = Array.from({ length: 10 }, (_, i) => write('busy', `busy ${i}`));
    writes.push(write('quiet', 'quiet'));
    await nextTurn();
    expect(running).toEqual(['busy 0', 'busy 1', 'busy 2', 'quiet']);
    await finishAll(writes);
    expect(running).toEqual([]);
  });

  it('holds one connection for each project that is written, however many writers wait', async () => {
    queue = new WriteQueue(5);
    const writes = ['one', 'two', 'three'].flatMap((project) => Array.from({ length: 5 }, () => write('a', project)));
    writes.push(write('a', 'fourth'));
    await nextTurn();
    expect(running).toEqual(['one', 'two', 'three', 'fourth']);
    await finishAll(writes);
  });

  it('begins the next write of a project when the turn of the previous write ends, which may be before its work has ended', async () => {
    const writes = Array.from({ length: 3 }, () => write('a', 'project'));
    await nextTurn();
    expect(running).toEqual(['project']);
    endTurns[0]?.();
    endTurns[0]?.();
    await nextTurn();
    expect(running).toEqual(['project', 'project']);
    await finishAll(writes);
  });

  it('never makes a write of one organization wait for writes of another, even of the same project', async () => {
    const writes = [...Array.from({ length: 3 }, () => write('a', 'project')), write('b', 'project')];
    await nextTurn();
    expect(running).toEqual(['project', 'project']);
    await finishAll(writes);
  });

  it.each([
    ['its turn', 'project'],
    ['a connection', 'another project'],
  ])('does not begin a write whose wait for %s has ended, and begins the next one', async (_, project) => {
    queue = new WriteQueue(1);
    const [wait, reason] = [new AbortController(), new Error('too late')];
    const first = write('a', 'project');
    await nextTurn();
    const late = write('a', project, wait.signal);
    const next = write('a', project);
    wait.abort(reason);
    await expect(late).rejects.toBe(reason);
    expect(running).toEqual(['project']);
    await finishAll([first, next]);
    expect(endTurns).toHaveLength(2);
  });
});
