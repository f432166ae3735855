import type { ApiResponse, Json } from './support/client';
import { GivenPeople, type GivenPerson } from './support/people';
import { type RunningApp, startApp } from './support/start-app';

let running: RunningApp;
let people: GivenPeople;
beforeAll(async () => {
  running = await startApp();
  people = new GivenPeople(running);
});
afterAll(() => running.close());

/** Creates an organization with an owner, and a translator of a project with three keys. */
async function given() {
  const owner = await people.owner();
  const { organization } = owner;
  const keys = ['a', 'b', 'c'].map((name) => ({ name, value: name }));
  const project = await running.given.project({
    ...{ organization, name: 'Web shop', targetLanguages: ['de', 'fr'] },
    keys,
  });
  const translator = await people.member(owner, 'translator');
  const memberIdOf = async ({ personId }: GivenPerson): Promise<string> =>
    (await owner.get('members')).body.members.find(({ person }: Json) => person.id === personId).id;
  const memberId = await memberIdOf(translator);
  const assign = (body: object, by: Pick<GivenPerson, 'post'> = owner): Promise<ApiResponse> =>
    by.post(`projects/${project.id}/assignments`, { memberId, ...body });
  const assigned = async (body: object, by?: Pick<GivenPerson, 'post'>): Promise<Json[]> => {
    const { status, body: answer } = await assign(body, by);
    expect({ status, answer }).toMatchObject({ status: 200 });
    return answer.assignments;
  };
  return { owner, project, translator, memberId, memberIdOf, assigned, api: project.api };
}

async function inboxOf(person: Pick<GivenPerson, 'get'>, query = ''): Promise<Json> {
  const { status, body } = await person.get(`inbox${query}`);
  expect(status).toBe(200);
  return body;
}

/** The language, the number of keys and whether it was read, of each assignment in an inbox. */
const shownTo = async (person: Pick<GivenPerson, 'get'>): Promise<unknown[]> =>
  (await inboxOf(person)).items.map(({ assignment, read }: Json) => [assignment.language, assignment.keys, read]);

const readAll = async (person: GivenPerson): Promise<Json> => {
  const { items } = await inboxOf(person);
  return (await person.put('inbox/read', { until: items[0].id })).body.unread;
};

describe('the inbox of a person who is assigned', () => {
  it('has each assignment with its place and who assigned', async () => {
    const { owner, project, translator, assigned, api } = await given();
    const [key] = project.keyIds;
    const [german] = await assigned({ languages: ['de'], keyIds: [key] });
    const [french] = await assigned({ languages: ['fr'] }, api);
    const { items, unread } = await inboxOf(translator);
    const { name } = (await owner.get('me')).body.person;
    const place = { kind: 'assignment', read: false, projectId: project.id, projectName: 'Web shop' };
    const assignedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    expect(items).toEqual([
      {
        ...{ ...place, id: items[0].id },
        assignment: { id: french?.id, language: 'fr', task: 'translate', keys: null, assignedBy: null, assignedAt },
      },
      {
        ...{ ...place, id: items[1].id },
        assignment: {
          ...{ id: german?.id, language: 'de', task: 'translate', keys: 1 },
          ...{ assignedBy: { id: owner.personId, name }, assignedAt },
        },
      },
    ]);
    expect(Date.parse(items[1].assignment.assignedAt)).toBeGreaterThanOrEqual(Date.parse(german?.createdAt) - 60_000);
    expect(unread).toEqual({ mentions: 0, replies: 0, assignments: 2, invitations: 0 });
    expect((await inboxOf(owner)).items).toEqual([]);
  });

  it('has it beside comments, in the order in which they came, page by page', async () => {
    const { owner, project, translator, assigned } = await given();
    const text = `@[${translator.personId}]`;
    await owner.post(`keys/${project.keyIds[0]}/comments`, { text });
    await assigned({ languages: ['de'] });
    await owner.post(`keys/${project.keyIds[1]}/comments`, { text });
    const kinds: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Json = await inboxOf(translator, `?limit=1${cursor && `&cursor=${cursor}`}`);
      kinds.push(...page.items.map(({ kind }: Json) => kind));
      cursor = page.nextCursor;
    }
    expect(kinds).toEqual(['mention', 'assignment', 'mention']);
    expect((await inboxOf(translator)).unread).toEqual({ mentions: 2, replies: 0, assignments: 1, invitations: 0 });
  });

  it('has it as unread again when it gets keys, and not when a request is repeated', async () => {
    const { project, translator, assigned } = await given();
    const [a, b] = project.keyIds;
    const steps: [body: object, shown: unknown[]][] = [
      [{ languages: ['de'], keyIds: [a] }, ['de', 1, false]],
      [{ languages: ['de'], keyIds: [a] }, ['de', 1, true]],
      [{ languages: ['de'], keyIds: [a, b] }, ['de', 2, false]],
      [{ languages: ['de'] }, ['de', null, false]],
      [{ languages: ['de'] }, ['de', null, true]],
      [{ languages: ['de'], keyIds: [a] }, ['de', null, true]],
    ];
    for (const [body, shown] of steps) {
      await assigned(body);
      expect([body, await shownTo(translator)]).toEqual([body, [shown]]);
      expect(await readAll(translator)).toEqual({ mentions: 0, replies: 0, assignments: 0, invitations: 0 });
    }
  });

  it('has a review beside a translation of the same language, and each is read by itself', async () => {
    const { owner, memberIdOf, assigned } = await given();
    const reviewer = await people.member(owner, 'reviewer');
    const memberId = await memberIdOf(reviewer);
    await assigned({ memberId, languages: ['de'] });
    const [review] = await assigned({ memberId, task: 'review', languages: ['de'] });
    const shown = async (): Promise<unknown[]> =>
      (await inboxOf(reviewer)).items.map(({ kind, assignment, read }: Json) => [kind, assignment.task, read]);
    expect(await shown()).toEqual([
      ['assignment', 'review', false],
      ['assignment', 'translate', false],
    ]);
    const until = (await inboxOf(reviewer)).items[0].id;
    const { unread } = (await reviewer.put('inbox/read', { until, assignmentId: review?.id })).body;
    expect(unread.assignments).toBe(1);
    await assigned({ memberId, task: 'review', languages: ['de'] });
    expect(await shown()).toEqual([
      ['assignment', 'review', true],
      ['assignment', 'translate', false],
    ]);
  });

  it('has nothing that the person has assigned', async () => {
    const { owner, memberIdOf, assigned } = await given();
    await assigned({ memberId: await memberIdOf(owner), languages: ['de'] });
    expect(await shownTo(owner)).toEqual([]);
  });

  it('is read of one assignment alone, or up to an item', async () => {
    const { translator, assigned } = await given();
    const [german] = await assigned({ languages: ['de'] });
    await assigned({ languages: ['fr'] });
    const until = (await inboxOf(translator)).items[0].id;
    const { unread } = (await translator.put('inbox/read', { until, assignmentId: german?.id })).body;
    expect(unread.assignments).toBe(1);
    expect(await shownTo(translator)).toEqual([
      ['fr', null, false],
      ['de', null, true],
    ]);
    expect((await readAll(translator)).assignments).toBe(0);
  });

  it('has no assignment that ended, and none that the person cannot do', async () => {
    const { owner, project, api, translator, memberId, assigned } = await given();
    const other = await running.given.project({ organization: owner.organization });
    const [german] = await assigned({ languages: ['de'] });
    const seen = async (): Promise<unknown[]> => {
      const { items, unread } = await inboxOf(translator);
      return [items.length, unread.assignments];
    };
    expect(await seen()).toEqual([1, 1]);
    for (const [change, back] of [
      [{ projectIds: [other.id] }, { projectIds: null }],
      [{ languages: ['fr'] }, { languages: null }],
    ]) {
      expect((await owner.patch(`members/${memberId}`, change)).status).toBe(200);
      expect([change, ...(await seen())]).toEqual([change, 0, 0]);
      expect((await owner.patch(`members/${memberId}`, back)).status).toBe(200);
      expect([back, ...(await seen())]).toEqual([back, 1, 1]);
    }
    expect((await owner.delete(`assignments/${german?.id}`)).status).toBe(200);
    expect(await seen()).toEqual([0, 0]);
    await assigned({ languages: ['de', 'fr'] });
    expect(await seen()).toEqual([2, 2]);
    expect((await api.patch(`projects/${project.id}`, { removeLanguages: ['de'] })).status).toBe(200);
    expect(await seen()).toEqual([1, 1]);
    expect((await api.delete(`projects/${project.id}`)).status).toBe(200);
    expect(await seen()).toEqual([0, 0]);
  });

  it('has it in the inbox of its organization only', async () => {
    const { translator, assigned } = await given();
    const elsewhere = await given();
    await assigned({ languages: ['de'] });
    expect(await shownTo(elsewhere.translator)).toEqual([]);
    expect(await shownTo(translator)).toHaveLength(1);
  });
});
