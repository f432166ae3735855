import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { AssignmentExpiry } from '../src/assignments/assignment-expiry';
import { MAX_ASSIGNED_KEYS, MAX_ASSIGNMENTS } from '../src/assignments/assignment-errors';
import { Database } from '../src/database/database';
import type { Json } from './support/client';
import { blocksOf, readPage } from './support/documented-code';
import { bodyOf, created, errorOf, GivenAssignments, listOf, namesFor, workOf } from './support/given-assignments';
import { GivenPeople } from './support/people';
import { type RunningApp, startApp } from './support/start-app';

let running: RunningApp;
let people: GivenPeople;
let assignments: GivenAssignments;
beforeAll(async () => {
  running = await startApp({ historyDays: 30 });
  people = new GivenPeople(running);
  assignments = new GivenAssignments(running, people);
});
afterAll(() => running.close());

describe('an assignment', () => {
  it('of a language has all keys, and says what is left', async () => {
    const at = await assignments.given();
    const { owner, translator, assign } = at;
    const memberId = translator.memberId;
    const [assignment] = created(await assign({ memberId, languages: ['de'] }));
    const [person, by] = await Promise.all([translator, owner].map(async (each) => (await each.get('me')).body.person));
    expect(assignment).toEqual({
      id: assignment?.id,
      member: { id: memberId, person: { id: person.id, name: person.name } },
      ...{ language: 'de', task: 'translate', keys: null, assignedBy: { id: by.id, name: by.name }, apiKey: null },
      createdAt: assignment?.createdAt,
    });
    expect(await listOf(at)).toEqual([{ ...assignment, left: 2 }]);
    await at.api.post(`${at.place}/keys`, { name: 'd', value: 'D' });
    expect(await workOf(at)).toEqual([['de', null, 3]]);
    bodyOf(await at.api.put(`keys/${at.b}`, { translations: { de: 'B' } }));
    expect(await workOf(at)).toEqual([['de', null, 2]]);
  });

  it('of keys has these, in all target languages in which the member writes, or in the languages that are named', async () => {
    const at = await assignments.given({ languages: ['fr', 'es'] });
    const memberId = at.translator.memberId;
    created(await at.assign({ memberId, keyIds: [at.a.toUpperCase(), at.b] }));
    expect(await workOf(at)).toEqual([['fr', 2, 2]]);
    const other = await assignments.member(at.owner, 'translator');
    created(await at.assign({ memberId: other.memberId, keyIds: [at.a, at.b] }));
    expect(await workOf(at, `?assignee=${other.memberId}`)).toEqual([
      ['de', 2, 1],
      ['fr', 2, 2],
    ]);
    created(await at.assign({ memberId: other.memberId, keyIds: [at.b, at.c], languages: ['de'] }));
    expect(await workOf(at, `?assignee=${other.memberId}&language=de`)).toEqual([['de', 3, 2]]);
  });

  it('of a language takes the place of its keys, and stays one when keys are assigned', async () => {
    const at = await assignments.given();
    const memberId = at.translator.memberId;
    const [ofKeys] = created(await at.assign({ memberId, languages: ['de'], keyIds: [at.b] }));
    const [whole] = created(await at.assign({ memberId, languages: ['de'] }));
    expect(whole).toEqual({ ...ofKeys, keys: null });
    expect(created(await at.assign({ memberId, languages: ['de'], keyIds: [at.b] }))).toEqual([whole]);
    const rows = await running.app
      .get(Database)
      .rows('SELECT FROM assigned_keys WHERE assignment_id = $1', [whole?.id]);
    expect(rows).toEqual([]);
  });

  it('can be of the source language, and can be made by an API key', async () => {
    const at = await assignments.given();
    const body = { memberId: at.translator.memberId, languages: ['en'] };
    const [assignment] = created(await at.api.post(`${at.place}/assignments`, body));
    expect(assignment).toMatchObject({ language: 'en', assignedBy: null, apiKey: { name: expect.any(String) } });
    expect(await workOf(at)).toEqual([['en', null, 0]]);
  });

  it('ends as a whole, or with its last key', async () => {
    const at = await assignments.given();
    const memberId = at.translator.memberId;
    const [ofKeys, whole] = [
      ...created(await at.assign({ memberId, languages: ['de'], keyIds: [at.a, at.b, at.c] })),
      ...created(await at.assign({ memberId, languages: ['fr'] })),
    ];
    bodyOf(await at.owner.delete(`assignments/${ofKeys?.id}?keyId=${at.a}&keyId=${at.b}`));
    expect(await workOf(at)).toEqual([
      ['de', 1, 1],
      ['fr', null, 3],
    ]);
    const refused = await at.owner.delete(`assignments/${whole?.id}?keyId=${at.a}`);
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [expect.objectContaining({ parameter: 'keyId', code: 'not_allowed' })],
    ]);
    bodyOf(await at.owner.delete(`assignments/${ofKeys?.id}?keyId=${at.c}`));
    expect(await workOf(at)).toEqual([['fr', null, 3]]);
    bodyOf(await at.owner.delete(`assignments/${whole?.id}`));
    expect(await listOf(at)).toEqual([]);
    const again = await at.owner.delete(`assignments/${whole?.id}`);
    expect([again.status, again.body.code]).toEqual([404, 'assignment_not_found']);
  });

  it('is refused for whom it would be no work', async () => {
    const at = await assignments.given({ languages: ['de'] });
    const elsewhere = await running.given.project({ organization: at.organization });
    const viewer = await assignments.member(at.owner, 'viewer');
    const absent = await assignments.member(at.owner, 'translator', { projectIds: [elsewhere.id] });
    const spaniard = await assignments.member(at.owner, 'translator', { languages: ['es'] });
    const foreign = await assignments.given();
    const memberId = at.translator.memberId;
    const refused: [body: object, ...error: unknown[]][] = [
      [{ memberId: foreign.translator.memberId, languages: ['de'] }, 400, '/memberId', 'not_found'],
      [{ memberId: viewer.memberId, languages: ['de'] }, 400, '/memberId', 'not_allowed'],
      [{ memberId: absent.memberId, languages: ['de'] }, 400, '/memberId', 'not_allowed'],
      [{ memberId: spaniard.memberId, keyIds: [at.a] }, 400, '/memberId', 'not_allowed'],
      [{ memberId, languages: ['de', 'fr'] }, 400, '/languages/1', 'not_allowed'],
      [{ memberId, languages: ['de', 'es'] }, 400, '/languages/1', 'unknown_language'],
      [{ memberId, keyIds: [at.a, foreign.a] }, 404, '/keyIds/1', 'key_not_found'],
      [{ memberId, keyIds: ['a'] }, 404, '/keyIds/0', 'key_not_found'],
      [{ memberId, keyIds: [] }, 400, '/keyIds', 'too_few'],
      [{ memberId: 'me', languages: ['de'] }, 400, '/memberId', 'invalid_format'],
      [{ memberId }, 400, '', 'required'],
    ];
    for (const [body, ...error] of refused) expect([body, ...errorOf(await at.assign(body))]).toEqual([body, ...error]);
    expect(await listOf(at)).toEqual([]);
  });

  it('is made and ended by who manages members only, and seen by everybody who sees the project', async () => {
    const at = await assignments.given();
    const { translator, place } = at;
    const [assignment] = created(await at.assign({ memberId: translator.memberId, languages: ['de'] }));
    const body = { memberId: translator.memberId, languages: ['fr'] };
    expect((await translator.post(`${place}/assignments`, body)).body.code).toBe('missing_scope');
    expect((await translator.delete(`assignments/${assignment?.id}`)).body.code).toBe('missing_scope');
    expect(bodyOf(await translator.get(`${place}/assignments?assignee=me`)).assignments).toHaveLength(1);
    const elsewhere = await running.given.project({ organization: at.organization });
    const limited = await assignments.member(at.owner, 'manager', { projectIds: [elsewhere.id] });
    for (const other of [limited, await people.owner()]) {
      expect((await other.get(`${place}/assignments`)).body.code).toBe('project_not_found');
      expect((await other.post(`${place}/assignments`, body)).body.code).toBe('project_not_found');
      expect((await other.delete(`assignments/${assignment?.id}`)).body.code).toBe('assignment_not_found');
    }
    expect(await workOf(at)).toEqual([['de', null, 2]]);
  });

  it('is hidden while the member could not do it, and ends with the membership', async () => {
    const at = await assignments.given();
    const { owner, translator, place } = at;
    const { memberId } = translator;
    created(await at.assign({ memberId, languages: ['de'], keyIds: [at.b] }));
    const elsewhere = await running.given.project({ organization: at.organization });
    const seen = async () => [await workOf(at), await namesFor({ place }, owner, `assignee=${memberId}`)];
    const all = [[['de', 1, 1]], ['b']];
    expect(await seen()).toEqual(all);
    for (const [change, back] of [
      [{ projectIds: [elsewhere.id] }, { projectIds: null }],
      [{ languages: ['fr'] }, { languages: ['de'] }],
      [{ role: 'viewer' }, { role: 'translator' }],
    ]) {
      bodyOf(await owner.patch(`members/${memberId}`, change));
      expect([change, ...(await seen())]).toEqual([change, [], []]);
      bodyOf(await owner.patch(`members/${memberId}`, back));
      expect(await seen()).toEqual(all);
    }
    bodyOf(await at.api.patch(place, { removeLanguages: ['de'] }));
    expect(await seen()).toEqual([[], []]);
    bodyOf(await owner.delete(`members/${memberId}`));
    expect((await owner.get(`${place}/keys?assignee=${memberId}`)).status).toBe(400);
    const rows = await running.app.get(Database).rows('SELECT FROM assignments WHERE membership_id = $1', [memberId]);
    expect(rows).toEqual([]);
  });

  it('has left as many keys as its work list: without a text, drafts, outdated texts, and texts with findings', async () => {
    const at = await assignments.given();
    const { owner, api, place, translator } = at;
    const other = await assignments.member(owner, 'translator');
    const add = async (body: object): Promise<string> => (await api.post(`${place}/keys`, body)).body.key.id;
    const outdated = await add({ name: 'd', value: 'D', translations: { de: 'D', fr: 'D' } });
    const failing = await add({ name: 'e', value: 'E {n}', translations: { de: 'E' } });
    const done = await add({ name: 'f', value: 'F', translations: { de: 'F', fr: 'F' } });
    const draft = await add({ name: 'g', value: 'G', translations: { de: 'G' } });
    await api.put(`keys/${outdated}`, { value: 'Other' });
    await api.post(`${place}/bulk`, { keyIds: [draft], action: 'setState', languages: ['de'], state: 'draft' });
    created(await at.assign({ memberId: translator.memberId, languages: ['fr', 'de', 'en'] }));
    created(await at.assign({ memberId: other.memberId, languages: ['de'], keyIds: [at.a, at.b, outdated, failing] }));
    created(await at.assign({ memberId: other.memberId, languages: ['fr'], keyIds: [done, at.c, failing] }));
    const listed = await listOf(at);
    expect(listed.map(({ language, keys, left }) => [language, keys, left])).toEqual(
      expect.arrayContaining([
        ['de', null, 5],
        ['fr', null, 6],
        ['en', null, 0],
        ['de', 4, 3],
        ['fr', 3, 2],
      ]),
    );
    for (const { member: assignee, language, left } of listed) {
      const query = `assignee=${assignee.id}&needsWork=${language}`;
      expect([query, (await namesFor(at, owner, query)).length]).toEqual([query, left]);
    }
  });

  it('is listed in pages', async () => {
    const at = await assignments.given();
    created(await at.assign({ memberId: at.translator.memberId, languages: ['de', 'fr', 'en'] }));
    const first = bodyOf(await at.owner.get(`${at.place}/assignments?limit=2`));
    const next = bodyOf(await at.owner.get(`${at.place}/assignments?limit=2&cursor=${first.nextCursor}`));
    expect([first.assignments.length, next.assignments.length, next.nextCursor]).toEqual([2, 1, null]);
    expect([...first.assignments, ...next.assignments]).toEqual(await listOf(at));
    expect((await at.owner.get(`${at.place}/assignments?cursor=nothing`)).status).toBe(400);
  });

  it('is one of a bounded number, with a bounded number of keys', async () => {
    const at = await assignments.given();
    const memberId = at.translator.memberId;
    const database = running.app.get(Database);
    const [assignment] = created(await at.assign({ memberId, languages: ['de'], keyIds: [at.a] }));
    await database.rows('INSERT INTO assigned_keys SELECT $1, gen_random_uuid() FROM generate_series(1, $2::int)', [
      assignment?.id,
      MAX_ASSIGNED_KEYS - 2,
    ]);
    created(await at.assign({ memberId, languages: ['de'], keyIds: [at.b] }));
    const oneMore = await at.assign({ memberId, languages: ['de'], keyIds: [at.c] });
    expect([oneMore.status, oneMore.body.code]).toEqual([400, 'limit_exceeded']);
    created(await at.assign({ memberId, languages: ['de'], keyIds: [at.a, at.b] }));

    await database.rows(
      `INSERT INTO assignments (id, project_id, membership_id, language, is_whole, api_key_name)
       SELECT gen_random_uuid(), $1, $2, 'x-' || n, true, '' FROM generate_series(1, $3::int) n`,
      [at.project.id, memberId, MAX_ASSIGNMENTS - 2],
    );
    const together = await Promise.all(['fr', 'en'].map((language) => at.assign({ memberId, languages: [language] })));
    expect(together.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(together.map(({ body }) => body.code)).toContain('limit_exceeded');
  });
});

describe('the filter assignee', () => {
  it('selects the keys of a member, in a language or in any', async () => {
    const at = await assignments.given();
    const { owner, translator } = at;
    const memberId = translator.memberId;
    created(await at.assign({ memberId, languages: ['de'], keyIds: [at.a, at.b] }));
    created(await at.assign({ memberId, languages: ['fr'], keyIds: [at.c] }));
    const names = (query: string): Promise<string[]> => namesFor(at, translator, query);
    expect(await names('assignee=me')).toEqual(['a', 'b', 'c']);
    expect(await names('assignee=me&sort=-updatedAt')).toEqual(['c', 'b', 'a']);
    expect(await names('assignee=me&language=de')).toEqual(['a', 'b']);
    expect(await names('assignee=me&language=de,fr')).toEqual(['a', 'b', 'c']);
    expect(await names('assignee=me&needsWork=de')).toEqual(['b']);
    expect(await names('assignee=me&needsWork=fr')).toEqual(['c']);
    expect(await names('assignee=me&untranslated=de&include=translations&language=en,de,fr')).toEqual(['b']);
    expect(await names('assignee=me&untranslated=de&needsWork=fr')).toEqual(['b', 'c']);
    expect(await names('assignee=me&name=b&name=c')).toEqual(['b', 'c']);
    expect(await names('assignee=me&language=de&search=B')).toEqual(['b']);
    expect(await names(`assignee=${owner.memberId}`)).toEqual([]);
    expect(await namesFor(at, owner, `assignee=${memberId.toUpperCase()}&language=fr`)).toEqual(['c']);
  });

  it('selects every key for a language that is assigned as a whole', async () => {
    const at = await assignments.given();
    created(await at.assign({ memberId: at.translator.memberId, languages: ['de'] }));
    expect(await namesFor(at, at.translator, 'assignee=me')).toEqual(['a', 'b', 'c']);
    expect(await namesFor(at, at.translator, 'assignee=me&needsWork=de')).toEqual(['b', 'c']);
    expect(await namesFor(at, at.translator, 'assignee=me&needsWork=fr')).toEqual([]);
  });

  it('selects keys beside filters of missing texts in a project of many keys, few of which have none', async () => {
    const at = await assignments.given();
    const { owner, api, place, translator } = at;
    const names = Array.from({ length: 1_100 }, (_, i) => `many.${String(i).padStart(4, '0')}`);
    for (const [language, left] of [
      ['en', 0],
      ['de', 1],
      ['fr', 2],
    ] as const) {
      const file = Object.fromEntries(names.slice(left).map((name) => [name, name]));
      const query = `format=json&language=${language}`;
      bodyOf(await api.send('POST', `${place}/import?${query}`, { body: JSON.stringify(file) }));
    }
    const [first, , third] = bodyOf(await api.get(`${place}/keys?search=many&limit=3`)).keys;
    created(await at.assign({ memberId: translator.memberId, keyIds: [first.id, third.id], languages: ['de', 'fr'] }));
    for (const [query, expected] of [
      ['needsWork=de', [names[0]]],
      ['untranslated=fr', [names[0]]],
      ['untranslated=de&needsWork=fr', [names[0]]],
      ['needsWork=fr&namespace=many', [names[0]]],
    ] as const) {
      const answer = bodyOf(await owner.get(`${place}/keys?assignee=${translator.memberId}&total=true&${query}`));
      const found = answer.keys.map(({ name }: Json) => name);
      expect([query, found, answer.total]).toEqual([query, expected, 1]);
    }
    expect(await namesFor(at, owner, 'untranslated=de&needsWork=fr')).toEqual(['b', 'c', names[0]]);
  });

  it('counts what is assigned now', async () => {
    const at = await assignments.given();
    const memberId = at.translator.memberId;
    const total = async (query = ''): Promise<number> =>
      bodyOf(await at.owner.get(`${at.place}/keys?total=true&limit=1&assignee=${memberId}${query}`)).total;
    expect(bodyOf(await at.owner.get(`${at.place}/keys?total=true&namespace=`)).total).toBe(3);
    expect(await total('&namespace=')).toBe(0);
    const [assignment] = created(await at.assign({ memberId, languages: ['de'], keyIds: [at.a, at.b] }));
    expect([await total(), await total('&namespace='), await total('&needsWork=de')]).toEqual([2, 2, 1]);
    bodyOf(await at.owner.delete(`assignments/${assignment?.id}?keyId=${at.a}`));
    expect([await total(), await total('&namespace=')]).toEqual([1, 1]);
  });

  it('selects the keys of a bulk change', async () => {
    const at = await assignments.given();
    created(await at.assign({ memberId: at.translator.memberId, languages: ['de'], keyIds: [at.b, at.c] }));
    const body = { action: 'setState', state: 'draft' };
    const change = { filter: { assignee: at.translator.memberId }, action: 'changeTags', addTags: ['theirs'] };
    bodyOf(await at.owner.post(`${at.place}/bulk`, change));
    expect(await namesFor(at, at.owner, 'tag=theirs')).toEqual(['b', 'c']);
    const stranger = { ...change, filter: { assignee: at.project.id } };
    expect(errorOf(await at.owner.post(`${at.place}/bulk`, stranger))).toEqual([400, '/filter/assignee', 'not_found']);
    const wrong = { ...body, filter: { assignee: 'you' } };
    expect((await at.owner.post(`${at.place}/bulk`, wrong)).status).toBe(400);
  });

  it('needs a person for `me`, and a member for an id', async () => {
    const at = await assignments.given();
    const foreign = await assignments.given();
    const refused = async (query: string): Promise<unknown[]> => {
      const { status, body } = await at.api.get(`${at.place}/${query}`);
      return [status, body.code, body.errors?.[0]?.parameter];
    };
    for (const list of ['keys', 'assignments']) {
      expect(await refused(`${list}?assignee=me`)).toEqual([403, 'person_required', undefined]);
      expect(await refused(`${list}?assignee=you`)).toEqual([400, 'validation_failed', 'assignee']);
    }
    for (const id of [foreign.translator.memberId, at.project.id]) {
      expect(await refused(`keys?assignee=${id}`)).toEqual([400, 'validation_failed', 'assignee']);
    }
    const bulk = { filter: { assignee: 'me' }, action: 'changeTags', addTags: ['mine'] };
    const answer = await at.api.post(`${at.place}/bulk`, bulk);
    expect([answer.status, answer.body.code]).toEqual([403, 'person_required']);
  });
});

describe('an assignment of a key that is deleted', () => {
  it('is hidden, is there again after the deletion is undone, and goes with the history', async () => {
    const at = await assignments.given();
    const { api, place, owner } = at;
    const memberId = at.translator.memberId;
    created(await at.assign({ memberId, languages: ['de'], keyIds: [at.b, at.c] }));
    created(await at.assign({ memberId, languages: ['fr'], keyIds: [at.b] }));
    const revision = (await api.delete(`keys/${at.b}`)).headers.get('x-glossa-revision');
    expect(await workOf(at)).toEqual([
      ['de', 1, 1],
      ['fr', 0, 0],
    ]);
    expect(await namesFor(at, owner, `assignee=${memberId}`)).toEqual(['c']);
    await expire();
    bodyOf(await api.post(`${place}/changes/${revision}/undo`));
    expect(await workOf(at)).toEqual([
      ['de', 2, 2],
      ['fr', 1, 1],
    ]);
    await api.delete(`keys/${at.b}`);
    await running.app.get(Database).rows('DELETE FROM keys_history WHERE id = $1', [at.b]);
    await expire();
    expect(await workOf(at)).toEqual([['de', 1, 1]]);
    const rows = await running.app.get(Database).rows('SELECT FROM assigned_keys WHERE key_id = $1', [at.b]);
    expect(rows).toEqual([]);
  });

  it('goes with the project', async () => {
    const at = await assignments.given();
    created(await at.assign({ memberId: at.translator.memberId, keyIds: [at.b] }));
    bodyOf(await at.api.delete(at.place));
    const rows = await running.app.get(Database).rows('SELECT FROM assignments WHERE project_id = $1', [at.project.id]);
    expect(rows).toEqual([]);
  });

  async function expire(): Promise<void> {
    for await (const removed of running.app.get(AssignmentExpiry).run()) expect(removed).toBeGreaterThanOrEqual(0);
  }
});

it('is made, listed and worked on with the commands of docs/assignments.md', async () => {
  const at = await assignments.given();
  const reviewer = await assignments.member(at.owner, 'reviewer');
  const [script = ''] = blocksOf(readPage('docs/assignments.md'), 'sh');
  const [GLOSSA, KEY] = [`${running.url}/api/v1`, at.organization.secret];
  const env = { ...process.env, GLOSSA, KEY, PROJECT: at.project.id, MEMBER: reviewer.memberId };
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { env });
  const [made, asked, listed, ...lists] = stdout
    .replaceAll('}{', '}\n{')
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(made?.assignments).toHaveLength(1);
  expect(listed?.assignments).toEqual([
    { ...made?.assignments[0], left: 2 },
    { ...asked?.assignments[0], task: 'review', left: 1 },
  ]);
  expect(lists.map(({ keys }) => keys.map(({ name }: Json) => name))).toEqual([['b', 'c'], ['a']]);
});
