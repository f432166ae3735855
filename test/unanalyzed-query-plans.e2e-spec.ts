import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { TableStatistics } from '../src/database/table-statistics';
import { FindingsRefresher } from '../src/findings/findings-refresher';
import { MissingTexts } from '../src/keys/missing-texts';
import { SearchIndexes } from '../src/keys/search/search-indexes';
import { PlannedService } from './support/planned-service';
import { expectPages, expectSameTextsByNumber, findRepeatedNodes, findScans, type PlanNode } from './support/plans';

const KEYS = 50_000;

/** Partitions have the setting, partitioned tables do not. */
async function disableAutovacuum(sql: Client): Promise<void> {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class, (SELECT '{keys,translations}'::regclass[] AS tables) t
     WHERE relkind = 'r' AND (oid = ANY (tables) OR oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = ANY (tables)))`,
  );
  for (const { name } of rows) await sql.query(`ALTER TABLE ${name} SET (autovacuum_enabled = off)`);
}

(process.env.DATABASE_URL ? describe : describe.skip)('plans on tables that were never analyzed', () => {
  let planned: PlannedService;
  let project: string;

  beforeAll(async () => {
    jest.spyOn(TableStatistics.prototype, 'afterWrite').mockReturnValue(undefined);
    planned = await PlannedService.start();
    const { sql, owner } = planned;
    await disableAutovacuum(sql);
    ({ id: project } = await planned.given.project({ organization: owner, targetLanguages: ['de', 'fr', 'it'] }));
    for (const language of ['en', 'de', 'fr']) {
      const texts = Array.from({ length: KEYS }, (_, i) => [`section${i % 97}.item_${i}`, `Text ${i}`]);
      const body = JSON.stringify(Object.fromEntries(texts));
      const path = `projects/${project}/import?format=json&language=${language}`;
      expect((await owner.api.post(path, undefined, { body })).status).toBe(200);
    }
    // Otherwise, a read of findings begins a check run, and later tests record its statements.
    await planned.app.get(FindingsRefresher).refresh(project, owner.id);
  });

  afterAll(async () => {
    jest.restoreAllMocks();
    await planned.close();
  });

  const plansOf = (path: string): Promise<PlanNode[]> => planned.plansOf(() => planned.owner.api.get(path));

  it.each([
    ...['', '?limit=1000', '?namespace=section7', '?limit=1000&namespace=section7'],
    '?include=translations&language=de,fr',
  ])('a page of keys is read in the order of the index, and its texts key by key: keys%s', async (query) => {
    const plans = await plansOf(`projects/${project}/keys${query}`);
    const scans = findScans(plans);
    expect(scans.filter(({ byKey }) => !byKey)).toEqual([
      expect.objectContaining({ type: 'Index Scan', index: 'keys_in_order' }),
    ]);
    expect(plans.filter(({ isCompiled }) => isCompiled)).toEqual([]);
    const limited = plans.flatMap((plan) => plan.all).filter(({ type }) => type === 'Limit');
    expect(limited.flatMap(({ children }) => children).filter(({ type }) => type === 'Sort')).toEqual([]);
  });

  it('a page of the items of a change is read in the order of the indexes, from its place on', async () => {
    const plans = await plansOf(`projects/${project}/changes/2?limit=100`);
    const page = plans
      .flatMap((plan) => plan.all)
      .find(({ type, children }) => type === 'Append' && children.length === 6);
    const nodes = page?.all ?? [];
    expect(nodes.filter(({ type }) => type === 'Sort' || type === 'Seq Scan')).toEqual([]);
    const read = nodes.filter(({ index }) => index !== undefined);
    expect(read.map(({ type, index }) => `${type} ${index}`).sort()).toEqual([
      'Index Scan keys_by_revision',
      'Index Scan keys_history_since',
      'Index Scan keys_history_until',
      'Index Scan translations_by_revision',
      'Index Scan translations_history_since',
      'Index Scan translations_history_until',
    ]);
    expect(read.filter(({ condition }) => !/(?:since|until) = .*substring.* >= /is.test(condition ?? ''))).toEqual([]);
    expect(plans.filter(({ isCompiled }) => isCompiled)).toEqual([]);
  });

  it('the first items of many changes are read in the order of the indexes, each key by its id', async () => {
    const plans = await plansOf(`projects/${project}/changes?include=summary`);
    const nodes = plans.flatMap((plan) => plan.all);
    const branches = nodes.find(({ type, children }) => type === 'Append' && children.length === 6)?.children ?? [];
    const read = branches.map(({ all }) => all.filter(({ type }) => type !== 'Subquery Scan').map(({ type }) => type));
    expect(read).toEqual(Array(6).fill(['Limit', 'Incremental Sort', 'Index Scan']));
    expect(nodes.filter(({ type }) => type === 'Seq Scan')).toEqual([]);
    const scans = nodes.filter(
      ({ index, table }) => index !== undefined && table !== 'changes' && table !== 'projects',
    );
    expect([...new Set(scans.map(({ type, index }) => `${type} ${index}`))].sort()).toEqual([
      'Index Scan keys_by_revision',
      'Index Scan keys_history_of_key',
      'Index Scan keys_history_since',
      'Index Scan keys_history_until',
      'Index Scan keys_pkey',
      'Index Scan translations_by_revision',
      'Index Scan translations_history_since',
      'Index Scan translations_history_until',
    ]);
    expect(plans.filter(({ isCompiled }) => isCompiled)).toEqual([]);
  });

  it('a search for a frequent word reads the first keys only', async () => {
    const plans = await plansOf(`projects/${project}/keys?search=Te&limit=50`);
    expect(plans).toHaveLength(1);
    const whole = findScans(plans).filter(({ byKey }) => !byKey);
    expect(whole).toEqual([expect.objectContaining({ type: 'Index Scan', index: 'keys_in_order' })]);
  });

  it('a filter that many keys pass reads the first keys only', async () => {
    const plans = await plansOf(`projects/${project}/keys?state=translated&language=de`);
    expect(plans).toHaveLength(1);
    expect(findScans(plans).filter(({ table, byKey }) => table === 'translations' && !byKey)).toEqual([]);
  });

  it.each([
    ['state=draft', 'translations_by_state', 1],
    ['state=reviewed&language=de', 'translations_by_state', 1],
    ['outdated=true', 'translations_by_text_revision', 1],
    ['state=draft&untranslated=de', 'translations_by_state', 1],
  ])('a filter that no key passes reads each text once at most: %s', async (query, index, statements) => {
    const plans = await plansOf(`projects/${project}/keys?${query}`);
    expect(plans).toHaveLength(statements);
    const whole = findScans(plans.slice(-1)).filter(({ table, byKey }) => table === 'translations' && !byKey);
    expect(whole).toEqual([expect.objectContaining({ index })]);
    expect(findScans(findRepeatedNodes(plans.slice(-1))).filter(({ byKey }) => !byKey)).toEqual([]);
  });

  it.each(['untranslated=de', 'needsWork=fr'])(
    'the keys without a text are found in the order of two indexes once, and kept: %s',
    async (query) => {
      const path = `projects/${project}/keys?${query}`;
      // Another test may have made them known.
      planned.app.get<unknown, { kept: { clear: () => void } }>(MissingTexts).kept.clear();
      await planned.owner.api.get(`projects/${project}/checks`);
      const [missing, ...others] = await plansOf(path);
      if (!missing) throw new Error('no statement was run');
      expect(missing.all.filter(({ type }) => type === 'Sort' || type.includes('Hash'))).toEqual([]);
      const whole = findScans([missing]).filter(({ byKey }) => !byKey);
      expect(whole.map(({ index }) => index).sort()).toEqual(['keys_pkey', 'translations_pkey']);
      const { keys } = (await planned.owner.api.get(`projects/${project}/keys?limit=1`)).body;
      await planned.owner.api.put(`keys/${keys[0].id}`, { translations: { de: `Text ${Math.random()}` } });
      await planned.owner.api.get(`projects/${project}/checks`);
      for (const plans of [others, await plansOf(path)]) {
        const tables = findScans(plans).filter(({ byKey }) => !byKey);
        const indexes = new Set(['keys_by_revision', 'translations_by_state', 'translations_by_text_revision']);
        expect(tables.filter(({ index }) => !indexes.has(index ?? ''))).toEqual([]);
        expect(plans.filter(({ isCompiled }) => isCompiled)).toEqual([]);
      }
    },
  );

  it('a page of keys that need work reads the findings in the order of the page', async () => {
    const path = `projects/${project}/keys?needsWork=fr`;
    await planned.owner.api.get(path);
    const plans = await planned.plansOf(() => planned.owner.api.get(path), /findings/);
    const nodes = plans.flatMap((plan) => plan.all);
    expect(nodes.filter(({ index }) => index === 'findings_in_order')).toHaveLength(1);
  });

  it('keys with open discussions are found by the index of these', async () => {
    const nodes = (await plansOf(`projects/${project}/keys?openComments=true`)).flatMap((plan) => plan.all);
    expect(nodes.filter(({ type }) => type === 'Seq Scan')).toEqual([]);
    expect(nodes.map(({ index }) => index)).toContain('comments_open');
  });

  it('keys of an assignment are found by its index', async () => {
    const person = randomUUID();
    const assigned = `
      WITH person AS (INSERT INTO persons (id, name, email) VALUES ($1, 'Jo', 'jo@example.com') RETURNING id),
      member AS (
        INSERT INTO memberships (id, person_id, organization_id, role) SELECT $1, id, $2, 'translator' FROM person RETURNING id),
      assignment AS (
        INSERT INTO assignments (id, project_id, membership_id, language, is_whole, api_key_name)
        SELECT $1, $3, id, 'de', false, '' FROM member RETURNING id)
      INSERT INTO assigned_keys (assignment_id, key_id)
      SELECT a.id, k.id FROM assignment a, (SELECT id FROM keys WHERE project_id = $3 LIMIT 500) k`;
    await planned.sql.query(assigned, [person, planned.owner.id, project]);
    for (const query of ['', '&sort=-updatedAt', '&language=de&namespace=section7']) {
      const plans = await plansOf(`projects/${project}/keys?assignee=${person}${query}`);
      const nodes = plans.flatMap((plan) => plan.all);
      expect(nodes.filter(({ type }) => type === 'Seq Scan')).toEqual([]);
      expect(nodes.map(({ index }) => index)).toContain('assigned_keys_pkey');
      expect(findScans(plans).filter(({ table, byKey }) => table === 'keys' && !byKey)).toEqual([]);
    }
  });

  it.each(['tag=x', 'tag=x&tag=y'])('keys with tags are read in the order of their index: %s', async (query) => {
    const plans = await plansOf(`projects/${project}/keys?${query}`);
    expect(plans).toHaveLength(1);
    expect(findScans(plans).filter(({ byKey }) => !byKey)).toEqual([
      expect.objectContaining({ type: 'Index Scan', index: 'keys_with_tags' }),
    ]);
  });

  it.each([
    '',
    '&cursor=' +
      Buffer.from(JSON.stringify(['-updatedAt', '3', 'ffffffff-ffff-4fff-bfff-ffffffffffff'])).toString('base64url'),
  ])('the keys that changed last are read by the indexes of the revisions, from a position on: %s', async (cursor) => {
    const plans = await plansOf(`projects/${project}/keys?sort=-updatedAt&limit=50${cursor}`);
    expect(plans).toHaveLength(1);
    const whole = findScans(plans).filter(({ byKey }) => !byKey);
    expect(whole.map(({ type, index }) => `${type} ${index}`).sort()).toEqual([
      'Index Scan keys_by_removal',
      'Index Scan keys_by_revision',
      'Index Scan translations_by_revision',
    ]);
    const ranges = plans.flatMap((plan) => plan.all).filter(({ index }) => index?.endsWith('_by_revision'));
    for (const { condition } of ranges) {
      expect(condition).toMatch(/since.*substring.*<=/is);
      // From PostgreSQL 17 on, the comparison of rows alone does not imply the predicate of the index.
      expect(condition).toMatch(/\(since <= /);
    }
  });

  it('statistics read each key and each text once, and the source texts twice', async () => {
    const plans = await plansOf(`projects/${project}/statistics`);
    const scans = findScans(plans);
    expect(scans.map(({ table }) => table).sort()).toEqual(['keys', 'translations', 'translations']);
    expect(findScans(findRepeatedNodes(plans))).toEqual([]);
  });

  it('a search without an index reads each text once', async () => {
    const { body } = await planned.owner.api.get(`projects/${project}/keys?search=qz`);
    expect(body.keys).toEqual([]);
    const plans = await plansOf(`projects/${project}/keys?search=q&cursor=${body.nextCursor}`);
    expect(plans).toHaveLength(2);
    const whole = findScans(plans.slice(1)).filter(({ table, byKey }) => table === 'translations' && !byKey);
    expect(whole).toHaveLength(1);
    expect(findScans(findRepeatedNodes(plans.slice(1))).filter(({ byKey }) => !byKey)).toEqual([]);
  });

  it('a search with an index reads what changed by its revision, and looks up its candidates', async () => {
    const path = `projects/${project}/keys?search=nowhere`;
    await planned.owner.api.get(path);
    await planned.app.get(SearchIndexes).built();
    const { keys } = (await planned.owner.api.get(`projects/${project}/keys?limit=1`)).body;
    await planned.owner.api.put(`keys/${keys[0].id}`, { translations: { de: 'Nowhere' } });
    const scans = findScans(await plansOf(path)).filter(({ byKey }) => !byKey);
    expect(scans.map(({ index }) => index).sort()).toEqual(['keys_by_revision', 'translations_by_revision']);
  });

  it('the same texts among those that the memory has not indexed are looked up by their numbers', async () => {
    const body = { from: 'en', to: 'de', texts: ['Text 7'] };
    expectSameTextsByNumber(await planned.plansOf(() => planned.owner.api.post('memory/search', body)));
  });

  it('the texts that the memory has indexed are found by their lexemes', async () => {
    const body = { from: 'en', to: 'de', texts: ['Text 7'] };
    const plans = await planned.plansOf(() => planned.owner.api.post('memory/search', body), /\bmemory_texts\b/);
    const indexes = plans.flatMap((plan) => plan.all).map(({ index }) => index ?? '');
    expect(indexes.filter((index) => index.startsWith('memory_texts'))).toEqual(['memory_texts_by_lexeme']);
  });

  it('a check run reads the keys in pages by their ids, what changed by its revision, and texts key by key', async () => {
    const first = await plansOf(`projects/${project}/checks`);
    const { keys } = (await planned.owner.api.get(`projects/${project}/keys?limit=1`)).body;
    await planned.owner.api.put(`keys/${keys[0].id}`, { translations: { de: 'Anders ' } });
    for (const plans of [first, await plansOf(`projects/${project}/checks`)]) {
      const ranges = findScans(plans).filter(({ byKey }) => !byKey);
      const others = new Set(['keys_pkey', 'translations_by_revision']);
      expect(ranges.filter(({ type, index }) => type === 'Seq Scan' || !others.has(index ?? ''))).toEqual([]);
      expect(plans.filter(({ isCompiled }) => isCompiled)).toEqual([]);
      const limited = plans.flatMap((plan) => plan.all).filter(({ type }) => type === 'Limit');
      const sorts = limited.flatMap(({ children }) => children).filter(({ type }) => type === 'Sort');
      expect(findScans(sorts).filter(({ table, byKey }) => table === 'keys' && !byKey)).toEqual([]);
    }
  });

  it('a page of keys with findings reads the findings in the order of the page, and each key by its id', async () => {
    const path = `projects/${project}/keys?check=any&include=translations`;
    await planned.owner.api.get(path);
    for (const namespace of ['', '&namespace=section7']) {
      const plans = await plansOf(path + namespace);
      expect(findScans(plans).filter(({ byKey }) => !byKey)).toEqual([]);
      const nodes = plans.flatMap((plan) => plan.all);
      expect(nodes.filter(({ index }) => index === 'findings_in_order')).toHaveLength(1);
      const limited = nodes.filter(({ type }) => type === 'Limit').flatMap(({ children }) => children);
      expect(limited.filter(({ type }) => type === 'Sort')).toEqual([]);
    }
  });

  it.each(['check=any', 'check=any&language=de', 'needsWork=de', 'untranslated=it', 'needsWork=it'])(
    'the total of a filter reads neither all keys nor one for each text or finding: %s',
    async (query) => {
      const path = `projects/${project}/keys?${query}&limit=1&total=true`;
      const [total] = (await planned.plansOf(() => planned.owner.api.get(path), /\bAS total\b/)).slice(-1);
      if (!total) throw new Error('no total was counted');
      expect(findScans([total]).filter(({ table, byKey }) => table === 'keys' && !byKey)).toEqual([]);
      const ofTexts = findScans([total]).filter(({ table, byKey }) => table === 'translations' && !byKey);
      expect(ofTexts.filter(({ type }) => type === 'Seq Scan')).toEqual([]);
      const repeated = findRepeatedNodes([total]).flatMap(({ all }) => all.map(({ table }) => table));
      expect(repeated.filter((table) => table === 'findings' || table === 'keys')).toEqual([]);
      expect(total.isCompiled).toBe(false);
    },
  );

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

  it.each(['', '&namespace=section7'])('the keys that a file does not name are read in pages: %s', async (options) => {
    expectPages(await planned.plansOfMissing(project, `deleteMissing=true${options}`), 'keys');
  });

  it.each(['', '&namespace=section7'])('the texts that a file does not have are read in pages: %s', async (options) => {
    expectPages(await planned.plansOfMissing(project, `missingTexts=remove${options}`), 'translations');
  });

  it('a name is looked up by its hash', async () => {
    const scans = findScans(await plansOf(`projects/${project}/keys?name=section1.item_1`));
    expect(scans.filter(({ byKey }) => !byKey)).toEqual([]);
  });
});
