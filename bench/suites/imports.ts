import { call } from '../harness/call';
import { atMost, type Result } from '../harness/figures';
import { type FlatFile, flatFile } from '../harness/flat-file';
import type { ServerProcess } from '../harness/server-process';
import { compareTimes, measureSeconds, seconds, type Timed } from '../harness/timing';
import type { Suite, World } from '../harness/world';
import { bareUpsert } from '../reference/bare-upsert';

/** A file of new texts in one request, against a bare upsert of the same rows; then the same file again. */
export const importSuite: Suite = {
  name: 'import',
  async run(world) {
    const file = flatFile(world.options.quick ? 20_000 : 100_000);
    return world.hasBaseline ? againstBaseline(world, file) : againstBareUpsert(world, file);
  },
};

async function againstBareUpsert(world: World, file: FlatFile): Promise<Result[]> {
  const { imports, reimports } = await repeatedImports(world, await world.service(), file);
  const figures = await compareTimes(world.options.rounds, imports, () => bare(world, file));
  const first = figures.service.value;
  const unchanged = seconds(reimports.map((time) => time.reimport / time.first));
  return [
    { work: newTexts(file), ...figures, ...atMost(figures.ratio, 1.5) },
    {
      work: unchangedTexts(file),
      service: { value: unchanged.value * first, unit: 's' },
      reference: figures.service,
      ...atMost(unchanged.value, 1),
    },
  ];
}

async function againstBaseline(world: World, file: FlatFile): Promise<Result[]> {
  const own = await repeatedImports(world, await world.service(), file);
  const other = await repeatedImports(world, await world.reference(), file);
  const figures = await compareTimes(world.options.rounds, own.imports, other.imports);
  const [service, reference] = [own, other].map(({ reimports }) => seconds(reimports.map(({ reimport }) => reimport)));
  if (!service || !reference) throw new Error('nothing was imported');
  return [
    { work: newTexts(file), ...figures, ...world.judgeTime(figures.ratio, 1.5) },
    { work: unchangedTexts(file), service, reference, ...world.judgeTime(service.value / reference.value, 1) },
  ];
}

const newTexts = ({ ids }: FlatFile): string => `import ${ids.length.toLocaleString('en')} new texts`;
const unchangedTexts = ({ ids }: FlatFile): string =>
  `import ${ids.length.toLocaleString('en')} texts again, unchanged`;

interface RepeatedImports {
  /** Imports the file into an empty project, then imports it again; resolves with the seconds of the first import. */
  imports: Timed;
  /** Seconds of both imports, one entry for each call of `imports`. */
  reimports: { first: number; reimport: number }[];
}

/** Warms the service up with one import. */
async function repeatedImports(world: World, service: ServerProcess, file: FlatFile): Promise<RepeatedImports> {
  await importInto(service, await emptyProject(world), file);
  const reimports: RepeatedImports['reimports'] = [];
  const imports = async (): Promise<number> => {
    const id = await emptyProject(world);
    const first = await importInto(service, id, file);
    reimports.push({ first, reimport: await importInto(service, id, file, 'skipped') });
    return first;
  };
  return { imports, reimports };
}

async function bare(world: World, file: FlatFile): Promise<number> {
  const id = await emptyProject(world);
  return measureSeconds(() => bareUpsert((sql, parameters) => world.sql.query(sql, parameters), id, file));
}

/** Empties the tables first, so that every import finds tables of the same size. */
async function emptyProject({ seed }: World): Promise<string> {
  await seed.empty();
  return seed.project({ keys: 0 });
}

/**
 * Imports the file.
 * @param outcome the outcome that every text must have
 * @returns seconds
 */
export async function importInto(
  service: ServerProcess,
  projectId: string,
  { bytes, ids }: Pick<FlatFile, 'bytes' | 'ids'>,
  outcome: 'imported' | 'updated' | 'skipped' = 'imported',
): Promise<number> {
  const { body, seconds: duration } = await call(
    `${service.url}/api/v1/projects/${projectId}/import?format=json&language=en`,
    { method: 'POST', body: bytes, headers: { 'content-type': 'application/json' } },
  );
  const counts = JSON.parse(body.toString()) as Record<typeof outcome, number>;
  if (counts[outcome] !== ids.length) throw new Error(`the import had another outcome: ${body.toString()}`);
  return duration;
}
