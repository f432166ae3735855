import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const WORKER = join(__dirname, '../dist/src/releases/packing/delta-worker.js');

interface Answer {
  deltaBytes: number;
  isEqual: boolean;
  error: string;
  /** The turns of the event loop while the delta was made and applied. */
  turns: number;
}

/** Makes and applies a delta of files of 8 MB with the compiled modules. */
async function runInThread(): Promise<Answer> {
  const code = `
    const { createHash } = require('node:crypto');
    const { brotliCompressSync, constants } = require('node:zlib');
    const { DeltaWorker } = require(${JSON.stringify(WORKER)});
    const contentOf = (changed) => Buffer.from(
      Array.from({ length: 200_000 }, (_, i) => '  "key ' + i + '": "text ' + i * (i % 100 === changed ? 3 : 7) + '",\\n').join(''));
    const br = (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
    const stored = (bytes) => ({ sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length, br: br(bytes) });
    (async () => {
      const worker = new DeltaWorker();
      const content = contentOf(0);
      const [base, target] = [stored(contentOf(1)), stored(content)];
      let [turns, isWorking] = [0, true];
      (function count() { if (isWorking) setImmediate(() => { turns++; count(); }); })();
      const delta = await worker.pack({ base, target, maxBytes: target.bytes });
      const read = await worker.read({ base, deltas: [{ ...target, delta }] });
      isWorking = false;
      const error = await worker.read({ base, deltas: [{ ...target, sha256: 'other', delta }] }).catch(({ message }) => message);
      await worker.onApplicationShutdown();
      console.log(JSON.stringify({ deltaBytes: delta.length, isEqual: read.equals(content), error, turns }));
    })();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', code]);
  return JSON.parse(stdout) as Answer;
}

it('a delta is made and applied in a thread, while the event loop goes on', async () => {
  const { deltaBytes, isEqual, error, turns } = await runInThread();
  expect(deltaBytes).toBeLessThan(200_000);
  expect(isEqual).toBe(true);
  expect(error).toBe('the stored bytes of other have another SHA-256');
  expect(turns).toBeGreaterThan(100);
});
