/*
 * The reference server: the same work done with bare Fastify and pg, without validation, limits and scopes.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { gridPage, type GridQuery, statisticsOf } from './grid-statements';
import {
  bigJsonOf,
  createKey,
  keyWithTexts,
  lockedProject,
  projectOf,
  projectsOf,
  raiseRevision,
  setText,
} from './statements';

type Keyed = FastifyRequest<{ Params: { id: string } }>;
type GridRequest = FastifyRequest<{ Params: { id: string }; Querystring: GridQuery }>;

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = Fastify();

/** Finds the caller's organization with one look-up per request. */
async function findOrganization({ headers }: FastifyRequest): Promise<string> {
  const secret = (headers.authorization ?? '').slice('Bearer '.length);
  const { rows } = await pool.query<{ organization_id: string }>(
    'SELECT organization_id FROM api_keys WHERE secret_hash = $1 AND revoked_at IS NULL',
    [createHash('sha256').update(secret).digest()],
  );
  if (!rows[0]) throw Object.assign(new Error('no such API key'), { statusCode: 401 });
  return rows[0].organization_id;
}

async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

app.get('/api/v1/projects', async (request) => {
  const organization = await findOrganization(request);
  return { projects: (await pool.query<object>(projectsOf, [organization])).rows };
});

app.get('/api/v1/keys/:id', async (request: Keyed) => {
  const organization = await findOrganization(request);
  return { key: (await pool.query<object>(keyWithTexts, [organization, request.params.id])).rows[0] };
});

app.put('/api/v1/keys/:id', async (request: Keyed) => {
  const organization = await findOrganization(request);
  const { value } = request.body as { value: string };
  const { id } = request.params;
  return inTransaction(async (client) => {
    const [project] = (await client.query<{ id: string; source: string }>(lockedProject, [organization, id])).rows;
    const [key] = (await client.query<{ translations: Record<string, string> }>(keyWithTexts, [organization, id])).rows;
    if (!project || !key) throw Object.assign(new Error('no such key'), { statusCode: 404 });
    await client.query(setText, [project.id, project.source, id, value]);
    await client.query(raiseRevision, [project.id, 0]);
    key.translations[project.source] = value;
    return { key };
  });
});

app.post('/api/v1/projects/:id/keys', async (request: Keyed, reply) => {
  const organization = await findOrganization(request);
  const { name, value } = request.body as { name: string; value: string };
  const { id: projectId } = request.params;
  const id = uuidv7();
  await inTransaction(async (client) => {
    const locked = 'SELECT FROM projects WHERE id = $1 AND organization_id = $2 FOR NO KEY UPDATE';
    await client.query(locked, [projectId, organization]);
    await client.query(createKey, [projectId, id, name]);
    await client.query(setText, [projectId, 'en', id, value]);
    await client.query(raiseRevision, [projectId, 1]);
  });
  return reply.status(201).send({ key: { id, name, value, namespace: name.split('.')[0] } });
});

app.get('/api/v1/projects/:id/keys', async (request: GridRequest) => {
  await findOrganization(request);
  return { keys: (await pool.query<object>(...gridPage(request.params.id, request.query))).rows };
});

app.get('/api/v1/projects/:id/statistics', async (request: Keyed) => {
  await findOrganization(request);
  return { statistics: (await pool.query<object>(statisticsOf, [request.params.id])).rows };
});

/** The database builds the JSON text, which is sent unchanged. */
app.get('/api/v1/projects/:id/export', async (request: Keyed, reply) => {
  await findOrganization(request);
  const { rows } = await pool.query<{ json: string }>(bigJsonOf, [request.params.id]);
  return reply.type('application/json; charset=utf-8').send(rows[0]?.json);
});

/** Organizations by the secret of an API key. */
const organizations = new Map<string | undefined, string>();

const constants = JSON.parse(process.env.CONSTANTS ?? '{}') as Record<string, string>;
for (const [path, file] of Object.entries(constants)) {
  const bytes = readFileSync(file);
  const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
  const [, projectId] = /projects\/([^/]+)/.exec(path) ?? [];
  const [route = path] = path.split('?');
  app.get(route, async (request: FastifyRequest, reply: FastifyReply) => {
    const { authorization } = request.headers;
    const organization = organizations.get(authorization) ?? (await findOrganization(request));
    organizations.set(authorization, organization);
    await pool.query({ name: 'project', text: projectOf, values: [organization, projectId] });
    void reply.header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    return reply.type('application/json; charset=utf-8').send(bytes);
  });
}

const deliveredFile = `
  SELECT c.plain FROM delivery_tokens t
  JOIN channels ch ON ch.project_id = t.project_id AND ch.name = $2
  JOIN release_files f ON f.release_id = ch.release_id AND f.path = $3
  JOIN release_contents c ON c.project_id = f.project_id AND c.sha256 = f.sha256
  WHERE t.token = $1`;

if (process.env.DELIVERED === undefined) {
  type Delivery = FastifyRequest<{ Params: { token: string; channel: string; language: string; file: string } }>;
  app.get('/delivery/:token/:channel/:language/:file', async ({ params }: Delivery, reply) => {
    const values = [params.token, params.channel, `${params.language}/${params.file}`];
    const { rows } = await pool.query<{ plain: Buffer }>({ name: 'delivered', text: deliveredFile, values });
    return reply.type('application/json').send(rows[0]?.plain);
  });
} else {
  const { path, headers, file } = JSON.parse(process.env.DELIVERED) as {
    path: string;
    headers: Record<string, string>;
    file: string;
  };
  const bytes = readFileSync(file);
  // A 304 has no headers of the body.
  const unchanged = Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith('content-') || name.startsWith('content-s')),
  );
  app.get(path, (request: FastifyRequest, reply: FastifyReply) => {
    if (request.headers['if-none-match'] === headers.etag) return reply.headers(unchanged).status(304).send();
    return reply.headers(headers).send(bytes);
  });
}

process.on('SIGTERM', () => process.exit(0));
void app.listen({ port: 0, host: '127.0.0.1' }).then((url) => process.stdout.write(`listens on ${url}\n`));
