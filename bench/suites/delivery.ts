import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { call } from '../harness/call';
import type { Result } from '../harness/figures';
import { compareLoads, type Target } from '../harness/load';
import { LANGUAGES } from '../harness/seed';
import type { ServerProcess } from '../harness/server-process';
import type { Suite, World } from '../harness/world';

const KEYS = 1_000;
/** Projects, and files of each, whose bytes together are more than the service keeps in memory. */
const [PROJECTS, FILES] = [200, 50];
const FILE_BYTES = 10_240;

/** Headers that a server sets by itself, for each connection or each moment. */
const OWN = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'x-request-id']);

const JSON_BODY = { 'content-type': 'application/json' };

/** Delivered files, against a bare server that sends the same bytes with the same headers from memory, or reads the row. */
export const deliverySuite: Suite = {
  name: 'delivery',
  async *run(world) {
    const id = await world.seed.project({ keys: KEYS, languages: LANGUAGES });
    const files = await fromTheDatabase(world);
    await world.seed.settle();
    const token = await publish(world, id);
    const address = `/delivery/${token}/production`;
    const manifest = await readManifest(world, `${address}/manifest.json`);
    const hash = manifest.languages.de?.files[0]?.path.replace('..', `/delivery/${token}`) ?? '';
    for (const connections of [16, 256]) {
      for (const [work, path, coding] of [
        ['a file, identity', `${address}/de.json`, 'identity'],
        ['a file, br', `${address}/de.json`, 'br'],
        ['a file, gzip', `${address}/de.json`, 'gzip'],
        ['the manifest', `${address}/manifest.json`, 'br'],
        ['by hash', hash, 'br'],
      ] as const) {
        yield await fromMemory(world, { work, path, coding, connections });
      }
      yield await fromMemory(world, {
        work: 'a file, 304',
        path: `${address}/de.json`,
        coding: 'br',
        connections,
        is304: true,
      });
    }
    yield await againstRows(world, files);
  },
};

interface Manifest {
  languages: Record<string, { files: { path: string }[] }>;
}

/** Publishes a project. @returns a token for its files */
export async function publish(world: World, id: string): Promise<string> {
  const service = await world.service();
  const path = `${service.url}/api/v1/projects/${id}`;
  const post = async (name: string, body: object): Promise<unknown> =>
    JSON.parse(
      (
        await call(`${path}/${name}`, { method: 'POST', body: JSON.stringify(body), headers: JSON_BODY })
      ).body.toString(),
    );
  await post('releases', { channel: 'production' });
  const { deliveryToken } = (await post('delivery-tokens', { name: 'bench' })) as { deliveryToken: { token: string } };
  await service.stop();
  return deliveryToken.token;
}

async function readManifest(world: World, path: string): Promise<Manifest> {
  const service = await world.service();
  const { body } = await call(service.url + path);
  await service.stop();
  return JSON.parse(body.toString()) as Manifest;
}

interface FromMemory {
  work: string;
  path: string;
  coding: string;
  connections: number;
  /** Whether the client sends the entity tag. */
  is304?: boolean;
}

async function fromMemory(
  world: World,
  { work, path, coding, connections, is304 = false }: FromMemory,
): Promise<Result> {
  const service = await world.service();
  const accepted = { 'accept-encoding': coding };
  const own = await call(service.url + path, { headers: accepted });
  const same = Object.entries(own.headers).filter(([name]) => !OWN.has(name));
  const reference = await world.delivered({ path, headers: Object.fromEntries(same), body: own.body });
  const other = await call(reference.url + path, { headers: accepted });
  if (!other.body.equals(own.body) || other.headers.etag !== own.headers.etag)
    throw new Error('the two servers differ');
  const headers = { ...accepted, ...(is304 && { 'if-none-match': String(own.headers.etag) }) };
  const target = (server: ServerProcess): Target => ({
    ...{ server, requests: { method: 'GET', paths: [path] }, headers, expect: is304 ? 304 : 200 },
  });
  const figures = await compareLoads({ ...world.options, connections }, target(service), target(reference));
  await Promise.all([service.stop(), reference.stop()]);
  const note = `${(own.body.length / 1e3).toFixed(0)} kB, ${connections} connections`;
  return { work: `delivery: ${work}`, ...figures, ...world.judgeRate(figures.ratio, 0.9), note };
}

/** Seeds releases of many projects. @returns the paths of their files, one project after the other in turn */
async function fromTheDatabase({ sql, seed }: World): Promise<string[]> {
  const paths: string[] = [];
  for (let i = 0; i < PROJECTS; i++) {
    const id = await seed.project({ keys: 0 });
    const [release, token] = [uuidv7(), `glossa_pub_${randomBytes(18).toString('base64url')}`];
    const options = {
      format: 'json',
      languages: null,
      perNamespace: true,
      fallback: 'none',
      minState: null,
      failOn: [],
    };
    await sql.query(
      `INSERT INTO releases (id, project_id, revision, channel, options, languages, file_count, bytes, api_key_name, created_at)
       VALUES ($1, $2, 0, 'production', $3, '{en}', $4, $5, '', now())`,
      [release, id, options, FILES, FILES * FILE_BYTES],
    );
    for (let file = 0; file < FILES; file++) {
      const [path, sha256] = [`en/n${file}.json`, randomBytes(32).toString('hex')];
      const values = [id, sha256, FILE_BYTES, randomBytes(FILE_BYTES), release, path];
      await sql.query(INSERT_FILE, values);
      paths.push(`/delivery/${token}/production/${path}`);
    }
    await sql.query(`INSERT INTO channels (project_id, name, release_id) VALUES ($1, 'production', $2)`, [id, release]);
    await sql.query(`INSERT INTO delivery_tokens (id, project_id, name, token) VALUES ($1, $2, 'bench', $3)`, [
      uuidv7(),
      id,
      token,
    ]);
  }
  return paths;
}

const INSERT_FILE = `
  WITH content AS (INSERT INTO release_contents (project_id, sha256, format, bytes, plain) VALUES ($1, $2, 'json', $3, $4))
  INSERT INTO release_files (release_id, path, project_id, language, namespace, sha256) VALUES ($5, $6, $1, 'en', NULL, $2)`;

/** A working set beyond the memory of the service: the other server reads each file with one statement. */
async function againstRows(world: World, paths: readonly string[]): Promise<Result> {
  const [service, reference] = [await world.service(), await world.reference()];
  const [first = ''] = paths;
  const [own, other] = [await call(service.url + first), await call(reference.url + first)];
  if (!own.body.equals(other.body)) throw new Error('the two servers send different bytes');
  const target = (server: ServerProcess): Target => ({ server, requests: { method: 'GET', paths } });
  const figures = await compareLoads(world.options, target(service), target(reference));
  await Promise.all([service.stop(), reference.stop()]);
  const note = `${PROJECTS} tokens × ${FILES} files of 10 kB`;
  return { work: 'delivery: files beyond the memory', ...figures, ...world.judgeRate(figures.ratio, 0.5), note };
}
