import { Client } from 'pg';
import { TableStatistics } from '../src/database/table-statistics';
import type { GivenOrganization } from './support/given';
import { explain, findRepeatedNodes, findScans, type PlanNode, StatementLog } from './support/plans';
import { type RunningApp, startApp } from './support/start-app';
import { testDatabase, type TestDatabase } from './support/test-database';

const KEYS = 20_000;

// The embedded database has one connection, which the service holds.
(process.env.DATABASE_URL ? describe : describe.skip)('plans on tables that were never analyzed', () => {
  let database: TestDatabase;
  let service: RunningApp;
  let sql: Client;
  let owner: GivenOrganization;
  let project: string;
  const log = new StatementLog();

  beforeAll(async () => {
    jest.spyOn(TableStatistics.prototype, 'afterWrite').mockReturnValue(undefined);
    database = await testDatabase();
    service = await startApp({}, database.location);
    sql = new Client({ connectionString: database.location.databaseUrl });
    await sql.connect();
    await sql.query('ALTER TABLE keys SET (autovacuum_enabled = off)');
    await sql.query('ALTER TABLE translations SET (autovacuum_enabled = off)');
    owner = await service.given.organization();
    ({ id: project } = await service.given.project({ organization: owner, targetLanguages: ['de', 'fr'] }));
    for (const language of ['en', 'de', 'fr']) {
      const texts = Array.from({ length: KEYS }, (_, i) => [`section${i % 97}.item_${i}`, `Text ${i}`]);
      const body = JSON.stringify(Object.fromEntries(texts));
      const path = `projects/${project}/import?format=json&language=${language}`;
      expect((await owner.api.post(path, undefined, { body })).status).toBe(200);
    }
  });

  afterAll(async () => {
    jest.restoreAllMocks();
    log.stop();
    await sql.end();
    await service.close();
    await database.drop();
  });

  async function plansOf(path: string): Promise<PlanNode[]> {
    const statements = await log.during(() => owner.api.get(path));
    const plans: PlanNode[] = [];
    for (const statement of statements) plans.push(await explain(sql, statement));
    expect(plans.length).toBeGreaterThan(0);
    return plans;
  }

  it.each(['', '?limit=1000', '?untranslated=de', '?namespace=section7', '?limit=1000&namespace=section7'])(
    'a page of keys is read in the order of the index, and its texts key by key: keys%s',
    async (query) => {
      const plans = await plansOf(`projects/${project}/keys${query}`);
      const scans = findScans(plans);
      expect(scans.filter(({ byKey }) => !byKey)).toEqual([
        expect.objectContaining({ type: 'Index Scan', index: 'keys_in_order' }),
      ]);
      const limited = plans.flatMap((plan) => plan.all).filter(({ type }) => type === 'Limit');
      expect(limited.flatMap(({ children }) => children).filter(({ type }) => type === 'Sort')).toEqual([]);
    },
  );

  it('a search for a frequent word reads the first keys only', async () => {
    const plans = await plansOf(`projects/${project}/keys?search=Text&limit=50`);
    expect(plans).toHaveLength(1);
    expect(findScans(plans).filter(({ table, byKey }) => table === 'translations' && !byKey)).toEqual([]);
  });

  it('a search for a rare word reads each text once', async () => {
    const plans = await plansOf(`projects/${project}/keys?search=nowhere`);
    expect(plans).toHaveLength(2);
    const whole = findScans(plans.slice(1)).filter(({ table, byKey }) => table === 'translations' && !byKey);
    expect(whole).toHaveLength(1);
    expect(findScans(findRepeatedNodes(plans.slice(1))).filter(({ byKey }) => !byKey)).toEqual([]);
  });

  it('namespaces are read from the index in its order, each from its range', async () => {
    const plans = await plansOf(`projects/${project}/namespaces`);
    const inRange = findScans(findRepeatedNodes(plans));
    expect(inRange.length).toBeGreaterThan(1);
    expect(inRange.filter(({ type, index }) => type !== 'Index Scan' || index !== 'keys_in_order')).toEqual([]);
    expect(plans.flatMap((plan) => plan.all).filter(({ type }) => type === 'Sort')).toEqual([]);
  });

  it('the progress of a project is counted by language', async () => {
    const scans = findScans(await plansOf('projects?include=progress'));
    const ranges = scans.filter(({ table }) => table === 'translations');
    expect(ranges).toHaveLength(1);
    expect(ranges).toEqual([expect.objectContaining({ index: 'translations_pkey' })]);
  });

  it('a name is looked up by its hash', async () => {
    const scans = findScans(await plansOf(`projects/${project}/keys?name=section1.item_1`));
    expect(scans.filter(({ byKey }) => !byKey)).toEqual([]);
  });
});
