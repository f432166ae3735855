import { Exchange } from '../support/exchange';
import type { RunningApp } from '../support/start-app';
import { Repository } from './repository';

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const PATH = 'locales/de.json';

const json = (texts: object): string => `${JSON.stringify(texts, null, 2)}\n`;

/** mulberry32 */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

interface Clone {
  repository: Repository;
  /** What was edited here since the last push that ended well, by key. */
  edits: Map<string, string>;
}

/**
 * Two clones of a repository and the server are edited, pushed and pulled at random; some commands are killed.
 *
 * @throws if a text is lost: if a push ends well and the server does not have what was edited, or a pull takes an edit away
 */
export async function editAtRandom(running: RunningApp, steps: number, seed: number): Promise<void> {
  const random = randomFrom(seed);
  const { id, api, organization } = await running.given.project({ targetLanguages: ['de'] });
  const exchange = new Exchange(api, id);
  const env = { GLOSSA_API_KEY: organization.secret, GLOSSA_SERVER: running.url };
  const texts = (start: string) => json(Object.fromEntries(KEYS.map((key) => [key, `${start} ${key}`])));
  const origin = Repository.create(env, {
    'glossa.json': json({ project: id, files: [{ path: 'locales/{language}.json', format: 'json' }] }),
    'locales/en.json': texts('en'),
    [PATH]: texts('de'),
  });
  await origin.done('push');
  origin.commit('start');
  const clones = [1, 2].map((): Clone => ({ repository: origin.clone(), edits: new Map() }));
  const german = async (): Promise<Record<string, string>> => (await exchange.texts()).de ?? {};
  const read = ({ repository }: Clone) => JSON.parse(repository.read(PATH)) as Record<string, string>;

  const run = async (clone: Clone, args: string[], isKilled: boolean): Promise<void> => {
    const { child, ended } = clone.repository.start(args);
    const timer = isKilled ? setTimeout(() => child.kill('SIGKILL'), random(900)) : undefined;
    const { code, stderr } = await ended;
    clearTimeout(timer);
    if (code === null) return;
    if (![0, 3].includes(code)) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
    const now = await german();
    if (code === 0 && args[0] !== 'pull') {
      for (const [key, text] of clone.edits) expectEqual(now[key], text, `${key} on the server`);
      clone.edits.clear();
    }
    for (const [key, text] of clone.edits) expectEqual(read(clone)[key], text, `${key} in the file`);
    if (code === 0 && args[0] !== 'push')
      for (const key of KEYS) if (!clone.edits.has(key)) expectEqual(read(clone)[key], now[key], `${key} in the file`);
  };

  try {
    for (let step = 0; step < steps; step++) {
      const clone = clones[random(2)] as Clone;
      const key = KEYS[random(KEYS.length)] as string;
      const action = random(8);
      if (action < 2) {
        clone.repository.write({ [PATH]: json({ ...read(clone), [key]: `edit ${step}` }) });
        clone.edits.set(key, `edit ${step}`);
      } else if (action === 2) await exchange.put(key, { translations: { de: `server ${step}` } });
      else {
        const command = ['push', 'pull', 'sync', 'push --conflict overwrite', 'sync --conflict overwrite'][random(5)];
        await run(clone, (command ?? '').split(' '), clone === clones[0] && random(3) === 0);
      }
    }
    for (const clone of [...clones, ...clones]) await run(clone, ['sync', '--conflict', 'overwrite'], false);
    const now = await german();
    for (const clone of clones) for (const name of KEYS) expectEqual(read(clone)[name], now[name], name);
    expectEqual(clones[0]?.repository.read(PATH), clones[1]?.repository.read(PATH), 'the files of both');
  } finally {
    for (const { repository } of [...clones, { repository: origin }]) repository.remove();
  }
}

function expectEqual(found: string | undefined, expected: string | undefined, what: string): void {
  if (found !== expected) throw new Error(`${what} is ${JSON.stringify(found)}, and not ${JSON.stringify(expected)}`);
}
