import { writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { BenchDatabase, describeServer } from './harness/database';
import type { Result } from './harness/figures';
import { type Options, readOptions } from './harness/options';
import { tableOf } from './harness/table';
import { type Suite, World } from './harness/world';
import { burdenSuite, concurrencySuite } from './suites/burden';
import { benchCodecs } from './suites/codecs';
import { exportSuite, firstExportSuite, translationsSuite } from './suites/exports';
import { growthSuite, listSuite } from './suites/growth';
import { importSuite } from './suites/imports';
import { readSuite, writeSuite } from './suites/requests';
import { roundTripSuite } from './suites/round-trip';
import { startSuite } from './suites/start';

const SUITES: readonly Suite[] = [
  readSuite,
  writeSuite,
  exportSuite,
  translationsSuite,
  firstExportSuite,
  importSuite,
  burdenSuite,
  growthSuite,
  listSuite,
  startSuite,
  concurrencySuite,
  roundTripSuite,
];
const CODECS = 'codecs';

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.cwd());
  const wanted = (name: string): boolean =>
    options.only.length === 0 || options.only.some((each) => name.startsWith(each));
  const suites = SUITES.filter(({ name }) => wanted(name));
  if (suites.length === 0 && !wanted(CODECS)) {
    throw new Error(`--only takes ${[...SUITES.map(({ name }) => name), CODECS].join(', ')}`);
  }
  const results: Result[] = [];
  const database = await BenchDatabase.create(options.databaseUrl);
  const machine = await machineOf(database);
  try {
    for (const suite of suites) results.push(...(await runSuite(options, database, suite).catch(notRun(suite))));
  } finally {
    await database.drop();
  }
  if (wanted(CODECS)) results.push(...(await benchCodecs(options)));
  const date = new Date().toISOString().slice(0, 10);
  process.stdout.write(`\n${date}, ${machine}\n\n${tableOf(results)}\n`);
  if (options.json !== undefined) {
    const { rounds, seconds, connections, logLevel } = options;
    const run = { date, machine, rounds, seconds, connections, logLevel, results };
    writeFileSync(options.json, `${JSON.stringify(run, undefined, 2)}\n`);
  }
}

async function runSuite(options: Options, database: BenchDatabase, suite: Suite): Promise<Result[]> {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${suite.name}\n`);
  const world = await World.open(options, database);
  try {
    const results = await suite.run(world);
    for (const { work, ratio, service } of results) {
      process.stderr.write(`  ${work}: ${service.value.toPrecision(3)} ${service.unit} ${ratio?.toFixed(2) ?? ''}\n`);
    }
    return results;
  } finally {
    await world.close();
  }
}

/** The others are still run. */
const notRun =
  ({ name }: Suite) =>
  (error: unknown): Result[] => {
    process.stderr.write(`  ${name} could not be run: ${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
    return [];
  };

async function machineOf(database: BenchDatabase): Promise<string> {
  const client = await database.connect();
  try {
    const [cpu] = cpus();
    const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
    return `${cpus().length} × ${cpu?.model}, ${memory}, Linux ${release()}, Node ${process.version}; PostgreSQL: ${await describeServer(client)}`;
  } finally {
    await client.end();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
