import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DataSource } from 'typeorm';
import { JobRunner } from '../../src/background/job-runner';
import { type RunningApp, startApp } from '../support/start-app';
import { EVERY_OPERATION, giveIds, givenExamples, MEANT, OTHER_FILES, TEXTS_FILE } from './every-operation';

let running: RunningApp;
let folder: string;
beforeAll(async () => {
  running = await startApp();
  // The ids of the examples are older than deliveries are kept.
  await running.app.get(JobRunner).beforeApplicationShutdown();
  folder = await mkdtemp(join(tmpdir(), 'glossa-postman-'));
});
afterAll(async () => {
  await running.close();
  await rm(folder, { recursive: true });
});

it('a Postman collection made of openapi.json succeeds with each request once its three variables are set', async () => {
  await giveIds(running.app.get(DataSource), await givenExamples(running.operator));
  const write = async ({ name, content }: typeof TEXTS_FILE): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };
  const files: Record<string, string> = {};
  for (const { id, summary } of EVERY_OPERATION) {
    const other = OTHER_FILES[id];
    if (other) files[summary] = await write(other);
  }
  const settings = {
    files,
    baseUrl: running.url,
    bearerToken: running.operatorSecret,
    file: await write(TEXTS_FILE),
    order: EVERY_OPERATION.map(({ summary }) => summary),
  };

  const script = join(__dirname, 'run-collection.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(settings)]);
  const statuses = JSON.parse(stdout) as Record<string, number | undefined>;

  expect(Object.keys(statuses)).toHaveLength(EVERY_OPERATION.length);
  const refused = EVERY_OPERATION.flatMap(({ id, summary }) => {
    const status = statuses[summary] ?? 0;
    return status >= 200 && status < 300 ? [] : [[id, status]];
  });
  expect(Object.fromEntries(refused)).toEqual(MEANT);
});
