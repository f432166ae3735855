import { call } from '../harness/call';
import { type Figure, median, type Result } from '../harness/figures';
import { flatFile } from '../harness/flat-file';
import { compareLoads, type Target } from '../harness/load';
import type { ServerProcess } from '../harness/server-process';
import type { Suite, World } from '../harness/world';
import { importInto } from './imports';

/** Limit of the ratio of the times per text, each size to the one before; above 1, because larger data exceeds caches. */
const LINEAR = 1.5;

/** Imports and first exports of growing numbers of texts: the time per text must not grow. */
export const growthSuite: Suite = {
  name: 'growth',
  async run(world) {
    const sizes = world.options.quick ? [10_000, 100_000] : [10_000, 100_000, 1_000_000];
    const imports: Figure[] = [];
    const exports: Figure[] = [];
    for (const size of sizes) {
      const { imported, exported } = await measureTimes(world, size);
      imports.push({ value: imported, unit: 's' });
      exports.push({ value: exported, unit: 's' });
    }
    return [...toRows('import', sizes, imports), ...toRows('first export', sizes, exports)];
  },
};

async function measureTimes(world: World, size: number): Promise<{ imported: number; exported: number }> {
  const file = flatFile(size);
  const imports: number[] = [];
  const exports: number[] = [];
  const service = await world.service();
  await importInto(service, await world.seed.project({ keys: 0 }), flatFile(2_000));
  for (let round = 0; round < (size >= 1_000_000 ? 3 : world.options.rounds); round++) {
    await world.seed.empty();
    const id = await world.seed.project({ keys: 0 });
    imports.push(await importInto(service, id, file));
    await world.seed.settle();
    const { seconds, size: bytes } = await call(`${service.url}/api/v1/projects/${id}/export`, { discard: true });
    if (bytes !== file.bytes.length) throw new Error(`the export has ${bytes} bytes instead of ${file.bytes.length}`);
    exports.push(seconds);
  }
  await service.stop();
  return { imported: median(imports), exported: median(exports) };
}

function toRows(work: string, sizes: readonly number[], figures: readonly Figure[]): Result[] {
  return figures.map((service, index) => {
    const row = { work: `${work}, ${sizes[index]?.toLocaleString('en')} texts`, service };
    const before = figures[index - 1];
    if (!before) return row;
    const ratio = service.value / (sizes[index] ?? 1) / (before.value / (sizes[index - 1] ?? 1));
    return {
      ...row,
      ratio,
      target: `linear: ≤ ${LINEAR}`,
      met: ratio <= LINEAR,
      note: 'ratio: time per text, to the time per text of the size above',
    };
  });
}

/** A page in the middle of a small project and of a large one. */
export const listSuite: Suite = {
  name: 'list',
  async run(world) {
    const large = world.options.quick ? 100_000 : 1_000_000;
    const largeId = await world.seed.project({ keys: large });
    const smallId = await world.seed.project({ keys: 1_000 });
    await world.seed.settle();
    const service = await world.service();
    const largePage = await findMiddlePage(world, service, largeId);
    const smallPage = await findMiddlePage(world, service, smallId);
    const figures = await compareLoads(world.options, largePage, smallPage);
    return [
      {
        work: `list keys, a page of 100 of ${large.toLocaleString('en')} (reference: of 1,000)`,
        ...figures,
        target: 'flat: ≥ 0.8',
        met: figures.ratio >= 0.8,
      },
    ];
  },
};

async function findMiddlePage({ sql }: World, server: ServerProcess, projectId: string): Promise<Target> {
  const { rows } = await sql.query<{ id: string; name: string }>(
    `SELECT id, name FROM keys WHERE project_id = $1 ORDER BY name
     OFFSET (SELECT string_count / 2 FROM projects WHERE id = $1) LIMIT 1`,
    [projectId],
  );
  const cursor = Buffer.from(JSON.stringify([rows[0]?.name, rows[0]?.id])).toString('base64url');
  return {
    server,
    requests: { method: 'GET', paths: [`/api/v1/projects/${projectId}/keys?limit=100&cursor=${cursor}`] },
  };
}
