import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { ThreadStatus } from './thread-status';

const WORK_MS = 500;

/** Runs code in a thread and returns by how much its clock advances. */
async function measure(code: string, identify: string): Promise<number> {
  const status = new ThreadStatus();
  const worker = new Worker(
    `const { workerData, parentPort } = require('node:worker_threads');
     ${identify}
     parentPort.on('message', () => { ${code} });
     parentPort.postMessage('ready');`,
    { eval: true, workerData: status.memory },
  );
  await once(worker, 'message');
  const start = status.readClock();
  worker.postMessage('go');
  await once(worker, 'message');
  const elapsed = status.readClock() - start;
  await worker.terminate();
  return elapsed;
}

const COMPUTE = `
  const end = performance.now() + ${WORK_MS};
  while (performance.now() < end);
  parentPort.postMessage('done');`;
const SLEEP = `setTimeout(() => parentPort.postMessage('done'), ${WORK_MS});`;

describe('ThreadStatus', () => {
  (existsSync('/proc/thread-self/schedstat') ? it : it.skip)(
    'counts the time for which a thread computes, and not its pauses, where the kernel counts it',
    async () => {
      const identify = `workerData[0] = Number(require('node:fs').readlinkSync('/proc/thread-self').split('/').at(-1));`;
      const [computing, sleeping] = [await measure(COMPUTE, identify), await measure(SLEEP, identify)];
      expect(computing).toBeGreaterThan(2 * sleeping);
      expect(computing).toBeGreaterThan(0);
    },
  );

  it('counts all of the time elsewhere', async () => {
    expect(await measure(SLEEP, 'workerData[0] = -1;')).toBeGreaterThan(WORK_MS / 2);
  });

  it('begins at 0, before the thread runs', () => {
    expect(new ThreadStatus().readClock()).toBe(0);
  });
});
