import { writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { BenchDatabase, describeServer } from './harness/database';
import type { Result } from './harness/figures';
import { type Options, readOptions, USAGE } from './harness/options';
import { CLIENT } from './harness/load';
import { formatTable } from './harness/table';
import { type Suite, World } from './harness/world';
import { burdenSuite, concurrencySuite } from './suites/burden';
import { benchChecks } from './suites/checks';
import { findingsSuite } from './suites/findings';
import { cliSuite } from './suites/cli';
import { benchCodecs } from './suites/codecs';
import { dashboardSuite } from './suites/dashboard';
import { deskSuite } from './suites/desk';
import { deskWritesSuite } from './suites/desk-writes';
import { deliverySuite } from './suites/delivery';
import { floodSuite } from './suites/flood';
import { editorHourSuite } from './suites/editor-hour';
import { exportSuite, firstExportSuite, translationsSuite } from './suites/exports';
import { gridSuite } from './suites/grid';
import { growthSuite, listSuite } from './suites/growth';
import { historyPagesSuite, historySuite } from './suites/history';
import { importSuite } from './suites/imports';
import { memorySuite } from './suites/memory';
import { packingSuite } from './suites/packing';
import { partitionsSuite } from './suites/partitions';
import { peopleSuite } from './suites/people';
import { publishingSuite } from './suites/publishing';
import { readSuite, writeSuite } from './suites/requests';
import { roundTripSuite } from './suites/round-trip';
import { embeddedSoakSuite, serverSoakSuite } from './suites/soak';
import { startSuite } from './suites/start';
import { templateSuite } from './suites/templates';

/** Suites that compare two servers, and so can compare two builds. */
const COMPARISONS: readonly Suite[] = [
  readSuite,
  writeSuite,
  exportSuite,
  translationsSuite,
  firstExportSuite,
  importSuite,
];
const SUITES: readonly Suite[] = [
  ...COMPARISONS,
  deliverySuite,
  floodSuite,
  publishingSuite,
  packingSuite,
  templateSuite,
  historySuite,
  historyPagesSuite,
  burdenSuite,
  growthSuite,
  listSuite,
  gridSuite,
  startSuite,
  concurrencySuite,
  roundTripSuite,
  partitionsSuite,
  findingsSuite,
  memorySuite,
  deskWritesSuite,
  peopleSuite,
  cliSuite,
];
/** Suites that run only when they are named, because they take hours or need Chromium. */
const NAMED_SUITES: readonly Suite[] = [dashboardSuite, deskSuite, editorHourSuite, serverSoakSuite, embeddedSoakSuite];
/** Suites that measure functions of the build, without a server. */
const FUNCTIONS: readonly { name: string; run: (options: Options) => Promise<Result[]> }[] = [
  { name: 'codecs', run: benchCodecs },
  { name: 'checks', run: benchChecks },
];

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.cwd());
  if (!options) {
    process.stdout.write(USAGE);
    return;
  }
  const { suites, functions } = selectSuites(options);
  const results: Result[] = [];
  const database = await BenchDatabase.create(options.databaseUrl);
  const machine = await describeMachine(database);
  try {
    for (const suite of suites) await runSuite(options, database, suite, results).catch(reportFailure(suite));
  } finally {
    await database.drop();
  }
  for (const { run } of functions) results.push(...(await run(options)));
  const date = new Date().toISOString().slice(0, 10);
  const table = formatTable(results, options.baseline === undefined ? 'reference' : 'baseline');
  process.stdout.write(`\n${date}, ${machine}\n\n${table}\n`);
  if (options.json !== undefined) {
    const { rounds, seconds, connections, logLevel, baseline } = options;
    const run = { date, machine, rounds, seconds, connections, logLevel, baseline, results };
    writeFileSync(options.json, `${JSON.stringify(run, undefined, 2)}\n`);
  }
}

/** @throws Error where `--only` names no suite */
function selectSuites({ only, baseline }: Options): { suites: Suite[]; functions: typeof FUNCTIONS } {
  const isSelected = (name: string): boolean => only.length === 0 || only.some((prefix) => name.startsWith(prefix));
  const available = baseline === undefined ? SUITES : COMPARISONS;
  const named = only.length === 0 || baseline !== undefined ? [] : NAMED_SUITES;
  const suites = [...available, ...named].filter(({ name }) => isSelected(name));
  const functions = baseline === undefined ? FUNCTIONS.filter(({ name }) => isSelected(name)) : [];
  if (suites.length === 0 && functions.length === 0) {
    const names = [...available, ...named, ...(baseline === undefined ? FUNCTIONS : [])].map(({ name }) => name);
    throw new Error(`--only takes ${names.join(', ')}`);
  }
  return { suites, functions };
}

/** Adds the rows of a suite to the results, and prints each of them. */
async function runSuite(options: Options, database: BenchDatabase, suite: Suite, results: Result[]): Promise<void> {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${suite.name}\n`);
  const world = await World.open(options, database);
  try {
    for await (const result of await suite.run(world)) {
      const { work, ratio, service } = result;
      process.stderr.write(`  ${work}: ${service.value.toPrecision(3)} ${service.unit} ${ratio?.toFixed(2) ?? ''}\n`);
      results.push(result);
    }
  } finally {
    await world.close();
  }
}

/** Prints the error of a suite; the other suites still run. */
const reportFailure =
  ({ name }: Suite) =>
  (error: unknown): void => {
    process.stderr.write(`  ${name} failed: ${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  };

async function describeMachine(database: BenchDatabase): Promise<string> {
  const client = await database.connect();
  try {
    const [cpu] = cpus();
    const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
    return `${cpus().length} × ${cpu?.model}, ${memory}, Linux ${release()}, Node ${process.version}, load by ${CLIENT}; PostgreSQL: ${await describeServer(client)}`;
  } finally {
    await client.end();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
