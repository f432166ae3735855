import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { Client as PostgresClient } from 'pg';
import { MemoryGroup } from './support/memory-group';
import { migratedPlace, type Place, ServiceProcess } from './support/service-process';

const MEBIBYTE = 1_048_576;
const LIMIT = 384 * MEBIBYTE;
const SECRET = 'operator-secret-of-delivery-memory-01';
/** `DELIVERY_TOKENS=10000` asks for half a million addresses, whose files take 4 GB of the database. */
const TOKENS = Number(process.env.DELIVERY_TOKENS ?? 400);
/** Of the project of each token. */
const FILES = 50;
const AT_ONCE = 16;

const server = process.env.DATABASE_URL;
const group = server === undefined ? undefined : MemoryGroup.create(LIMIT);
afterAll(() => group?.remove());

// The embedded database takes more memory than the service: docs/deploy.md.
const describeInGroup = group ? describe : describe.skip;

describeInGroup(`files of ${TOKENS} delivery tokens, in 384 MiB`, () => {
  let place: Place;
  let service: ServiceProcess;

  beforeAll(async () => {
    place = await migratedPlace();
    const entry = group?.entryFor(join(__dirname, '../dist/src/main.js'), place.folder);
    const env = { BOOTSTRAP_API_KEY: SECRET, LOG_LEVEL: 'warn', DELIVERY_RATE_LIMIT: '2147483647' };
    service = await ServiceProcess.start(place, env, entry);
    const api = service.client(SECRET);
    const { project } = (await api.post('projects', { name: 'P', sourceLanguage: 'en' })).body;
    await seed(place.env.DATABASE_URL ?? '', project.id);
  });
  afterAll(async () => {
    await service.stop('SIGKILL');
    await place.remove();
  });

  it('are delivered in turn within the limit of the process', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
    const load = (path: string, coding: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const url = service.url.replace('localhost', '127.0.0.1') + path;
        const sent = get(url, { agent, headers: { 'accept-encoding': coding } }, (answer) => {
          answer.resume().once('end', () => resolve(answer.statusCode));
        });
        sent.once('error', reject);
      });
    let next = 0;
    const count = TOKENS * FILES;
    const loadInTurn = async (): Promise<void> => {
      while (next < count) {
        const [turn, i] = [Math.floor(next / FILES), next % FILES];
        next++;
        const path = `/delivery/token-${turn}/production/en/n${i + 1}.json`;
        for (const coding of ['br', 'gzip']) expect(await load(path, coding)).toBe(200);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, loadInTurn));
    agent.destroy();
    // A process that needs more is killed.
    expect((await service.client(SECRET).get('projects')).status).toBe(200);
  });
});

/** Copies a project, and gives each copy a release, whose files have 4 KiB in each coding. */
async function seed(url: string, project: string): Promise<void> {
  const sql = new PostgresClient(url);
  await sql.connect();
  await sql.query('CREATE TEMPORARY TABLE copies AS SELECT gen_random_uuid() AS id FROM generate_series(1, $1::int)', [
    TOKENS,
  ]);
  await sql.query(
    `INSERT INTO projects (id, organization_id, name, source_language, target_languages)
     SELECT c.id, organization_id, name, source_language, target_languages FROM projects p, copies c WHERE p.id = $1`,
    [project],
  );
  const options = { format: 'json', languages: null, perNamespace: true, fallback: 'none', minState: null, failOn: [] };
  await sql.query(
    `INSERT INTO releases (id, project_id, revision, channel, options, languages, file_count, bytes, api_key_name, created_at)
     SELECT id, id, 0, 'production', $1, '{en}', 0, 0, '', now() FROM copies`,
    [options],
  );
  await sql.query(
    `INSERT INTO release_contents (project_id, sha256, format, bytes, gzip, br)
     SELECT id, encode(sha256(file::text::bytea), 'hex'), 'json', 4096, content, content
     FROM copies, generate_series(1, $1::int) file, convert_to(repeat(md5(id::text || file), 128), 'UTF8') content`,
    [FILES],
  );
  await sql.query(
    `INSERT INTO release_files (release_id, project_id, path, language, sha256)
     SELECT id, id, 'en/n' || file || '.json', 'en', encode(sha256(file::text::bytea), 'hex')
     FROM copies, generate_series(1, $1::int) file`,
    [FILES],
  );
  await sql.query(`INSERT INTO channels (project_id, name, release_id) SELECT id, 'production', id FROM copies`);
  await sql.query(
    `INSERT INTO delivery_tokens (id, project_id, name, token)
     SELECT gen_random_uuid(), id, 'Test', 'token-' || (row_number() OVER ()) - 1 FROM copies`,
  );
  await sql.end();
}
