import { Database } from '../src/database/database';
import type { Json } from './support/client';
import { GivenPeople, type GivenPerson } from './support/people';
import { type RunningApp, startApp } from './support/start-app';

let running: RunningApp;
let people: GivenPeople;
beforeAll(async () => {
  running = await startApp();
  people = new GivenPeople(running);
});
afterAll(() => running.close());

/** Creates an organization with an owner, two translators of one project and a viewer of another one. */
async function given() {
  const owner = await people.owner();
  const { organization } = owner;
  const keys = ['a', 'b'].map((name) => ({ name, value: name }));
  const project = await running.given.project({ organization, name: 'Web shop', keys });
  const other = await running.given.project({ organization, keys });
  const ada = await people.member(owner, 'translator', { projectIds: [project.id] });
  const ben = await people.member(owner, 'translator', { projectIds: [project.id] });
  const elsewhere = await people.member(owner, 'viewer', { projectIds: [other.id] });
  const [key = '', second = ''] = project.keyIds;
  return { owner, organization, project, other, ada, ben, elsewhere, key, second, api: project.api };
}

async function comment(by: Pick<GivenPerson, 'post'>, key: string, body: object): Promise<Json> {
  const { status, body: answer } = await by.post(`keys/${key}/comments`, body);
  expect({ status, answer }).toMatchObject({ status: 201 });
  return answer.comment;
}

async function inboxOf(person: Pick<GivenPerson, 'get'>, query = ''): Promise<Json> {
  const { status, body } = await person.get(`inbox${query}`);
  expect(status).toBe(200);
  return body;
}
const itemsOf = async (person: Pick<GivenPerson, 'get'>, query = ''): Promise<[kind: string, text: string][]> =>
  (await inboxOf(person, query)).items.map(({ kind, comment: { text } }: Json) => [kind, text]);

describe('the inbox of a person', () => {
  it('has the comments that mention the person, and replies in own discussions, the newest first', async () => {
    const { ada, ben, api, key, project } = await given();
    const mention = `@[${ada.personId}], is this a verb?`;
    const first = await comment(api, key, { text: mention, language: 'de' });
    await comment(ada, key, { text: 'It is', replyTo: first.id });
    await comment(ben, key, { text: 'Sure?', replyTo: first.id });
    await comment(ben, key, { text: 'Another discussion' });
    expect(await itemsOf(ada)).toEqual([
      ['reply', 'Sure?'],
      ['mention', mention],
    ]);
    expect(await itemsOf(ben)).toEqual([]);
    const { items, unread, nextCursor } = await inboxOf(ada, '?limit=1');
    expect(items).toEqual([
      {
        ...{
          id: items[0].id,
          kind: 'reply',
          read: false,
          projectId: project.id,
          projectName: 'Web shop',
          keyName: 'a',
        },
        comment: expect.objectContaining({ text: 'Sure?', keyId: key, replyTo: first.id }),
      },
    ]);
    expect(unread).toEqual({ mentions: 1, replies: 1, assignments: 0, invitations: 0 });
    expect(await itemsOf(ada, `?limit=1&cursor=${nextCursor}`)).toEqual([['mention', mention]]);
  });

  it('has a comment once: a mention in a reply is a mention, also one that is added later', async () => {
    const { ada, ben, key } = await given();
    const first = await comment(ada, key, { text: 'Mine' });
    const text = `Yes, @[${ada.personId}]`;
    await comment(ben, key, { text, replyTo: first.id });
    const { id } = await comment(ben, key, { text: 'Or no', replyTo: first.id });
    await ben.patch(`comments/${id}`, { text: `Or no, @[${ada.personId}]` });
    expect(await itemsOf(ada)).toEqual([
      ['mention', `Or no, @[${ada.personId}]`],
      ['mention', text],
    ]);
  });

  it('has nothing new if an older comment in the discussion mentions another person later', async () => {
    const { ada, ben, owner, key } = await given();
    const first = await comment(owner, key, { text: 'A question' });
    const { id } = await comment(owner, key, { text: 'Nobody?', replyTo: first.id });
    await comment(ada, key, { text: 'Me', replyTo: first.id });
    const text = `Nobody, @[${ben.personId}]?`;
    expect((await owner.patch(`comments/${id}`, { text })).status).toBe(200);
    expect(await itemsOf(ada)).toEqual([]);
    expect(await itemsOf(ben)).toEqual([['mention', text]]);
  });

  it('has no own comments', async () => {
    const { ada, key } = await given();
    const { id } = await comment(ada, key, { text: `Note to @[${ada.personId}]` });
    await comment(ada, key, { text: 'More', replyTo: id });
    expect(await itemsOf(ada)).toEqual([]);
  });

  it('is read up to an item, of one key or of all', async () => {
    const { ada, ben, key, second } = await given();
    const text = (name: string): string => `@[${ada.personId}] ${name}`;
    await comment(ben, key, { text: text('1') });
    await comment(ben, second, { text: text('2') });
    const { items } = await inboxOf(ada);
    await comment(ben, key, { text: text('3') });
    const read = async (body: object): Promise<Json> => {
      const { status, body: answer } = await ada.put('inbox/read', body);
      expect(status).toBe(200);
      return answer.unread;
    };
    expect(await read({ until: items[0].id, keyId: key })).toEqual({
      mentions: 2,
      replies: 0,
      assignments: 0,
      invitations: 0,
    });
    expect(await itemsOf(ada, '?unread=true')).toEqual([
      ['mention', text('3')],
      ['mention', text('2')],
    ]);
    expect(await read({ until: items[0].id })).toEqual({ mentions: 1, replies: 0, assignments: 0, invitations: 0 });
    expect((await inboxOf(ada)).items.map((item: Json) => item.read)).toEqual([false, true, true]);
    expect((await ben.put('inbox/read', { until: items[0].id })).body.unread).toEqual({
      mentions: 0,
      replies: 0,
      assignments: 0,
      invitations: 0,
    });
    expect((await inboxOf(ada)).unread).toEqual({ mentions: 1, replies: 0, assignments: 0, invitations: 0 });
    expect((await ada.put('inbox/read', {})).status).toBe(400);
  });

  it('has nothing of projects out of reach, deleted keys and deleted comments', async () => {
    const { owner, ada, ben, other, key, second, api } = await given();
    const mention = { text: `@[${ada.personId}]` };
    const first = await comment(ben, key, mention);
    await comment(owner, key, { text: 'A reply', replyTo: first.id });
    await ben.delete(`comments/${first.id}`);
    expect(await itemsOf(ada)).toEqual([]);
    await comment(ben, second, mention);
    const { headers } = await api.delete(`keys/${second}`);
    expect((await inboxOf(ada)).unread).toEqual({ mentions: 0, replies: 0, assignments: 0, invitations: 0 });
    await api.post(
      `projects/${(await api.get('projects')).body.projects[0].id}/changes/${headers.get('x-glossa-revision')}/undo`,
    );
    expect(await itemsOf(ada)).toEqual([['mention', mention.text]]);

    const { members } = (await owner.get('members')).body;
    const { id } = members.find(({ person }: Json) => person.id === ada.personId);
    expect((await owner.patch(`members/${id}`, { projectIds: [other.id] })).status).toBe(200);
    expect(await inboxOf(ada)).toEqual({
      items: [],
      unread: { mentions: 0, replies: 0, assignments: 0, invitations: 0 },
      nextCursor: null,
    });
    await comment(ben, key, { text: 'For nobody' });
  });

  it('goes with the account', async () => {
    const { ada, ben, key } = await given();
    await comment(ben, key, { text: `@[${ada.personId}]` });
    expect((await ada.delete('me')).status).toBe(200);
    const left = await running.app.get(Database).rows('SELECT FROM inbox_items WHERE person_id = $1', [ada.personId]);
    expect(left).toEqual([]);
    expect((await ben.get(`keys/${key}/comments`)).body.comments[0].mentions[0].name).toBe('removed person');
  });

  it('is of persons only', async () => {
    const { api } = await given();
    expect((await api.get('inbox')).body.code).toBe('person_required');
  });
});

it('lists the persons who can be mentioned in a project: the members who see it', async () => {
  const { owner, ada, ben, elsewhere, project } = await given();
  await ada.patch('me', { name: 'Ada' });
  const { persons } = (await ben.get(`projects/${project.id}/persons`)).body;
  const ids = persons.map(({ id }: Json) => id);
  expect(ids.sort()).toEqual([owner.personId, ada.personId, ben.personId].sort());
  expect(persons).toContainEqual({ id: ada.personId, name: 'Ada' });
  expect((await elsewhere.get(`projects/${project.id}/persons`)).status).toBe(403);
});
