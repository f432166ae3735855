import { Database } from '../src/database/database';
import type * as RetrySchedule from '../src/webhooks/retry-schedule';
import type { Json } from './support/client';
import { Receiver, until } from './support/receiver';
import { type RunningApp, startApp } from './support/start-app';
import { passTime } from './support/webhook-time';
import { attempted, createKey, delivered, deliveriesOf, givenWebhook } from './support/webhooks';

// An hour, so that a delivery that failed is not attempted again before a test has checked it.
jest.mock('../src/webhooks/retry-schedule', () => ({
  ...jest.requireActual<typeof RetrySchedule>('../src/webhooks/retry-schedule'),
  retryDelay: () => 3_600_000,
}));

let service: RunningApp;
let receiver: Receiver;
const receivers: Receiver[] = [];

beforeAll(async () => (service = await startApp({ webhookPrivateAddresses: true })));
afterAll(() => service.close());
beforeEach(async () => (receiver = await newReceiver()));
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((each) => each.close()));
});

async function newReceiver(): Promise<Receiver> {
  const started = await Receiver.start();
  receivers.push(started);
  return started;
}

describe('a webhook', () => {
  it('is notified of a change, with a signature that the package standardwebhooks verifies', async () => {
    const { id, api, webhook } = await givenWebhook(service, receiver);
    await api.post(`projects/${id}/keys`, { name: 'home.title', value: 'Hi', translations: { de: 'Hallo' } });
    const [message] = await receiver.received(1);

    const { changes } = (await api.get(`projects/${id}/changes`)).body;
    expect(Receiver.verify(message!, webhook.secret)).toEqual({
      type: 'project.changed',
      timestamp: changes[0].at,
      data: {
        projectId: id,
        revision: 1,
        action: 'key.create',
        apiKey: changes[0].apiKey,
        person: null,
        counts: changes[0].counts,
        languages: ['de', 'en'],
        import: null,
        undoes: null,
        undoesKeyId: null,
        restores: null,
        links: {
          change: `/api/v1/projects/${id}/changes/1`,
          translations: `/api/v1/projects/${id}/translations?since=0`,
        },
      },
    });
    expect(message!.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^Glossa\/\d/),
    });
    const { links } = message!.payload.data;
    expect((await api.get(links.change)).body.items).toHaveLength(3);
    expect((await api.get(links.translations)).body.translations.de).toEqual({ 'home.title': 'Hallo' });
  });

  it('gets a signature that another secret does not verify', async () => {
    const [{ id, api }, other] = [
      await givenWebhook(service, receiver),
      await givenWebhook(service, { url: 'http://127.0.0.1:9/' }),
    ];
    await createKey(api, id);
    const [message] = await receiver.received(1);
    expect(() => Receiver.verify(message!, other.webhook.secret)).toThrow('No matching signature');
  });

  it('is notified of an import, an undo and a restoration, and of what they refer to', async () => {
    const { id, api } = await givenWebhook(service, receiver);
    await api.send('POST', `projects/${id}/import?format=json&language=en&filename=en.json`, { body: '{"a":"A"}' });
    await api.post(`projects/${id}/changes/1/undo`, {});
    await api.post(`projects/${id}/restore`, { revision: 1 });
    const messages = await receiver.received(3);
    expect(messages.map(({ payload: { data } }) => [data.revision, data.action, data.undoes, data.restores])).toEqual([
      [1, 'import', null, null],
      [2, 'undo', 1, null],
      [3, 'restore', null, 1],
    ]);
    expect(messages[0]!.payload.data.import).toEqual({ fileName: 'en.json', format: 'json', languages: ['en'] });
  });

  it('is notified of every change in their order, each with an id of its own', async () => {
    const { id, api, webhook } = await givenWebhook(service, receiver);
    for (let i = 0; i < 15; i++) await createKey(api, id);
    const messages = await receiver.received(15);
    expect(messages.map(({ payload }) => payload.data.revision)).toEqual(Array.from({ length: 15 }, (_, i) => i + 1));
    expect(new Set(messages.map(({ headers }) => headers['webhook-id'])).size).toBe(15);
    await delivered(api, webhook);
  });

  it('is not notified of a write that changed nothing, of one that failed, nor of a change before its creation', async () => {
    const { id, api, keyIds } = await service.given.project({ keys: [{ name: 'a', value: 'A' }] });
    await api.post(`projects/${id}/webhooks`, { url: receiver.url });
    await api.put(`keys/${keyIds[0]}`, { value: 'A' });
    await api.post(`projects/${id}/keys/batch`, {
      create: [
        { name: 'b', value: 'B' },
        { name: 'a', value: 'A' },
      ],
    });
    await api.put(`keys/${keyIds[0]}`, { value: 'B' });
    const messages = await receiver.received(1);
    expect(messages.map(({ payload }) => payload.data.revision)).toEqual([2]);
  });

  it('is notified by one message for each webhook of the project, and of no other project', async () => {
    const { id, api } = await givenWebhook(service, receiver);
    const another = await newReceiver();
    await api.post(`projects/${id}/webhooks`, { url: another.url });
    const { body } = await api.post('projects', { name: 'Another', sourceLanguage: 'en' });
    await createKey(api, body.project.id);
    await createKey(api, id);
    for (const { messages } of [{ messages: await receiver.received(1) }, { messages: await another.received(1) }]) {
      expect(messages.map(({ payload }) => payload.data.projectId)).toEqual([id]);
    }
  });

  it('is notified of nothing after its deletion', async () => {
    const { id, api, webhook } = await givenWebhook(service, receiver);
    const another = await newReceiver();
    await api.post(`projects/${id}/webhooks`, { url: another.url });
    expect((await api.delete(`webhooks/${webhook.id}`)).body).toEqual({ deleted: true });
    await createKey(api, id);
    await another.received(1);
    expect(receiver.messages).toEqual([]);
    expect((await api.get(`webhooks/${webhook.id}`)).body).toMatchObject({ status: 404, code: 'webhook_not_found' });
  });
});

describe('POST /webhooks/:id/rotate', () => {
  it('signs with both secrets for a day, then with the new one', async () => {
    const { id, api, webhook } = await givenWebhook(service, receiver);
    const { status, body } = await api.post(`webhooks/${webhook.id}/rotate`);
    expect([status, body.webhook.secret === webhook.secret]).toEqual([200, false]);
    await createKey(api, id);
    const [message] = await receiver.received(1);
    for (const secret of [body.webhook.secret, webhook.secret]) Receiver.verify(message!, secret);

    await passTime(service, 24 * 3_600 + 1);
    await createKey(api, id);
    const [, later] = await receiver.received(2);
    Receiver.verify(later!, body.webhook.secret);
    expect(() => Receiver.verify(later!, webhook.secret)).toThrow('No matching signature');
  });
});

describe('the secret of a webhook', () => {
  it('is in the responses to its creation and rotation only', async () => {
    const { id, api, webhook } = await givenWebhook(service, receiver);
    expect(webhook).toEqual({
      id: expect.any(String),
      projectId: id,
      url: receiver.url,
      events: ['project.changed', 'translations.reviewed', 'checks.failed', 'release.published', 'comment.created'],
      paused: false,
      pauseReason: null,
      pausedAt: null,
      createdAt: expect.any(String),
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    const others = { ...webhook };
    delete others.secret;
    expect((await api.get(`webhooks/${webhook.id}`)).body).toEqual({ webhook: others });
    expect((await api.get(`projects/${id}/webhooks`)).body).toEqual({ webhooks: [others] });
    expect((await api.patch(`webhooks/${webhook.id}`, { paused: false })).body).toEqual({ webhook: others });
  });
});

describe('a secret that cannot be read', () => {
  /** Makes the secret of a webhook one that was encrypted with a key that the service does not have. */
  const makeUnreadable = ({ id }: { id: string }) =>
    service.app.get(Database).rows(`UPDATE webhooks SET secret = '\\x01'::bytea || secret WHERE id = $1`, [id]);

  it('makes deliveries fail, which are not sent, until it is rotated', async () => {
    const { id, api, webhook } = await givenWebhook(service, receiver);
    await makeUnreadable(webhook);
    await createKey(api, id);
    await attempted(api, webhook, 1);
    expect((await deliveriesOf(api, webhook))[0]).toMatchObject({
      status: 'pending',
      responseStatus: null,
      error: 'secret_unreadable',
    });
    expect(receiver.messages).toEqual([]);

    const { status, body } = await api.post(`webhooks/${webhook.id}/rotate`);
    expect(status).toBe(200);
    await api.post(`webhooks/${webhook.id}/test`);
    const [message] = await receiver.received(1);
    Receiver.verify(message!, body.webhook.secret);
    // The new secret alone signs: there is none before it that could.
    expect(message!.headers['webhook-signature']).toMatch(/^v1,[^ ]+$/);
  });
});

it('counts deliveries, and what waits, in the metrics', async () => {
  const own = await startApp({ webhookPrivateAddresses: true });
  try {
    const { id, api } = await own.given.project();
    const { body } = await api.post(`projects/${id}/webhooks`, { url: receiver.url });
    await createKey(api, id);
    await delivered(api, body.webhook);
    receiver.answerWith(500);
    await createKey(api, id);
    await createKey(api, id);
    await until(async () => (await deliveriesOf(api, body.webhook))[1].attempts === 1);
    const paused = (await api.post(`projects/${id}/webhooks`, { url: receiver.url })).body.webhook;
    await api.patch(`webhooks/${paused.id}`, { paused: true });
    await createKey(api, id);
    let metrics = '';
    // A scrape waits at most a second for what is in the queue.
    await until(async () => {
      metrics = (await own.anonymous.get('/metrics')).bytes.toString();
      return !metrics.includes('glossa_webhook_outbox_deliveries Nan\n');
    });
    expect(metrics).toContain('glossa_webhook_deliveries_total{result="succeeded"} 1\n');
    expect(metrics).toContain('glossa_webhook_deliveries_total{result="failed"} 1\n');
    expect(metrics).toContain('glossa_webhook_outbox_deliveries 3\n');
    expect(metrics).toMatch(/glossa_webhook_oldest_undelivered_seconds \d{1,2}\.\d+\n/);
    expect(metrics).toContain('glossa_webhooks_paused 0\n');
  } finally {
    await own.close();
  }
});

describe('access to webhooks', () => {
  const calls = (projectId: string, webhookId: string, deliveryId: string): [string, string, Json?][] => [
    ['GET', `projects/${projectId}/webhooks`],
    ['POST', `projects/${projectId}/webhooks`, { url: 'https://example.com/' }],
    ['GET', `webhooks/${webhookId}`],
    ['PATCH', `webhooks/${webhookId}`, { paused: true }],
    ['DELETE', `webhooks/${webhookId}`],
    ['POST', `webhooks/${webhookId}/test`],
    ['POST', `webhooks/${webhookId}/rotate`],
    ['GET', `webhooks/${webhookId}/deliveries`],
    ['POST', `deliveries/${deliveryId}/redeliver`],
  ];

  it('needs webhooks:manage, and a project within reach of the API key', async () => {
    const { id, api, organization, webhook } = await givenWebhook(service, receiver);
    await createKey(api, id);
    await delivered(api, webhook);
    const [delivery] = await deliveriesOf(api, webhook);
    const { body } = await api.post('projects', { name: 'Another', sourceLanguage: 'en' });
    const limited = await service.given.apiKey({ organization, projectIds: [body.project.id] });
    const reader = await service.given.apiKey({ organization, scopes: ['projects:read', 'translations:write'] });
    const stranger = await service.given.organization();
    for (const [method, path, json] of calls(id, webhook.id, delivery.id)) {
      expect([path, (await reader.api.send(method, path, { json })).body]).toEqual([
        path,
        expect.objectContaining({ code: 'missing_scope', scope: 'webhooks:manage' }),
      ]);
      const kind = /^[a-z]+/.exec(path)![0] as 'projects' | 'webhooks' | 'deliveries';
      const code = { projects: 'project_not_found', webhooks: 'webhook_not_found', deliveries: 'delivery_not_found' };
      for (const other of [limited.api, stranger.api]) {
        expect([path, (await other.send(method, path, { json })).body.code]).toEqual([path, code[kind]]);
      }
    }
    for (const [method, path, json] of calls('x', 'x', 'x')) {
      expect([path, (await api.send(method, path, { json })).status]).toEqual([path, 404]);
    }
    expect((await deliveriesOf(api, webhook))[0].attempts).toBe(1);
  });
});

describe('a webhook is refused', () => {
  it.each([
    ['without a URL', {}, '/url', 'required'],
    ['with a relative URL', { url: '/hook' }, '/url', 'invalid_format'],
    ['with another scheme', { url: 'ftp://example.com/' }, '/url', 'invalid_format'],
    ['with white space', { url: 'https://example.com/a b' }, '/url', 'invalid_format'],
    ['with a user name', { url: 'https://me@example.com/' }, '/url', 'not_allowed'],
    ['with a password', { url: 'https://:secret@example.com/' }, '/url', 'not_allowed'],
    ['with a fragment', { url: 'https://example.com/#a' }, '/url', 'not_allowed'],
    ['with a long URL', { url: `https://example.com/${'a'.repeat(2_048)}` }, '/url', 'too_long'],
    ['with a lone surrogate', { url: 'https://example.com/\ud800' }, '/url', 'invalid_character'],
    ['with an unknown event', { url: 'https://example.com/', events: ['key.created'] }, '/events', 'not_allowed'],
    ['without events', { url: 'https://example.com/', events: [] }, '/events', 'too_few'],
    ['with an unknown field', { url: 'https://example.com/', paused: true }, '/paused', 'unknown_field'],
  ])('%s', async (_, json, pointer, code) => {
    const { id, api } = await service.given.project();
    const { status, body } = await api.post(`projects/${id}/webhooks`, json);
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ pointer, code })]]);
  });

  it('if its host is never public, where the operator has not allowed private addresses', async () => {
    const own = await startApp();
    try {
      const { id, api } = await own.given.project();
      const { body } = await api.post(`projects/${id}/webhooks`, { url: 'https://example.com/' });
      for (const url of ['http://localhost/', 'https://10.0.0.1/']) {
        for (const answer of [
          await api.post(`projects/${id}/webhooks`, { url }),
          await api.patch(`webhooks/${body.webhook.id}`, { url }),
        ]) {
          expect([answer.status, answer.body.errors]).toEqual([
            400,
            [expect.objectContaining({ pointer: '/url', code: 'not_allowed', params: { reason: 'public_address' } })],
          ]);
        }
      }
      expect((await api.get(`projects/${id}/webhooks`)).body.webhooks).toEqual([
        expect.objectContaining({ url: 'https://example.com/' }),
      ]);
    } finally {
      await own.close();
    }
  });

  it('if the project has 20 webhooks', async () => {
    const { id, api } = await service.given.project();
    const create = () => api.post(`projects/${id}/webhooks`, { url: 'https://example.com/' });
    const statuses = await Promise.all(Array.from({ length: 22 }, async () => (await create()).status));
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect((await create()).body).toMatchObject({ status: 400, code: 'limit_exceeded' });
  });

  it('if the request has an Idempotency-Key, because the answer contains a secret', async () => {
    const { id, api } = await service.given.project();
    const headers = { 'idempotency-key': 'a' };
    const { body } = await api.post(`projects/${id}/webhooks`, { url: 'https://example.com/' }, { headers });
    expect(body).toMatchObject({ status: 400, errors: [{ parameter: 'Idempotency-Key' }] });
  });
});

it('refuses an empty change of a webhook', async () => {
  const { api, webhook } = await givenWebhook(service, receiver);
  expect((await api.patch(`webhooks/${webhook.id}`, {})).body.errors).toEqual([
    expect.objectContaining({ pointer: '', code: 'required' }),
  ]);
});
