import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { strToU8, zipSync } from 'fflate';
import { Exchange } from '../support/exchange';
import { type RunningApp, startApp } from '../support/start-app';
import { Repository } from './repository';

const json = (texts: object): string => `${JSON.stringify(texts, null, 2)}\n`;

const JOURNAL = '.glossa-journal';
const NAMES = Array.from({ length: 100 }, (_, index) => `n${index}`);
const EDITED = 'locales/de/n5.json';
const MINE = json({ a: 'mine' });

const files = (version: number): Record<string, string> =>
  Object.fromEntries(
    NAMES.flatMap((name) => [
      [`locales/en/${name}.json`, json({ a: `a of ${name}` })],
      [`locales/de/${name}.json`, json({ a: `${version} of ${name}` })],
    ]),
  );

describe('glossa pull, killed while it writes 200 files', () => {
  let running: RunningApp;
  let repository: Repository;
  let exchange: Exchange;
  beforeAll(async () => {
    running = await startApp();
    const { id, api, organization } = await running.given.project({ targetLanguages: ['de'] });
    exchange = new Exchange(api, id);
    const env = { GLOSSA_API_KEY: organization.secret, GLOSSA_SERVER: running.url };
    const config = { project: id, files: [{ path: 'locales/{language}/{namespace}.json', format: 'json' }] };
    repository = Repository.create(env, { 'glossa.json': json(config), ...files(0) });
    await repository.done('push');
  });
  afterAll(async () => {
    repository.remove();
    await running.close();
  });

  const isThere = (name: string): boolean => existsSync(join(repository.folder, JOURNAL, name));
  const MOMENTS: [moment: string, hasCome: () => boolean][] = [
    ['before it asks the server', () => isThere('owner')],
    ['before the first files are complete', () => isThere('7')],
    ['before the last files are complete', () => isThere('80')],
    ['before the first file is in place', () => isThere('steps')],
    ['after the first files are in place', () => isThere('steps') && !isThere('3')],
    ['before the last files are in place', () => isThere('steps') && !isThere('50')],
  ];

  it.each(
    MOMENTS.flatMap((moment, index) =>
      [false, true].map((isEdited) => [...moment, isEdited, 2 * index + Number(isEdited) + 1] as const),
    ),
  )(
    '%s: the next command that may write makes all of them old or new (edited since: %#)',
    async (_, hasCome, isEdited, version) => {
      const entries = Object.entries(files(version)).map(([path, text]) => [path, strToU8(text)] as const);
      await exchange.imported({ bytes: zipSync(Object.fromEntries(entries)) }, { format: 'json' });
      const { child, ended } = repository.start(['pull']);
      let hasEnded = false;
      void ended.then(() => (hasEnded = true));
      while (!hasEnded && !hasCome()) await delay(1);
      child.kill('SIGKILL');
      await ended;
      if (isEdited) repository.write({ [EDITED]: MINE });
      // A command that may write files finishes the work, even if it does nothing itself.
      expect((await repository.glossa(['pull', '--language', 'pl'])).code).toBe(2);
      const versions = NAMES.filter((name) => !isEdited || name !== 'n5').map(
        (name) => /\d+(?= of)/.exec(repository.read(`locales/de/${name}.json`))?.[0],
      );
      expect(new Set(versions).size).toBe(1);
      if (isEdited) {
        expect(repository.read(EDITED)).toBe(MINE);
        repository.write({ [EDITED]: json({ a: `${version} of n5` }) });
      }
      await repository.done('sync');
      const paths = Object.keys(files(0));
      expect(Object.fromEntries(paths.map((path) => [path, repository.read(path)]))).toEqual(files(version));
      expect(repository.has(JOURNAL)).toBe(false);
    },
  );
});
