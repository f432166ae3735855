import { randomUUID } from 'node:crypto';
import { Database } from '../src/database/database';
import type { Client, Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

describe('the limit of a glossary', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const LIMIT_EXCEEDED = { status: 400, body: { code: 'limit_exceeded' } };

  /** Stores terms without texts that name so many projects each. */
  const store = async (organizationId: string, terms: number, projects: number): Promise<void> => {
    await running.app.get(Database).rows(
      `INSERT INTO glossary_terms (id, organization_id, place, language, term, case_sensitive, do_not_translate, forbidden,
         translations, bytes, project_ids)
       SELECT gen_random_uuid(), $1, 'p', 'en', 'p', false, false, false, '{}', 0,
         ARRAY(SELECT gen_random_uuid() FROM generate_series(1, $3::int + 0 * n)) FROM generate_series(1, $2::int) n`,
      [organizationId, terms, projects],
    );
  };
  const importCsv = (api: Client, csv: string, query = '') =>
    api.send('POST', `glossary/import${query}`, { body: csv, headers: { 'content-type': 'text/csv' } });

  it('counts the projects of terms', async () => {
    const { organization, id } = await running.given.project();
    const other = await running.given.project({ organization });
    const { api } = organization;
    const { term } = (await api.post('glossary', { term: 'a', projectIds: [id] })).body;
    // 37 bytes of each id, up to 20 bytes below 4 MiB.
    await store(organization.id, 113, 1_000);
    await store(organization.id, 1, 358);
    expect(await api.post('glossary', { term: 'b', projectIds: [id] })).toMatchObject(LIMIT_EXCEEDED);
    expect(await api.patch(`glossary/${term.id}`, { projectIds: [id, other.id] })).toMatchObject(LIMIT_EXCEEDED);
    for (const query of ['?dryRun=true', ''])
      expect(await importCsv(api, `term,projectIds\nb,${id}\n`, query)).toMatchObject(LIMIT_EXCEEDED);
    expect(await api.post('glossary', { term: 'b' })).toMatchObject({ status: 201 });
    expect(await importCsv(api, 'term\nc\n')).toMatchObject({ status: 200, body: { created: 1 } });
    expect(await api.get('glossary/export')).toMatchObject({ status: 200 });
  });

  it('counts the projects of the terms of a file', async () => {
    const { api } = await running.given.organization();
    const cell = Array.from({ length: 1_000 }, () => randomUUID()).join('|');
    const csv = ['term,projectIds', ...Array.from({ length: 114 }, (_, index) => `${index},${cell}`)].join('\n');
    for (const query of ['', '?dryRun=true']) expect(await importCsv(api, csv, query)).toMatchObject(LIMIT_EXCEEDED);
  });

  it('leaves a larger glossary to be read page by page, and to become smaller', async () => {
    const { organization, id } = await running.given.project();
    const other = await running.given.project({ organization });
    const { api } = organization;
    const { term } = (await api.post('glossary', { term: 'a', projectIds: [id, other.id] })).body;
    await store(organization.id, 250, 1_000);
    const pages: Json[][] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await api.get(`glossary?limit=1000${cursor && `&cursor=${cursor}`}`);
      pages.push(body.terms);
      cursor = body.nextCursor;
    }
    expect(pages.map(({ length }) => length)).toEqual([114, 113, 24]);
    expect(new Set(pages.flat().map((each) => each.id)).size).toBe(251);
    expect(await api.get('glossary/export')).toMatchObject(LIMIT_EXCEEDED);
    for (const query of ['', '?dryRun=true'])
      expect(await importCsv(api, 'term\nb\n', query)).toMatchObject(LIMIT_EXCEEDED);
    expect(await api.post('glossary', { term: 'b' })).toMatchObject(LIMIT_EXCEEDED);
    expect(await api.patch(`glossary/${term.id}`, { definition: 'A letter' })).toMatchObject(LIMIT_EXCEEDED);
    expect(await api.patch(`glossary/${term.id}`, { projectIds: [id] })).toMatchObject({ status: 200 });
    expect(await api.delete(`glossary/${pages[0]?.[1]?.id}`)).toMatchObject({ status: 200 });
    const { api: limited } = await running.given.apiKey({ organization, projectIds: [id] });
    expect(await limited.get('glossary/export')).toMatchObject({ status: 200 });
  });
});
