import { writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { ServiceProcess, withPlace } from './support/service-process';

const ENTRY = join(__dirname, '../dist/src/main.js');
const CONNECTIONS = 16;
const WARM_UP = 6_000;
const REQUESTS = 10_000;
/** A request allocates 24 kB, of which 4 kB were copied. */
const MAX_COPIED_BYTES = 500;

/** The process of the embedded database has another heap, of which V8 did not move these objects. */
const itOnServer = process.env.DATABASE_URL ? it : it.skip;

itOnServer('objects of a finished request do not survive a collection of the young generation', async () => {
  await withPlace(async (place) => {
    const entry = join(place.folder, 'traced-main.cjs');
    await writeFile(
      entry,
      `require('node:v8').setFlagsFromString('--trace-gc-nvp'); require(${JSON.stringify(ENTRY)});`,
    );
    const service = await ServiceProcess.start(place, {}, entry);
    try {
      await request(service, WARM_UP);
      const begin = service.stdout.length;
      await request(service, REQUESTS);
      expect(copiedBytes(service.stdout.slice(begin)) / REQUESTS).toBeLessThan(MAX_COPIED_BYTES);
    } finally {
      await service.stop('SIGKILL');
    }
  });
});

async function request(service: ServiceProcess, count: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const url = `${service.url.replace('localhost', '127.0.0.1')}/health/live`;
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      get(url, { agent }, (answer) => answer.resume().once('end', resolve)).once('error', reject);
    });
  const inTurn = async (): Promise<void> => {
    for (let i = 0; i < count / CONNECTIONS; i++) await one();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, inTurn));
  agent.destroy();
}

/** The sum over the collections of the young generation that the trace names. @throws if it names none */
function copiedBytes(trace: string): number {
  const collections = [...trace.matchAll(/ gc=s .* promoted=(\d+) new_space_survived=(\d+)/g)];
  expect(collections.length).toBeGreaterThan(0);
  return collections.reduce((sum, [, promoted, survived]) => sum + Number(promoted) + Number(survived), 0);
}
