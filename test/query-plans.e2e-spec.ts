import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import type { GivenOrganization } from './support/given';
import { PlannedService } from './support/planned-service';
import {
  expectPages,
  expectSameTextsByNumber,
  findPartitionedReads,
  findRepeatedNodes,
  findScans,
  type PlanNode,
} from './support/plans';

/** One project has nearly all rows; there are so few projects that the statistics contain each of them. */
const LARGE_KEYS = 900_000;
const MEDIUM_KEYS = 50_000;
const SMALL_KEYS = 5_000;
const SMALL_PROJECTS = 20;

// These tests check the shape of plans, not their time. They need a server: only there are tables of this size.
(process.env.DATABASE_URL ? describe : describe.skip)('query plans with a million keys', () => {
  let planned: PlannedService;
  let sql: Client;
  let owner: GivenOrganization;
  let large: string;
  let medium: string;
  let small: string;
  const plansOf: PlannedService['plansOf'] = (request) => planned.plansOf(request);

  beforeAll(async () => {
    planned = await PlannedService.start();
    ({ sql, owner } = planned);
    [large, small] = await seed(sql, owner.id);
    medium = await seedProject(sql, owner.id, 'Medium', MEDIUM_KEYS);
    await sql.query('VACUUM (ANALYZE) keys, translations, projects');
  });

  afterAll(() => planned.close());

  async function keyIn(project: string): Promise<{ id: string; name: string }> {
    const { rows } = await sql.query<{ id: string; name: string }>(
      'SELECT id, name FROM keys WHERE project_id = $1 ORDER BY name OFFSET 500 LIMIT 1',
      [project],
    );
    if (!rows[0]) throw new Error('the project has too few keys');
    return rows[0];
  }

  async function keyIdsIn(project: string, count: number): Promise<string[]> {
    const { rows } = await sql.query<{ id: string }>(
      'SELECT id FROM keys WHERE project_id = $1 ORDER BY name OFFSET 1000 LIMIT $2',
      [project, count],
    );
    return rows.map(({ id }) => id);
  }

  function importOf(project: string, language: string, text = 'Text', options = ''): Promise<unknown> {
    const texts = Array.from({ length: 5_000 }, (_, i) => [`section${(i + 1) % 97}.item_${i + 1}`, text]);
    const file = JSON.stringify(Object.fromEntries(texts));
    const path = `projects/${project}/import?format=json&language=${language}${options}`;
    return owner.api.post(path, undefined, { body: file });
  }

  /** Imports the same texts with metadata of keys and texts. */
  function importOfComments(project: string, language: string): Promise<unknown> {
    const entries = Array.from(
      { length: 5_000 },
      (_, i) => `#. Comment\n#: a.c:${i}\n#, fuzzy\nmsgid "section${(i + 1) % 97}.item_${i + 1}"\nmsgstr "Text"\n`,
    );
    return owner.api.post(`projects/${project}/import?format=po&language=${language}`, undefined, {
      body: entries.join('\n'),
    });
  }

  /** Returns the operations and tables of the plans that write. */
  const changesOf = (plans: readonly PlanNode[]): string[] =>
    plans
      .flatMap((plan) => plan.all)
      .filter(({ type }) => ['Insert', 'Update', 'Delete'].includes(type))
      .map(({ type, table }) => `${type} ${table}`);

  /** Changes descriptions, texts, names and keys in sets, and checks that every scan finds single rows. */
  async function changesInSets(project: string, language: string): Promise<void> {
    await importOf(project, language);
    const commented = await plansOf(() => importOfComments(project, language));
    expect(changesOf(commented)).toEqual(expect.arrayContaining(['Update keys', 'Update translations']));
    const replaced = await plansOf(() => importOf(project, language, 'Other'));
    expect(changesOf(replaced)).toContain('Update translations');
    const cleared = await plansOf(() => importOf(project, language, '', '&empty=clear'));
    expect(changesOf(cleared)).toContain('Delete translations');
    const ids = await keyIdsIn(project, 500);
    const update = ids.map((id) => ({
      id,
      name: `section1.renamed_${randomUUID()}`,
      translations: { [language]: 'Text' },
    }));
    const renamed = await plansOf(() => owner.api.post(`projects/${project}/keys/batch`, { update }));
    expect(changesOf(renamed)).toEqual(expect.arrayContaining(['Update keys', 'Insert translations']));
    const deleted = await plansOf(() => owner.api.post(`projects/${project}/keys/batch`, { delete: ids }));
    expect(changesOf(deleted)).toEqual([
      'Delete translations',
      'Insert translations_history',
      'Delete keys',
      'Insert keys_history',
    ]);
    const plans = [...commented, ...replaced, ...cleared, ...renamed, ...deleted];
    expect(findScans(plans).filter(({ byKey }) => !byKey)).toEqual([]);
    expect(findPartitionedReads(plans)).toEqual([]);
  }

  it('a key is found by its id, and its texts by the key', async () => {
    const { id } = await keyIn(large);
    const scans = findScans(await plansOf(() => owner.api.get(`keys/${id}`)));
    expect(scans.length).toBeGreaterThan(1);
    expect(scans).toEqual(scans.map((scan) => ({ ...scan, byKey: true })));
  });

  it('a change of a key reads no other key', async () => {
    const { id } = await keyIn(large);
    const scans = findScans(await plansOf(() => owner.api.put(`keys/${id}`, { value: 'Changed' })));
    expect(scans.length).toBeGreaterThan(1);
    expect(scans).toEqual(scans.map((scan) => ({ ...scan, byKey: true })));
  });

  it('a page of keys is read in the order of the index, without sorting', async () => {
    const { id, name } = await keyIn(large);
    const cursor = Buffer.from(JSON.stringify([name, id])).toString('base64url');
    const plans = await plansOf(() => owner.api.get(`projects/${large}/keys?cursor=${cursor}`));
    const nodes = plans.flatMap((plan) => plan.all);
    expect(nodes.filter((node) => node.index === 'keys_in_order')).toHaveLength(1);
    const limited = nodes.filter((node) => node.type === 'Limit').flatMap((node) => node.children);
    expect(limited.filter((node) => node.type === 'Sort')).toEqual([]);
    expect(findScans(plans).filter(({ table, byKey }) => table === 'translations' && !byKey)).toEqual([]);
  });

  it('a page of a namespace is read from a range of the index', async () => {
    const plans = await plansOf(() => owner.api.get(`projects/${large}/keys?namespace=section7`));
    const pages = plans.flatMap((plan) => plan.all).filter((node) => node.index === 'keys_in_order');
    expect(pages).toHaveLength(1);
    expect(pages[0]?.condition).toMatch(/"left"\(name, 512\) >= .*"left"\(name, 512\) </s);
  });

  it('keys are found by their names through the index on the hash', async () => {
    const { name } = await keyIn(large);
    const plans = await plansOf(() => owner.api.get(`projects/${large}/keys?name=${encodeURIComponent(name)}`));
    expect(plans.flatMap((plan) => plan.all).map((node) => node.index)).toContain('keys_by_name_hash');
  });

  it('the same texts among those that the memory has not indexed are looked up by their numbers', async () => {
    const body = { from: 'en', to: 'de', texts: ['Text'] };
    expectSameTextsByNumber(await planned.plansOf(() => planned.owner.api.post('memory/search', body)));
  });

  it('an export of a small project does not read other projects', async () => {
    const scans = findScans(await plansOf(() => owner.api.get(`projects/${small}/export`)));
    expect(scans.map(({ table }) => table).sort()).toEqual(['keys', 'translations', 'translations']);
    expect(scans.filter(({ type }) => type === 'Seq Scan')).toEqual([]);
  });

  it('an import finds keys and texts by hash and key', async () => {
    const scans = findScans(await plansOf(() => importOf(large, 'en')));
    const lookUps = scans.filter(({ type }) => type !== 'Insert');
    expect(lookUps.map(({ index }) => index)).toContain('keys_by_name_hash');
    expect(lookUps.filter(({ byKey }) => !byKey)).toEqual([]);
  });

  it('an import of nested objects looks a key with a path up by the index of these keys', async () => {
    for (const project of [large, small]) {
      const scans = findScans(
        await plansOf(() =>
          owner.api.post(`projects/${project}/import?format=json-nested&language=en`, undefined, {
            body: JSON.stringify({ section1: { item_1: 'Nested' } }),
          }),
        ),
      );
      expect(scans.filter(({ byKey }) => !byKey).map(({ index }) => index)).toEqual(['keys_with_paths']);
    }
  });

  it.each(['', '&namespace=section7'])('the keys that a file does not name are read in pages: %s', async (options) => {
    expectPages(await planned.plansOfMissing(medium, `deleteMissing=true${options}`), 'keys');
  });

  it.each(['', '&namespace=section7'])('the texts that a file does not have are read in pages: %s', async (options) => {
    expectPages(await planned.plansOfMissing(medium, `missingTexts=remove${options}`), 'translations');
  });

  it('sets of changes in a large project find their rows by hash and key', () => changesInSets(large, 'de'));

  it('sets of changes in a small project find their rows by hash and key', () => changesInSets(small, 'de'));

  describe('a project that was created after the statistics', () => {
    let fresh: string;

    beforeAll(async () => {
      fresh = await seedProject(sql, owner.id, 'Fresh', SMALL_KEYS);
      await sql.query(
        `INSERT INTO translations (project_id, language, key_id, text) SELECT $1, 'de', id, 'Text' FROM keys WHERE project_id = $1`,
        [fresh],
      );
    });

    it.each([
      'export',
      'export?language=de',
      'export?language=de&format=po',
      'export?language=de&perNamespace=true',
      'export?language=de&fallback=en&untranslated=empty',
      'export?language=*&format=csv',
      'translations',
      'keys',
      'keys?untranslated=de',
      'keys?search=it',
    ])('is read with one look-up of texts for each key: %s', async (path) => {
      const plans = await plansOf(() => owner.api.get(`projects/${fresh}/${path}`));
      expect(findScans(plans).length).toBeGreaterThan(1);
      expect(findScans(findRepeatedNodes(plans)).filter(({ byKey }) => !byKey)).toEqual([]);
      expect(findPartitionedReads(plans)).toEqual([]);
    });

    it('is compared with the file of an import by hash and key', async () => {
      const plans = await plansOf(() => importOf(fresh, 'de'));
      expect(findScans(plans).length).toBeGreaterThan(1);
      expect(findScans(findRepeatedNodes(plans)).filter(({ byKey }) => !byKey)).toEqual([]);
    });

    it('is read in pages for the keys that a file does not name', async () => {
      expectPages(await planned.plansOfMissing(fresh, 'deleteMissing=true'), 'keys');
    });

    it('is changed in sets by hash and key', () => changesInSets(fresh, 'de'));
  });
});

/** Creates the projects. @returns the ids of the large project and of a small one */
async function seed(sql: Client, organizationId: string): Promise<[string, string]> {
  // Without the checks of a million foreign keys, which would take longer than the rest.
  await sql.query('BEGIN; SET LOCAL session_replication_role = replica; SET LOCAL synchronous_commit = off');
  const { rows } = await sql.query<{ small: string }>(
    `WITH made AS (
       INSERT INTO projects (id, organization_id, name, source_language, target_languages, string_count)
       SELECT gen_random_uuid(), $1, 'Small', 'en', '{de}', $2 FROM generate_series(1, $3::int) RETURNING id)
     , named AS (
       INSERT INTO keys (project_id, id, name, name_hash)
       SELECT made.id, gen_random_uuid(), n.name, sha256(convert_to(n.name, 'UTF8'))
       FROM made, generate_series(1, $2::int) AS i, LATERAL (SELECT 'section' || i % 10 || '.item_' || i AS name) n
       RETURNING project_id, id)
     , translated AS (INSERT INTO translations (project_id, language, key_id, text) SELECT project_id, 'en', id, 'Text' FROM named)
     SELECT min(id::text) AS small FROM made`,
    [organizationId, SMALL_KEYS, SMALL_PROJECTS],
  );
  const large = await seedProject(sql, organizationId, 'Large', LARGE_KEYS);
  await sql.query('COMMIT');
  return [large, rows[0]?.small ?? ''];
}

async function seedProject(sql: Client, organizationId: string, name: string, keys: number): Promise<string> {
  const { rows } = await sql.query<{ id: string }>(
    `INSERT INTO projects (id, organization_id, name, source_language, target_languages, string_count)
     VALUES (gen_random_uuid(), $1, $2, 'en', '{de}', $3) RETURNING id`,
    [organizationId, name, keys],
  );
  const id = rows[0]?.id ?? '';
  await sql.query(
    `WITH named AS (
       INSERT INTO keys (project_id, id, name, name_hash)
       SELECT $1::uuid, (lpad(to_hex(i), 12, '0') || '70008' || substr(md5($1::uuid::text || i), 1, 15))::uuid, n.name, sha256(convert_to(n.name, 'UTF8'))
       FROM generate_series(1, $2::int) AS i, LATERAL (SELECT 'section' || i % 97 || '.item_' || i AS name) n
       RETURNING project_id, id)
     INSERT INTO translations (project_id, language, key_id, text) SELECT project_id, 'en', id, 'Text' FROM named`,
    [id, keys],
  );
  return id;
}
