import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { zipSync } from 'fflate';
import { call } from '../harness/call';
import { median, type Result } from '../harness/figures';
import { SECRET } from '../harness/servers';
import type { ServerProcess } from '../harness/server-process';
import { compareTimes, measureSeconds } from '../harness/timing';
import type { Suite } from '../harness/world';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'sv', 'da', 'fi'];
const MAX_PUSH_RATIO = 1.2;
const MAX_PULL_MS = 300;
const MAX_VERSION_MS = 150;
/** Writes the processor time of a process in microseconds to its file 3. */
const TELL_CPU = `data:text/javascript,import{writeSync}from'node:fs';process.on('exit',()=>{const{user,system}=process.cpuUsage();writeSync(3,String(user+system))})`;

interface Run {
  seconds: number;
  /** Processor time of the client and of the server, in seconds. */
  client: number;
  server: number;
}

/** The command line: a first push against the same import by curl, a pull with nothing to do, and the start. */
export const cliSuite: Suite = {
  name: 'cli',
  async run(world) {
    const { options } = world;
    const program = join(dirname(options.dist), 'cli/bin/glossa.mjs');
    const service = await world.service();
    const folder = join(world.folder, 'repository');
    const files = languageFiles(options.quick ? 1_000 : 20_000);
    mkdirSync(join(folder, 'locales'), { recursive: true });
    for (const [path, bytes] of Object.entries(files)) writeFileSync(join(folder, path), bytes);
    const archive = join(world.folder, 'locales.zip');
    writeFileSync(archive, zipSync(files, { level: 6 }));

    const begin = async (): Promise<string> => {
      await world.seed.empty();
      const project = await createProject(service);
      const config = { server: service.url, project, files: [{ path: 'locales/{language}.json', format: 'json' }] };
      writeFileSync(join(folder, 'glossa.json'), JSON.stringify(config));
      rmSync(join(folder, 'glossa.lock'), { force: true });
      return project;
    };
    const runs: Record<'push' | 'curl', Run[]> = { push: [], curl: [] };
    const push = async (): Promise<number> => {
      await begin();
      const run = await measured(service, () =>
        execute(process.execPath, ['--import', TELL_CPU, program, 'push'], folder),
      );
      runs.push.push(run);
      return run.seconds;
    };
    const curl = async (): Promise<number> => {
      const url = `${service.url}/api/v1/projects/${await begin()}/import`;
      const form = ['-F', 'format=json', '-F', 'details=true', '-F', `file=@${archive}`];
      const args = ['-sSf', '-o', '/dev/null', '-H', `Authorization: Bearer ${SECRET}`, ...form, url];
      const run = await measured(service, () => execute('curl', args, folder));
      runs.curl.push(run);
      return run.seconds;
    };
    const compared = await compareTimes(options.rounds, push, curl);
    const cpuOf = (kind: 'push' | 'curl'): string =>
      `${kind}: client ${median(runs[kind].map(({ client }) => client)).toFixed(2)} s, server ${median(runs[kind].map(({ server }) => server)).toFixed(2)} s`;
    const first: Result = {
      work: `first push of ${LANGUAGES.length} languages, curl`,
      ...compared,
      target: `≤ ${MAX_PUSH_RATIO}×`,
      met: compared.ratio <= MAX_PUSH_RATIO,
      note: `processor time of ${cpuOf('push')}; ${cpuOf('curl')}`,
    };
    await push();
    const glossa =
      (...args: string[]) =>
      () =>
        measureSeconds(() => execute(process.execPath, [program, ...args], folder));
    const bare = (): Promise<number> => measureSeconds(() => execute(process.execPath, ['-e', '0'], folder));
    const idle = await compareTimes(options.rounds, glossa('pull'), bare);
    const version = await compareTimes(options.rounds, glossa('--version'), bare);
    const beyond = (idle.service.value - idle.reference.value) * 1_000;
    const start = version.service.value * 1_000;
    return [
      first,
      row('pull with nothing to do, beyond the start of Node', beyond, MAX_PULL_MS),
      row('glossa --version', start, MAX_VERSION_MS),
    ];
  },
};

const row = (work: string, ms: number, ceiling: number): Result => ({
  work,
  service: { value: ms, unit: 'ms' },
  target: `≤ ${ceiling} ms`,
  met: ms <= ceiling,
});

function languageFiles(keys: number): Record<string, Uint8Array> {
  const textsIn = (language: string): Record<string, string> =>
    Object.fromEntries(
      Array.from({ length: keys }, (_, i) => [`section${i % 50}.key${i}`, `Text ${i} in ${language} of {name}`]),
    );
  return Object.fromEntries(
    LANGUAGES.map((language) => [
      `locales/${language}.json`,
      Buffer.from(`${JSON.stringify(textsIn(language), null, 2)}\n`),
    ]),
  );
}

async function createProject({ url }: ServerProcess): Promise<string> {
  const [sourceLanguage, ...targetLanguages] = LANGUAGES;
  const { body } = await call(`${url}/api/v1/projects`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Repository', sourceLanguage, targetLanguages }),
  });
  return (JSON.parse(body.toString()) as { project: { id: string } }).project.id;
}

async function measured(service: ServerProcess, run: () => Promise<number>): Promise<Run> {
  await service.begin();
  let client = 0;
  const seconds = await measureSeconds(async () => (client = await run()));
  return { seconds, client, server: (await service.observe()).cpu };
}

/** Runs a program. @returns the processor time that it tells, in seconds. @throws Error where it fails */
async function execute(file: string, args: readonly string[], folder: string): Promise<number> {
  const child = spawn(file, args, {
    cwd: folder,
    env: { ...process.env, GLOSSA_API_KEY: SECRET },
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  let told = '';
  const pipe = child.stdio[3] as Readable;
  pipe.on('data', (chunk: Buffer) => (told += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${code}`);
  return Number(told) / 1e6;
}
