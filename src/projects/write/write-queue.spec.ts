import { setImmediate as nextTurn } from 'node:timers/promises';
import { WriteQueue } from './write-queue';

describe('WriteQueue', () => {
  let running: string[];
  let finish: (() => void)[];
  let queue: WriteQueue;
  beforeEach(() => {
    [running, finish] = [[], []];
    queue = new WriteQueue(4);
  });

  const write = (organization: string, project: string): Promise<void> =>
    queue.run(organization, project, async () => {
      running.push(project);
      await new Promise<void>((resolve) => finish.push(resolve));
      running.splice(running.indexOf(project), 1);
    });

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

  it('gives two connections to the writers of one project', async () => {
    const writes = Array.from({ length: 5 }, () => write('busy', 'project'));
    await nextTurn();
    expect(running).toEqual(['project', 'project']);
    await finishAll(writes);
  });
});
