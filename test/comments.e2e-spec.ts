import { Database } from '../src/database/database';
import { CommentExpiry } from '../src/comments/comment-expiry';
import type { Scope } from '../src/common/access/scope';
import type { Json } from './support/client';
import { GivenPeople } from './support/people';
import { Receiver } from './support/receiver';
import { type RunningApp, startApp } from './support/start-app';

let running: RunningApp;
let people: GivenPeople;
beforeAll(async () => {
  running = await startApp({ webhookPrivateAddresses: true, historyDays: 30 });
  people = new GivenPeople(running);
});
afterAll(() => running.close());

const KEYS = ['a', 'b', 'c'].map((name) => ({ name, value: name, translations: { de: name } }));

/** Creates an organization with an owner, a translator of a project with three keys, and an API key. */
async function given() {
  const owner = await people.owner();
  const { organization } = owner;
  const project = await running.given.project({ organization, targetLanguages: ['de', 'fr'], keys: KEYS });
  const translator = await people.member(owner, 'translator', { projectIds: [project.id], languages: ['de'] });
  const [key = '', second = '', third = ''] = project.keyIds;
  return { owner, organization, project, translator, key, second, third, api: project.api };
}
type Given = Awaited<ReturnType<typeof given>>;

interface Sender {
  post(path: string, json: object): Promise<{ status: number; body: Json }>;
}

async function comment(by: Sender, key: string, body: object): Promise<Json> {
  const { status, body: answer } = await by.post(`keys/${key}/comments`, body);
  expect({ status, answer }).toMatchObject({ status: 201 });
  return answer.comment;
}

const commentsOf = async ({ api }: Pick<Given, 'api'>, key: string): Promise<Json[]> => {
  const { status, body } = await api.get(`keys/${key}/comments`);
  expect([status, body.nextCursor]).toEqual([200, null]);
  return body.comments;
};
const textsOf = async (of: Pick<Given, 'api'>, key: string): Promise<string[]> =>
  (await commentsOf(of, key)).map(({ text }) => text);

describe('comments on a key', () => {
  it('are written by persons and API keys, in any language, and listed with the oldest first', async () => {
    const place = await given();
    const { translator, api, key } = place;
    const first = await comment(translator, key, { text: 'Is this a\nverb? 🙂', language: 'fr' });
    const { name } = (await translator.get('me')).body.person;
    expect(first).toEqual({
      ...{ id: first.id, keyId: key, replyTo: null, language: 'fr', text: 'Is this a\nverb? 🙂', mentions: [] },
      ...{ person: { id: translator.personId, name }, apiKey: null, createdAt: first.createdAt, editedAt: null },
      ...{ deleted: false, resolved: false },
    });
    const second = await comment(api, key, { text: 'The build says so' });
    expect(second).toMatchObject({ language: null, person: null, apiKey: { name: expect.any(String) } });
    expect(await commentsOf(place, key)).toEqual([first, second]);
    expect(await commentsOf(place, place.second)).toEqual([]);
  });

  it('are listed in pages', async () => {
    const { translator, api, key } = await given();
    for (const text of ['1', '2', '3']) await comment(translator, key, { text });
    const first = (await api.get(`keys/${key}/comments?limit=2`)).body;
    expect(first.comments.map(({ text }: Json) => text)).toEqual(['1', '2']);
    const next = (await api.get(`keys/${key}/comments?limit=2&cursor=${first.nextCursor}`)).body;
    expect([next.comments.map(({ text }: Json) => text), next.nextCursor]).toEqual([['3'], null]);
    expect((await api.get(`keys/${key}/comments?cursor=nothing`)).status).toBe(400);
  });

  it.each([
    ['no text', {}, '/text', 'required'],
    ['white space only', { text: ' \n' }, '/text', 'too_short'],
    ['more than 10,000 characters', { text: 'a'.repeat(10_001) }, '/text', 'too_long'],
    ['U+0000', { text: 'a\0b' }, '/text', 'invalid_character'],
    ['a language that the project does not have', { text: 'a', language: 'ja' }, '/language', 'unknown_language'],
    ['a reply to no id', { text: 'a', replyTo: '1' }, '/replyTo', 'invalid_format'],
    ['an unknown field', { text: 'a', key: 'b' }, '/key', 'unknown_field'],
  ])('are refused with %s', async (_, body, pointer, code) => {
    const { api, key } = await given();
    const { status, body: problem } = await api.post(`keys/${key}/comments`, body);
    expect([status, problem.errors]).toEqual([400, [expect.objectContaining({ pointer, code })]]);
  });

  it('are at most 1,000', async () => {
    const { api, key, project } = await given();
    await running.app.get(Database).rows(
      `INSERT INTO comments (id, project_id, key_id, thread_id, text, mentions, api_key_name)
       SELECT id, $1, $2, id, 'a', '{}', '' FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, 997)) g`,
      [project.id, key],
    );
    const together = Array.from({ length: 8 }, () => api.post(`keys/${key}/comments`, { text: 'One of the last' }));
    const statuses = (await Promise.all(together)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 201, 201, 400, 400, 400, 400, 400]);
    const refused = await api.post(`keys/${key}/comments`, { text: 'One more' });
    expect([refused.status, refused.body.code]).toEqual([400, 'limit_exceeded']);
  });

  it('are written once with an Idempotency-Key', async () => {
    const place = await given();
    const call = { headers: { 'Idempotency-Key': `"${place.key}"` } };
    const send = () => place.api.post(`keys/${place.key}/comments`, { text: 'Once' }, call);
    const [first, again] = [await send(), await send()];
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await textsOf(place, place.key)).toEqual(['Once']);
  });
});

describe('a comment', () => {
  it('is changed by its author only, and says when', async () => {
    const place = await given();
    const { translator, owner, api, key } = place;
    const { id } = await comment(translator, key, { text: 'Is this a verb?' });
    for (const other of [owner, api]) {
      const refused = await other.patch(`comments/${id}`, { text: 'Mine' });
      expect([refused.status, refused.body.code]).toEqual([403, 'not_author']);
    }
    const { body } = await translator.patch(`comments/${id}`, { text: 'Is it a noun?' });
    expect(body.comment).toMatchObject({ text: 'Is it a noun?', editedAt: expect.any(String) });
    expect((await translator.patch(`comments/${id}`, {})).status).toBe(400);
    const own = await comment(api, key, { text: 'By an API key' });
    expect((await api.patch(`comments/${own.id}`, { text: 'Changed' })).body.comment.text).toBe('Changed');
    const other = await running.given.apiKey({ organization: place.organization });
    expect((await other.api.patch(`comments/${own.id}`, { text: 'Mine' })).status).toBe(403);
  });

  it('is deleted by its author, or by who manages members', async () => {
    const place = await given();
    const { owner, translator, key } = place;
    const colleague = await people.member(owner, 'translator');
    const [one, other] = [
      await comment(translator, key, { text: 'one' }),
      await comment(translator, key, { text: 'other' }),
    ];
    expect((await colleague.delete(`comments/${one.id}`)).body.code).toBe('not_author');
    expect((await translator.delete(`comments/${one.id}`)).body).toEqual({ deleted: true });
    expect((await translator.delete(`comments/${one.id}`)).body.code).toBe('comment_not_found');
    expect((await owner.delete(`comments/${other.id}`)).body).toEqual({ deleted: true });
    expect(await commentsOf(place, key)).toEqual([]);
  });

  it('is deleted by an API key that manages members, which neither writes nor changes one', async () => {
    const place = await given();
    const { organization, translator, key } = place;
    const { id } = await comment(translator, key, { text: 'A comment' });
    const withScopes = async (...scopes: Scope[]) => (await running.given.apiKey({ organization, scopes })).api;
    const manager = await withScopes('projects:read', 'translations:read', 'members:manage');
    for (const refused of [
      await manager.post(`keys/${key}/comments`, { text: 'Mine' }),
      await manager.patch(`comments/${id}`, { resolved: true }),
      await (await withScopes('projects:read', 'translations:read')).delete(`comments/${id}`),
    ])
      expect([refused.status, refused.body.code]).toEqual([403, 'missing_scope']);
    expect((await manager.delete(`comments/${id}`)).body).toEqual({ deleted: true });
    expect(await commentsOf(place, key)).toEqual([]);
  });

  it('is neither seen nor changed out of reach', async () => {
    const [place, foreign] = [await given(), await given()];
    const { id } = await comment(place.api, place.key, { text: 'A comment' });
    const other = await running.given.project({ organization: place.organization, keys: KEYS.slice(0, 1) });
    const { id: hidden } = await comment(place.api, other.keyIds[0] ?? '', { text: 'Another project' });
    for (const [caller, unseen] of [
      [foreign.api, id],
      [place.translator, hidden],
    ] as const) {
      for (const refused of [
        await caller.patch(`comments/${unseen}`, { resolved: true }),
        await caller.delete(`comments/${unseen}`),
      ]) {
        expect([refused.status, refused.body.code]).toEqual([404, 'comment_not_found']);
      }
    }
    expect((await foreign.api.get(`keys/${place.key}/comments`)).body.code).toBe('key_not_found');
    expect((await foreign.api.post(`keys/${place.key}/comments`, { text: 'a' })).body.code).toBe('key_not_found');
  });

  it('is not written by a viewer', async () => {
    const { owner, key } = await given();
    const viewer = await people.member(owner, 'viewer');
    expect((await viewer.get(`keys/${key}/comments`)).status).toBe(200);
    expect((await viewer.post(`keys/${key}/comments`, { text: 'a' })).body.code).toBe('missing_scope');
  });

  it('keeps its place without text and author while there are replies', async () => {
    const place = await given();
    const { translator, owner, key } = place;
    const first = await comment(translator, key, { text: 'Is this a verb?' });
    const reply = await comment(owner, key, { text: 'Yes', replyTo: first.id });
    const last = await comment(translator, key, { text: 'Thanks', replyTo: reply.id });
    expect([reply.replyTo, last.replyTo]).toEqual([first.id, first.id]);
    await translator.delete(`comments/${first.id}`);
    expect(await commentsOf(place, key)).toEqual([
      expect.objectContaining({ id: first.id, text: '', person: null, deleted: true }),
      reply,
      last,
    ]);
    for (const refused of [
      await translator.patch(`comments/${first.id}`, { text: 'Back' }),
      await translator.delete(`comments/${first.id}`),
    ]) {
      expect(refused.body.code).toBe('comment_not_found');
    }
    await translator.delete(`comments/${last.id}`);
    expect(await textsOf(place, key)).toEqual(['', 'Yes']);
    await owner.delete(`comments/${reply.id}`);
    expect(await textsOf(place, key)).toEqual([]);
  });

  it('cannot reply to a comment on another key', async () => {
    const { api, key, second } = await given();
    const { id } = await comment(api, key, { text: 'a' });
    const { status, body } = await api.post(`keys/${second}/comments`, { text: 'b', replyTo: id });
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ pointer: '/replyTo', code: 'not_found' })]]);
  });
});

describe('a discussion', () => {
  it('is resolved and opened again by whoever comments, at any of its comments', async () => {
    const place = await given();
    const { translator, api, key } = place;
    const first = await comment(translator, key, { text: 'Is this a verb?' });
    const reply = await comment(api, key, { text: 'Yes', replyTo: first.id });
    const resolved = async () => (await commentsOf(place, key)).map((each) => each.resolved);
    expect((await api.patch(`comments/${reply.id}`, { resolved: true })).body.comment.resolved).toBe(true);
    expect(await resolved()).toEqual([true, true]);
    expect((await translator.patch(`comments/${first.id}`, { resolved: false })).body.comment.resolved).toBe(false);
    expect(await resolved()).toEqual([false, false]);
  });

  it('that is open selects its key in lists and bulk changes', async () => {
    const { translator, api, project, key, second, third } = await given();
    const ofKey = await comment(translator, key, { text: 'About the key' });
    await comment(translator, second, { text: 'About German', language: 'de' });
    const reply = await comment(translator, third, { text: 'Resolved', language: 'de' });
    await comment(translator, third, { text: 'A reply', replyTo: reply.id });
    await api.patch(`comments/${reply.id}`, { resolved: true });
    const names = async (query: string): Promise<string[]> => {
      const { status, body } = await api.get(`projects/${project.id}/keys?openComments=true${query}`);
      expect(status).toBe(200);
      return body.keys.map(({ name }: Json) => name);
    };
    expect(await names('')).toEqual(['a', 'b']);
    expect(await names('&sort=-updatedAt')).toEqual(['b', 'a']);
    expect(await names('&language=de')).toEqual(['a', 'b']);
    expect(await names('&language=fr')).toEqual(['a']);
    expect(await names('&language=fr&namespace=')).toEqual(['a']);
    const total = async (): Promise<number> =>
      (await api.get(`projects/${project.id}/keys?openComments=true&total=true&limit=1`)).body.total;
    expect(await total()).toBe(2);
    await api.patch(`comments/${ofKey.id}`, { resolved: true });
    expect(await names('')).toEqual(['b']);
    expect(await total()).toBe(1);
    const bulk = { filter: { openComments: true }, action: 'changeTags', addTags: ['discussed'] };
    expect((await api.post(`projects/${project.id}/bulk`, bulk)).status).toBe(200);
    const tagged = (await api.get(`projects/${project.id}/keys?tag=discussed`)).body.keys;
    expect(tagged.map(({ name }: Json) => name)).toEqual(['b']);
  });
});

describe('the comments on a key that is deleted', () => {
  it('are hidden, are there again after the deletion is undone, and go with the history', async () => {
    const place = await given();
    const { api, project, key, second } = place;
    const { id } = await comment(api, key, { text: 'Come back' });
    await comment(api, second, { text: 'Stays' });
    const { headers } = await api.delete(`keys/${key}`);
    const revision = headers.get('x-glossa-revision');
    expect((await api.get(`keys/${key}/comments`)).status).toBe(404);
    expect((await api.patch(`comments/${id}`, { resolved: true })).status).toBe(404);
    const filtered = await api.get(`projects/${project.id}/keys?openComments=true`);
    expect(filtered.body.keys.map(({ name }: Json) => name)).toEqual(['b']);
    await expire();
    expect((await api.post(`projects/${project.id}/changes/${revision}/undo`)).status).toBe(200);
    expect(await textsOf(place, key)).toEqual(['Come back']);

    await api.delete(`keys/${key}`);
    await running.app.get(Database).rows('DELETE FROM keys_history WHERE id = $1', [key]);
    await expire();
    const left = await running.app.get(Database).rows('SELECT text FROM comments WHERE project_id = $1', [project.id]);
    expect(left).toEqual([{ text: 'Stays' }]);
  });

  it('go with the project', async () => {
    const { api, project, key } = await given();
    await comment(api, key, { text: 'a' });
    expect((await api.delete(`projects/${project.id}`)).status).toBe(200);
    expect(await running.app.get(Database).rows('SELECT FROM comments WHERE project_id = $1', [project.id])).toEqual(
      [],
    );
  });

  async function expire(): Promise<void> {
    for await (const removed of running.app.get(CommentExpiry).run()) expect(removed).toBeLessThan(2);
  }
});

describe('a mention', () => {
  it('is of a member who sees the project, with the name as it is now', async () => {
    const { owner, translator, organization, api, key } = await given();
    const text = `@[${translator.personId.toUpperCase()}] and @[${translator.personId}], see @[nobody]`;
    const written = await comment(api, key, { text });
    expect([written.text, written.mentions.map(({ id }: Json) => id)]).toEqual([text, [translator.personId]]);
    await translator.patch('me', { name: 'Ada' });
    expect((await commentsOf({ api }, key))[0].mentions).toEqual([{ id: translator.personId, name: 'Ada' }]);

    const elsewhere = await running.given.project({ organization });
    const other = await people.member(owner, 'translator', { projectIds: [elsewhere.id] });
    const foreign = await people.owner();
    for (const { personId } of [other, foreign]) {
      for (const refused of [
        await api.post(`keys/${key}/comments`, { text: `@[${personId}]` }),
        await api.patch(`comments/${written.id}`, { text: `@[${personId}]` }),
      ]) {
        expect([refused.status, refused.body.errors]).toEqual([
          400,
          [expect.objectContaining({ pointer: '/text', code: 'not_found' })],
        ]);
      }
    }
  });

  it('of a person who left stays when the text is changed, and names nobody after the account is removed', async () => {
    const { owner, translator, api, key } = await given();
    const { id } = await comment(api, key, { text: `@[${translator.personId}] ?` });
    const own = await comment(translator, key, { text: 'Mine' });
    const { members } = (await owner.get('members')).body;
    const { id: member } = members.find(({ person }: Json) => person.id === translator.personId);
    expect((await owner.delete(`members/${member}`)).status).toBe(200);
    const changed = await api.patch(`comments/${id}`, { text: `@[${translator.personId}] !` });
    expect([changed.status, changed.body.comment.mentions.length]).toEqual([200, 1]);
    await running.app
      .get(Database)
      .rows(`UPDATE persons SET name = 'removed person', email = NULL WHERE id = $1`, [translator.personId]);
    const named = (await commentsOf({ api }, key)).map(({ person, mentions }) => [person?.name, mentions[0]?.name]);
    expect(named).toEqual([
      [undefined, 'removed person'],
      ['removed person', undefined],
    ]);
    expect(own.person.name).not.toBe('removed person');
  });

  it('is one of at most 20 in a comment', async () => {
    const { api, key } = await given();
    const text = Array.from(
      { length: 21 },
      (_, index) => `@[00000000-0000-7000-8000-${String(index).padStart(12, '0')}]`,
    );
    const { body } = await api.post(`keys/${key}/comments`, { text: text.join(' ') });
    expect(body.errors).toEqual([expect.objectContaining({ pointer: '/text', code: 'too_many' })]);
  });
});

it('is told to webhooks', async () => {
  const receiver = await Receiver.start();
  try {
    const { api, project, translator, key } = await given();
    await api.post(`projects/${project.id}/webhooks`, { url: receiver.url, events: ['comment.created'] });
    const written = await comment(translator, key, { text: 'Is this a verb?', language: 'de' });
    const [message] = await receiver.received(1);
    expect(message?.payload).toEqual({
      type: 'comment.created',
      timestamp: written.createdAt,
      data: {
        ...{ projectId: project.id, keyId: key, keyName: 'a', commentId: written.id, replyTo: null },
        ...{ language: 'de', text: 'Is this a verb?', apiKey: null, person: written.person },
      },
    });
  } finally {
    await receiver.close();
  }
});
