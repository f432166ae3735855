import fc from 'fast-check';
import { TENANT_SCOPES } from '../src/common/access/scope';
import { Database } from '../src/database/database';
import type { Transaction } from '../src/database/transaction';
import { inOneTransaction, Parts } from '../src/project-write/parts';
import { ProjectWriter } from '../src/project-write/project-writer';
import { DESCRIBE_KEEPING, DESCRIBE_OVERWRITING, NAME_BY_SOURCE } from '../src/project-write/stores/key-statements';
import { REMOVE, REPLACE, SET_META, SET_STATES } from '../src/project-write/stores/translation-statements';
import type { ApiResponse, Client, Json } from './support/client';
import { FILES, NAMES, tables } from './support/imported-tables';
import { rowsOfProject } from './support/project-rows';
import { projectWrites } from './support/project-writes';
import { samples } from './support/samples';
import { type RunningApp, startApp } from './support/start-app';

const RUNS = Number(process.env.PARTS_RUNS ?? samples(75));

// Statements have few rows here, so that the writes of a few keys have several statements.
jest.mock('../src/database/chunks', () => {
  const actual: typeof import('../src/database/chunks') = jest.requireActual('../src/database/chunks');
  const chunksOf: typeof actual.chunksOf = (rows, size = 3, lengthOf) => actual.chunksOf(rows, size, lengthOf);
  return { ...actual, chunksOf };
});

const LOCK_KEYS = 'SELECT FROM keys WHERE project_id = $1 AND id = ANY ($2::uuid[]) FOR NO KEY UPDATE NOWAIT';
const LOCK_NAMES = 'SELECT FROM keys WHERE project_id = $1 AND name = ANY ($2::text[]) FOR NO KEY UPDATE NOWAIT';
const LOCK_TEXTS = `SELECT FROM translations t WHERE project_id = $1 AND (language, key_id) IN (
  SELECT * FROM unnest($2::text[], $3::uuid[])) FOR NO KEY UPDATE NOWAIT`;

/** SQL that locks the rows that a statement writes, and the places of its values among the values of the statement. */
const LOCKS = new Map<unknown, [sql: string, ...places: number[]][]>([
  [REPLACE, [[LOCK_TEXTS, 3, 4]]],
  [SET_META, [[LOCK_TEXTS, 3, 4]]],
  [SET_STATES, [[LOCK_TEXTS, 3, 4]]],
  [
    REMOVE,
    [
      [LOCK_TEXTS, 2, 3],
      [LOCK_KEYS, 3],
    ],
  ],
  [DESCRIBE_OVERWRITING, [[LOCK_NAMES, 2]]],
  [DESCRIBE_KEEPING, [[LOCK_NAMES, 2]]],
  [NAME_BY_SOURCE, [[LOCK_KEYS, 2]]],
]);

/** Lets the statements of a part fail for a row of another part. They would wait for ever, and with them the test. */
const withLocks = (tx: Transaction): Transaction =>
  Object.assign(Object.create(tx) as Transaction, {
    rows: async (...[statement, values = []]: Parameters<Transaction['rows']>): Promise<unknown[]> => {
      for (const [sql, ...places] of LOCKS.get(statement) ?? [])
        await tx.rows(sql, [values[0], ...places.map((place) => values[place])]);
      return tx.rows(statement, values);
    },
  });

const importStep = fc.record({
  format: fc.constantFrom(...Object.keys(FILES)),
  table: tables,
  /** Rows of a part. */
  rowsOfPart: fc.constantFrom(1, 2, 4, 7),
  by: fc.constantFrom('all', 'all', 'all', 'all', 'all', 'translator', 'german'),
  /** The number of revisions between the base and the last one. */
  sinceBase: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(4) }),
  options: fc.record(
    {
      conflict: fc.constantFrom('overwrite', 'overwrite', 'keep', 'keep-reviewed'),
      state: fc.constantFrom('draft', 'translated', 'reviewed'),
      tags: fc.constantFrom('checkout', 'checkout,sprint 1'),
      empty: fc.constantFrom('auto', 'skip', 'keep', 'clear'),
      deleteMissing: fc.nat(3).map((of) => of === 0),
      missingTexts: fc.constantFrom('keep', 'remove', 'remove'),
      namespace: fc.constantFrom('c', 'f'),
      createLanguages: fc.constant(true),
    },
    { requiredKeys: ['createLanguages'], noNullPrototype: true },
  ),
});

const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: importStep.map((values) => ({ kind: 'import' as const, ...values })) },
    {
      weight: 1,
      arbitrary: projectWrites({ minLength: 1, maxLength: 1 }).map(([write]) => ({ kind: 'other' as const, write })),
    },
  ),
  { minLength: 2, maxLength: 6, size: 'max' },
);

// On a server, an import is one transaction.
(process.env.DATABASE_URL ? describe.skip : describe)('an import in parts', () => {
  let running: RunningApp;
  let database: Database;
  let rowsOfPart = 1;
  /** The projects whose imports are one transaction. */
  const whole = new Set<string>();

  beforeAll(async () => {
    running = await startApp();
    database = running.app.get(Database);
    // oxlint-disable-next-line typescript/unbound-method -- called with the instance
    const { writeInParts } = ProjectWriter.prototype;
    jest.spyOn(ProjectWriter.prototype, 'writeInParts').mockImplementation(function (
      this: ProjectWriter,
      principal,
      projectId,
      action,
      parts,
      conditions,
    ) {
      if (whole.has(projectId))
        return this.write(principal, projectId, action, inOneTransaction(parts), conditions) as Promise<never>;
      const begin: typeof parts.begin = (write, planned, reads) => {
        Object.assign(write.tx, { rowsPerStatement: rowsOfPart });
        return parts.begin(write, planned, reads);
      };
      return writeInParts.call(this, principal, projectId, action, { ...parts, begin }, conditions) as Promise<never>;
    });
    // oxlint-disable-next-line typescript/unbound-method -- called with the instance
    const { together } = Parts.prototype;
    jest.spyOn(Parts.prototype, 'together').mockImplementation(function (this: Parts, work) {
      return together.call(this, (tx) => work(withLocks(tx))) as Promise<never>;
    });
  });
  afterAll(() => running.close());

  /** Returns a response without ids and times. Lists of texts have the order of the ids of their keys, and are sorted. */
  const withoutIds = (value: Json, name = ''): Json => {
    if (Array.isArray(value))
      return value.map((each) => withoutIds(each)).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    if (value === null || typeof value !== 'object')
      return /^(id|at|instance|nextCursor)$|(Id|At)$/.test(name) ? null : value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutIds(each, key)]));
  };
  const outcomeOf = ({ status, body }: ApiResponse): Json => ({ status, body: withoutIds(body) });

  it('leaves what an import in one transaction leaves, and so do its undoing and other writes after it', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const organization = await running.given.organization();
        const { api } = organization;
        const isOfTranslator = (scope: string): boolean => scope !== 'translations:review' && scope !== 'keys:write';
        const scopes = TENANT_SCOPES.filter(isOfTranslator);
        const clients: Record<string, Client> = {
          all: api,
          translator: (await running.given.apiKey({ organization, scopes })).api,
          german: (await running.given.apiKey({ organization, languages: ['de'] })).api,
        };
        const { translator = api } = clients;
        const projects: [Json, Json] = [
          await running.given.project({ organization, name: 'P' }),
          await running.given.project({ organization, name: 'P' }),
        ];
        const [{ id: inParts }, { id: atOnce }] = projects;
        whole.add(atOnce);
        /** Sends the same to both projects. */
        const both = async (send: (id: string) => Promise<ApiResponse>): Promise<Json> => {
          const outcomes = [outcomeOf(await send(inParts)), outcomeOf(await send(atOnce))];
          expect(outcomes[0]).toEqual(outcomes[1]);
          expect(await rowsOfProject(database, inParts)).toEqual(await rowsOfProject(database, atOnce));
          expect(await database.rows('SELECT FROM pg_prepared_xacts', [])).toEqual([]);
          return outcomes[0];
        };
        const revision = async (): Promise<number> => (await api.get(`projects/${inParts}`)).body.project.revision;

        for (const step of all) {
          if (step.kind === 'other') {
            await both((id) => step.write?.({ id, api, translator }) ?? api.get(`projects/${id}`));
            continue;
          }
          ({ rowsOfPart } = step);
          const { query = '', body = '' } = FILES[step.format]?.(step.table) ?? {};
          const search = new URLSearchParams(`${query}&details=true`);
          for (const [option, value] of Object.entries(step.options)) search.set(option, String(value));
          if (step.sinceBase !== null) search.set('base', String(Math.max(0, (await revision()) - step.sinceBase)));
          const send = (id: string, more = ''): Promise<ApiResponse> =>
            (clients[step.by] ?? api).send('POST', `projects/${id}/import?${search.toString()}${more}`, { body });
          const preview = outcomeOf(await send(inParts, '&dryRun=true'));
          const outcome = await both((id) => send(id));
          if (outcome.status === 200)
            expect({ ...preview.body, revision: 0 }).toEqual({ ...outcome.body, revision: 0 });
        }
        for (const format of ['json&language=*', 'xliff&language=*', 'arb&language=en', 'po&language=de', 'csv']) {
          const files = projects.map(async ({ id }) => api.get(`projects/${id}/export?format=${format}`));
          const [first, second] = (await Promise.all(files)).map(({ status, bytes }) =>
            status === 200 ? bytes : status,
          );
          expect([format, first]).toEqual([format, second]);
        }
        for (let last = await revision(); last > 0; last--)
          await both((id) => api.post(`projects/${id}/changes/${last}/undo`, { conflict: 'skip' }));
        expect((await api.get(`projects/${inParts}`)).body.project.stringCount).toBe(0);
      }),
      // A failure names its writes. The search for a shorter sequence would take many minutes.
      { numRuns: RUNS, endOnFailure: true },
    );
  }, 3_600_000);

  it('removes all texts of a key in one part, however many rows a part has', async () => {
    const { id, api } = await running.given.project();
    const send = (names: readonly string[], options = ''): Promise<ApiResponse> => {
      const body = `key,en,de\n${names.map((name) => `${name},E,D\n`).join('')}`;
      return api.post(`projects/${id}/import?format=csv${options}`, undefined, { body });
    };
    await send(NAMES);
    rowsOfPart = 7;
    const { status, body } = await send(['a'], '&missingTexts=remove&details=true');
    expect([status, body.details?.removedTextCount]).toEqual([200, 2 * (NAMES.length - 1)]);
    const { translations } = (await api.get(`projects/${id}/translations`)).body;
    expect(translations).toEqual({ en: { a: 'E' }, de: { a: 'D' } });
  });
});
