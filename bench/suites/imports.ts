import { call } from '../harness/call';
import { atMost, type Result } from '../harness/figures';
import { type FlatFile, flatFile } from '../harness/flat-file';
import type { ServerProcess } from '../harness/server-process';
import { compareTimes, measureSeconds, seconds, type Timed } from '../harness/timing';
import type { Suite, World } from '../harness/world';
import { bareUpsert } from '../reference/bare-upsert';

/**
 * A file of new texts in one request, against a bare upsert of the same rows; then the same file again. A file that both sides have
 * changed with a base, against the same import without one.
 */
export const importSuite: Suite = {
  name: 'import',
  async run(world) {
    const file = flatFile(world.options.quick ? 20_000 : 100_000);
    const own = await (world.hasBaseline ? againstBaseline(world, file) : againstBareUpsert(world, file));
    return [...own, await againstNoBase(world, file)];
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

async function againstNoBase(world: World, file: FlatFile): Promise<Result> {
  const service = await world.service();
  const timed = (hasBase: boolean) => async (): Promise<number> => {
    const merge = await givenMerge(world, service, file);
    return importMerge(service, merge, hasBase);
  };
  const figures = await compareTimes(world.options.rounds, timed(true), timed(false));
  const work = `import ${file.ids.length.toLocaleString('en')} texts with a base, and without one`;
  return { work, ...figures, ...atMost(figures.ratio, 1.5) };
}

/** A file and a project that were the same at a revision. */
export interface Merge {
  projectId: string;
  base: number;
  bytes: Buffer;
  texts: number;
}

/** Imports a file, and changes one tenth of the texts in the project and another tenth in the file. */
export async function givenMerge(world: World, service: ServerProcess, file: FlatFile): Promise<Merge> {
  const projectId = await emptyProject(world);
  await importInto(service, projectId, file);
  const { rows } = await world.sql.query<{ revision: number }>('SELECT revision::int FROM projects WHERE id = $1', [
    projectId,
  ]);
  const revision = rows[0]?.revision ?? 0;
  const texts = Object.entries(JSON.parse(file.bytes.toString()) as Record<string, string>);
  const changed =
    (remainder: number, by: string) =>
    ([name, text]: [string, string], index: number): [string, string] => [
      name,
      index % 10 === remainder ? `${text} ${by}` : text,
    ];
  const toBytes = (entries: [string, string][]): Buffer => Buffer.from(JSON.stringify(Object.fromEntries(entries)));
  await call(importUrl(service, projectId), {
    method: 'POST',
    body: toBytes(texts.map(changed(3, 'here'))),
    headers: JSON_TYPE,
  });
  return { projectId, base: revision, bytes: toBytes(texts.map(changed(7, 'there'))), texts: texts.length };
}

/** Imports the file of a merge. @returns seconds */
export async function importMerge(
  service: ServerProcess,
  { projectId, base, bytes, texts }: Merge,
  hasBase: boolean,
): Promise<number> {
  const url = `${importUrl(service, projectId)}${hasBase ? `&base=${base}` : ''}`;
  const { body, seconds: duration } = await call(url, { method: 'POST', body: bytes, headers: JSON_TYPE });
  const { updated } = JSON.parse(body.toString()) as { updated?: number };
  if (updated !== (hasBase ? 0.1 : 0.2) * texts) throw new Error(`the import had another outcome: ${body.toString()}`);
  return duration;
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

const JSON_TYPE = { 'content-type': 'application/json' };
const importUrl = ({ url }: ServerProcess, projectId: string): string =>
  `${url}/api/v1/projects/${projectId}/import?format=json&language=en`;

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
  const { body, seconds: duration } = await call(importUrl(service, projectId), {
    method: 'POST',
    body: bytes,
    headers: JSON_TYPE,
  });
  const counts = JSON.parse(body.toString()) as Record<typeof outcome, number>;
  if (counts[outcome] !== ids.length) throw new Error(`the import had another outcome: ${body.toString()}`);
  return duration;
}
