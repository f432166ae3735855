// Measures each filter of the list of keys, statistics and bulk changes in a project of 50,000 keys × 10 languages, on a server database
// whose tables were never analyzed: DATABASE_URL=postgres://… node bench/filters.mjs
// Without DATABASE_URL, on the embedded database.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const KEYS = Number(process.env.KEYS ?? 50_000);
const TARGETS = ['de', 'fr', 'es', 'it', 'nl', 'pl', 'sv', 'ja', 'pt-BR'];
const SECRET = 'operator-secret-of-the-filter-bench-0001';
const ROUNDS = 5;

const isEmbedded = process.env.DATABASE_URL === undefined;
const folder = mkdtempSync(join(tmpdir(), 'glossa-filters-'));
const name = `filters_${process.pid}`;
const admin = isEmbedded ? undefined : new pg.Client({ connectionString: process.env.DATABASE_URL });
await admin?.connect();
await admin?.query(`CREATE DATABASE ${name}`);
const databaseUrl = new URL(process.env.DATABASE_URL ?? 'postgres:///');
databaseUrl.pathname = `/${name}`;
const env = {
  ...process.env,
  ...(isEmbedded ? { DATA_DIR: folder } : { DATABASE_URL: databaseUrl.href }),
  PORT: '0',
  HOST: '127.0.0.1',
  BOOTSTRAP_API_KEY: SECRET,
  LOG_LEVEL: 'info',
};
const server = spawn(process.execPath, [fileURLToPath(new URL('../dist/src/main.js', import.meta.url))], {
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
});
let url;
for await (const line of createInterface(server.stdout)) {
  url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
  if (url) break;
}
server.stdout.resume();
const sql = isEmbedded ? undefined : new pg.Client({ connectionString: databaseUrl.href });
await sql?.connect();
const tables = await sql?.query(
  `SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
);
for (const table of tables?.rows ?? []) await sql.query(`ALTER TABLE ${table.name} SET (autovacuum_enabled = off)`);

async function send(method, path, body) {
  const begin = performance.now();
  const response = await fetch(`${url}/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${SECRET}`, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text.startsWith('{') ? JSON.parse(text) : text,
    ms: performance.now() - begin,
  };
}
/** Waits until no check run is under way. */
async function checksEnded() {
  for (;;) {
    const { rows: runs } = await sql.query(
      'SELECT FROM project_checks WHERE lease IS NOT NULL AND leased_until > now()',
    );
    if (runs.length === 0) return;
    await sleep(50);
  }
}
/** A member with all keys in German, and with 500 keys in French and Polish. @returns the id of the membership */
async function givenAssignee(projectId, keys) {
  const email = `jo.${process.pid}@example.com`;
  const invited = await send('POST', 'invitations', { email, role: 'translator' });
  const token = invited.body.link.split('#')[1];
  const accepted = await send('POST', 'invitations/accept', {
    token,
    name: 'Jo',
    password: 'four violet kites at noon',
  });
  if (accepted.status !== 201) throw new Error(JSON.stringify(accepted.body));
  const { members } = (await send('GET', 'members')).body;
  const memberId = members.find(({ person }) => person.email === email).id;
  const keyIds = keys.slice(0, 500).map(({ id }) => id);
  for (const target of [{ languages: ['de'] }, { languages: ['fr', 'pl'], keyIds }]) {
    const done = await send('POST', `projects/${projectId}/assignments`, { memberId, ...target });
    if (done.status >= 300) throw new Error(JSON.stringify(done.body));
  }
  return memberId;
}
/** Waits until searches use the index that the first one begins to build. */
async function searchIndexBuilt(project) {
  await send('GET', `${project}/keys?search=zzzz`);
  while (!/^glossa_search_index_bytes [1-9]/m.test(await (await fetch(`${url}/metrics`)).text())) await sleep(100);
}
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

try {
  const created = await send('POST', 'projects', { name: 'Filters', sourceLanguage: 'en', targetLanguages: TARGETS });
  const project = `projects/${created.body.project.id}`;
  for (const [at, language] of ['en', ...TARGETS].entries()) {
    // Half of Polish is missing, all of Swedish; some texts of Japanese lack their placeholder.
    const texts = Array.from({ length: KEYS }, (_, i) => [
      `section${i % 97}.item_${i}`,
      `${language} text ${i} {name}`,
    ]);
    const kept = texts
      .filter((_, i) => !(language === 'sv' || (language === 'pl' && i % 2 === 0)))
      .map(([key, text], i) => [key, language === 'ja' && i % 10 === 0 ? text.replace(' {name}', '') : text]);
    if (kept.length === 0) continue;
    const done = await send('POST', `${project}/import?format=json&language=${language}`, Object.fromEntries(kept));
    if (done.status !== 200) throw new Error(JSON.stringify(done.body));
    if (at === 0) console.log(`import of ${KEYS} texts: ${done.ms.toFixed(0)} ms`);
  }
  const keys = (await send('GET', `${project}/keys?limit=1000&namespace=section7`)).body.keys;
  const update = keys.slice(0, 500).map(({ id }, i) => ({
    id,
    ...[
      { states: { de: 'draft' } },
      { value: `changed ${i} {name}` },
      { translations: { fr: null } },
      { translations: { es: 'x' } },
    ][i % 4],
  }));
  const edited = await send('POST', `${project}/keys/batch`, { update });
  if (edited.status !== 200) throw new Error(JSON.stringify(edited.body));
  const statistics = async (query) => {
    const times = [];
    for (let round = 0; round < ROUNDS; round++) {
      await send('PUT', `keys/${keys[900 % keys.length].id}`, {
        translations: { de: `Round ${round} {name} ${Math.random()}` },
      });
      times.push((await send('GET', `${project}/statistics?by=namespace${query}`)).ms);
    }
    return times;
  };
  const show = (what, times, total) =>
    console.log(
      `${what.padEnd(64)} first ${times[0].toFixed(0).padStart(6)} ms, then ${median(times.slice(1)).toFixed(1).padStart(7)} ms${total}`,
    );
  show('statistics after a change', await statistics(''), '');
  for (const { id } of keys.slice(500, 520)) {
    await send('POST', `keys/${id}/comments`, { text: 'Is this right?', language: 'de' });
  }
  await send('POST', `${project}/keys/batch`, {
    update: keys.slice(500, 520).map(({ id }) => ({ id, tags: ['rare'] })),
  });
  const assignee = await givenAssignee(created.body.project.id, keys);
  await searchIndexBuilt(project);
  const filters = [
    '',
    'tag=rare',
    'openComments=true',
    'openComments=true&language=de',
    'untranslated=de',
    'untranslated=fr',
    'untranslated=pl',
    'untranslated=sv',
    'state=draft',
    'state=draft&language=de',
    'state=translated&language=sv',
    'outdated=true',
    'outdated=true&language=de',
    'check=any',
    'check=any&language=ja',
    'check=placeholder_missing&language=es',
    'check=too_long',
    ...(process.env.NEEDS_WORK === '0'
      ? []
      : [
          'needsWork=de',
          'needsWork=fr',
          'needsWork=pl',
          'needsWork=sv',
          'needsWork=ja',
          'needsWork=it',
          'needsWork=ja&state=draft',
          'needsWork=de&namespace=section7',
          'needsWork=de&sort=-updatedAt',
        ]),
    'check=any&state=draft',
    'outdated=true&untranslated=fr',
    `assignee=${assignee}`,
    `assignee=${assignee}&language=de`,
    `assignee=${assignee}&language=fr`,
    `assignee=${assignee}&needsWork=de`,
    `assignee=${assignee}&untranslated=pl`,
    `assignee=${assignee}&sort=-updatedAt`,
    'search=text',
    'search=zzzz',
    'sort=-updatedAt',
    'untranslated=de&sort=-updatedAt',
    'outdated=true&sort=-updatedAt',
    'check=any&sort=-updatedAt',
  ];
  const page = async (filter) => {
    const shown = filter.includes('language=') ? '' : '&language=de,fr,ja';
    const answer = await send('GET', `${project}/keys?include=translations${shown}&${filter}`);
    if (answer.status !== 200) throw new Error(`${filter}: ${JSON.stringify(answer.body)}`);
    return answer;
  };
  for (const filter of filters) {
    for (const total of ['', '&total=true']) {
      const times = [];
      // Pages without a filter, without and with a total.
      const ratios = [[], []];
      let answer;
      for (let round = 0; round <= ROUNDS; round++) {
        const without = [await page(''), await page('&total=true')];
        answer = await page(filter + total);
        times.push(answer.ms);
        if (round > 0) without.forEach(({ ms }, i) => ratios[i].push(answer.ms / ms));
      }
      const counts = `${answer.body.keys.length} keys${total && `, total ${answer.body.total}`}`;
      const [toPage, toTotal] = ratios.map((all) => median(all).toFixed(1));
      const ratio = `, ratio to no filter ${toPage}${total && `, with total ${toTotal}`}`;
      show(`${filter || 'no filter'}${total}`, times, `${ratio}, ${counts}`);
    }
  }
  for (const path of isEmbedded ? [] : ['', '&check=any']) {
    const times = [];
    for (let round = 0; round <= ROUNDS; round++) {
      await checksEnded();
      await sql.query('DELETE FROM project_checks');
      await sql.query('DELETE FROM findings');
      times.push((await send('GET', `${project}/keys?include=translations&language=de,fr,ja${path}`)).ms);
    }
    show(`${path || 'no filter'}, of a project that was never checked`, times, '');
  }
  show('statistics with findings after a change', await statistics('&include=findings'), '');
  for (const bulk of [
    { action: 'setState', languages: ['de', 'fr', 'es'], state: 'reviewed' },
    { action: 'changeTags', addTags: ['x'] },
    { action: 'copySource', languages: ['sv'] },
  ]) {
    const dry = await send('POST', `${project}/bulk`, { filter: {}, ...bulk, dryRun: true });
    const done = await send('POST', `${project}/bulk`, { filter: {}, ...bulk });
    const { keysChanged, textsSet, statesSet } = done.body.bulk;
    console.log(
      `bulk ${JSON.stringify(bulk)}: dry run ${dry.ms.toFixed(0)} ms, done ${done.ms.toFixed(0)} ms, ${JSON.stringify({ keysChanged, textsSet, statesSet })}`,
    );
  }
} finally {
  await sql?.end();
  server.kill('SIGTERM');
  await once(server, 'exit');
  await admin?.query(`DROP DATABASE ${name} WITH (FORCE)`);
  rmSync(folder, { recursive: true });
  await admin?.end();
}
