import { join } from 'node:path';
import { call } from '../harness/call';
import { type Result } from '../harness/figures';
import { flatFile } from '../harness/flat-file';
import type { ServerProcess } from '../harness/server-process';
import { seconds, measureSeconds } from '../harness/timing';
import { LANGUAGES } from '../harness/seed';
import type { Suite, World } from '../harness/world';
import { createProject } from './round-trip';
import { importInto } from './imports';

const KEYS = 10_000;

/** Time from the start of the process to the first response that needs the database, on existing data. */
export const startSuite: Suite = {
  name: 'start',
  async run(world) {
    await world.seed.project({ keys: KEYS, languages: LANGUAGES });
    await world.seed.settle();
    const folder = join(world.folder, 'data');
    const first = await world.service({ folder });
    await importInto(first, await createProject(first), flatFile(KEYS));
    await first.stop();
    return [
      await measureStart(world, 'start until ready, server PostgreSQL', 1.5, () => world.service()),
      await measureStart(world, 'start until ready, embedded', 2.5, () => world.service({ folder })),
    ];
  },
};

async function measureStart(
  { options }: World,
  work: string,
  ceiling: number,
  start: () => Promise<ServerProcess>,
): Promise<Result> {
  const times: number[] = [];
  for (let round = 0; round < options.rounds; round++) {
    let service: ServerProcess | undefined;
    times.push(
      await measureSeconds(async () => {
        service = await start();
        await call(`${service.url}/api/v1/me`);
      }),
    );
    await service?.stop();
  }
  const figure = seconds(times);
  return { work, service: figure, target: `≤ ${ceiling} s`, met: figure.value <= ceiling };
}
