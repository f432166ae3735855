import { call } from '../harness/call';
import { atMost, type Result } from '../harness/figures';
import { type FlatFile, flatFile } from '../harness/flat-file';
import type { ServerProcess } from '../harness/server-process';
import { compareTimes, seconds, secondsOf } from '../harness/timing';
import type { Suite, World } from '../harness/world';
import { bareUpsert } from '../reference/bare-upsert';

/** A file of new texts in one request, against the bare upsert of the same rows; then the same file again. */
export const importSuite: Suite = {
  name: 'import',
  async run(world) {
    const file = flatFile(world.options.quick ? 20_000 : 100_000);
    const service = await world.service();
    await importInto(service, await world.seed.project({ keys: 0 }), file);
    const again: number[] = [];
    const ours = async (): Promise<number> => {
      const id = await emptyProject(world);
      const first = await importInto(service, id, file);
      again.push((await importInto(service, id, file, 'skipped')) / first);
      return first;
    };
    const figures = await compareTimes(world.options.rounds, ours, () => bare(world, file));
    const first = figures.service.value;
    const unchanged = seconds(again);
    const count = file.ids.length.toLocaleString('en');
    return [
      { work: `import ${count} new texts`, ...figures, ...atMost(figures.ratio, 1.5) },
      {
        work: `import ${count} texts again, unchanged`,
        service: { value: unchanged.value * first, unit: 's' },
        reference: figures.service,
        ...atMost(unchanged.value, 1),
      } satisfies Result,
    ];
  },
};

async function bare(world: World, file: FlatFile): Promise<number> {
  const id = await emptyProject(world);
  return secondsOf(() => bareUpsert((sql, parameters) => world.sql.query(sql, parameters), id, file));
}

/** Every import finds tables of the same size: none. */
async function emptyProject({ seed }: World): Promise<string> {
  await seed.empty();
  return seed.project({ keys: 0 });
}

/**
 * @param outcome what must have happened to every text
 * @returns seconds
 */
export async function importInto(
  service: ServerProcess,
  projectId: string,
  { bytes, ids }: FlatFile,
  outcome: 'imported' | 'skipped' = 'imported',
): Promise<number> {
  const { body, seconds: taken } = await call(
    `${service.url}/api/v1/projects/${projectId}/import?format=json&language=en`,
    { method: 'POST', body: bytes, headers: { 'content-type': 'application/json' } },
  );
  const counts = JSON.parse(body.toString()) as Record<typeof outcome, number>;
  if (counts[outcome] !== ids.length) throw new Error(`the import did something else: ${body.toString()}`);
  return taken;
}
