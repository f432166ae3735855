import { v7 as uuidv7 } from 'uuid';
import { Database } from '../src/database/database';
import { type Attempt, DeliveryQueue } from '../src/webhooks/delivery-queue';
import { Dispatcher } from '../src/webhooks/dispatcher';
import { DeliveryExpiry, KEPT_DELIVERIES } from '../src/webhooks/expiry';
import { runToEnd } from './support/jobs';
import { Receiver, until } from './support/receiver';
import { type Replicas, startReplicas } from './support/replicas';
import { type RunningApp, startApp } from './support/start-app';
import { testDatabase } from './support/test-database';
import { passTime } from './support/webhook-time';
import { createKey, delivered, deliveriesOf, givenWebhook } from './support/webhooks';

const DAY_MS = 86_400_000;
const SETTINGS = { webhookPrivateAddresses: true };

let receiver: Receiver;
beforeEach(async () => (receiver = await Receiver.start()));
afterEach(() => receiver.close());

describe('two replicas', () => {
  let replicas: Replicas;
  beforeAll(async () => (replicas = await startReplicas(SETTINGS)));
  afterAll(() => replicas.close());

  it('send each message once, in order, though both poll all the time', async () => {
    const { one, other } = replicas;
    const projects = await Promise.all([1, 2, 3, 4].map(() => givenWebhook(one, receiver)));
    const polling = setInterval(() => [one, other].forEach(({ app }) => app.get(Dispatcher).wake()), 1);
    try {
      for (let i = 0; i < 10; i++) {
        await Promise.all(
          projects.map(({ id, organization }) => {
            const replica = i % 2 ? one : other;
            return createKey(replica.operator.as(organization.secret), id);
          }),
        );
      }
      await receiver.received(40);
      for (const { api, webhook } of projects) await delivered(api, webhook);
    } finally {
      clearInterval(polling);
    }
    expect(receiver.messages).toHaveLength(40);
    for (const { id } of projects) {
      const revisions = receiver.messages.flatMap(({ payload: { data } }) =>
        data.projectId === id ? [data.revision] : [],
      );
      expect(revisions).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    }
  });

  it('send again what a replica has taken and not finished, which then does not record its result', async () => {
    const { one } = replicas;
    const { id, api, webhook } = await givenWebhook(one, receiver);
    await api.patch(`webhooks/${webhook.id}`, { url: 'http://127.0.0.1:9/' });
    await createKey(api, id);
    await until(async () => (await deliveriesOf(api, webhook))[0].attempts === 1);
    const [delivery] = await deliveriesOf(api, webhook);
    // In one statement, since the replicas poll every 2 s.
    const lease = uuidv7();
    await one.app.get(Database).rows(
      `UPDATE webhooks SET url = $2, retry_at = now(), due_at = now(), lease = $3, leased_until = now() + interval '30 s'
       WHERE id = $1`,
      [webhook.id, receiver.url, lease],
    );
    const taken = { lease, webhookId: webhook.id, deliveryId: delivery.id, requestedAt: null } as Attempt;
    one.app.get(Dispatcher).wake();
    expect((await deliveriesOf(api, webhook))[0].status).toBe('pending');
    await passTime(one, 31);
    await receiver.received(1);
    await delivered(api, webhook);
    await one.app.get(DeliveryQueue).finish(taken, { responseStatus: 500, error: 'status', isResponsive: true });
    expect((await deliveriesOf(api, webhook))[0]).toMatchObject({ status: 'delivered', attempts: 2, error: null });
  });
});

describe('a replica that is closed', () => {
  it('gives back what it has not finished, so that another sends it at once', async () => {
    const database = await testDatabase();
    const closed = await startApp(SETTINGS, database.location);
    const { id, api, organization, webhook } = await givenWebhook(closed, receiver);
    receiver.answer = () => undefined;
    await createKey(api, id);
    await receiver.received(1);
    await closed.close();
    expect(receiver.open).toBe(0);

    receiver.answerWith(204);
    const next = await startApp(SETTINGS, database.location);
    try {
      await receiver.received(2);
      const client = next.operator.as(organization.secret);
      await delivered(client, webhook);
      // The attempt that was cut off has no result.
      expect((await deliveriesOf(client, webhook))[0].attempts).toBe(1);
    } finally {
      await next.close();
      await database.drop();
    }
  });

  it('finishes what its receiver answers in time', async () => {
    const database = await testDatabase();
    const closed = await startApp(SETTINGS, database.location);
    const { id, api, webhook } = await givenWebhook(closed, receiver);
    let answer: (() => void) | undefined;
    receiver.answer = (response) => (answer = () => void response.writeHead(204).end());
    await createKey(api, id);
    await receiver.received(1);
    const { app } = closed;
    const end = app.get(Dispatcher).beforeApplicationShutdown();
    answer?.();
    await end;
    expect((await deliveriesOf(api, webhook)).map(({ status }) => status)).toEqual(['delivered']);
    await closed.close();
    await database.drop();
  });
});

describe('old deliveries', () => {
  let service: RunningApp;
  beforeAll(async () => (service = await startApp(SETTINGS)));
  afterAll(() => service.close());

  /** Adds deliveries of a webhook, the first that many days old and the others a second younger each. */
  const addDeliveries = (webhookId: string, count: number, days: number) =>
    service.app.get(Database).rows(
      `WITH w AS (UPDATE webhooks SET last_number = last_number + $2::int WHERE id = $1 RETURNING last_number)
       INSERT INTO webhook_deliveries (id, webhook_id, number, event, data, queued)
       SELECT ids.id, $1, w.last_number - $2::int + ids.place, 'project.changed', '{}', true
       FROM w, unnest($3::uuid[]) WITH ORDINALITY AS ids (id, place)`,
      [
        webhookId,
        count,
        Array.from({ length: count }, (_, i) => uuidv7({ msecs: Date.now() - days * DAY_MS + i * 1_000 })),
      ],
    );

  const expire = (): Promise<void> => runToEnd(service.app.get(DeliveryExpiry));

  const countOf = async (webhookId: string): Promise<[number, number]> => {
    const [found] = await service.app
      .get(Database)
      .rows<{ count: number; first: number }>(
        'SELECT count(*)::int AS count, min(number)::int AS first FROM webhook_deliveries WHERE webhook_id = $1',
        [webhookId],
      );
    return [found!.count, found!.first];
  };

  it('are removed after 14 days, also from the queue of a paused webhook', async () => {
    const { api, webhook } = await givenWebhook(service, receiver);
    await api.patch(`webhooks/${webhook.id}`, { paused: true });
    await addDeliveries(webhook.id, 1_200, 15);
    await addDeliveries(webhook.id, 3, 13);
    await expire();
    expect(await countOf(webhook.id)).toEqual([3, 1_201]);
  });

  it('are removed beyond the last 10,000 of a webhook', async () => {
    const { api, webhook } = await givenWebhook(service, receiver);
    const other = await givenWebhook(service, receiver);
    await api.patch(`webhooks/${webhook.id}`, { paused: true });
    await other.api.patch(`webhooks/${other.webhook.id}`, { paused: true });
    await addDeliveries(webhook.id, KEPT_DELIVERIES + 700, 1);
    await addDeliveries(other.webhook.id, 10, 1);
    await expire();
    expect(await countOf(webhook.id)).toEqual([KEPT_DELIVERIES, 701]);
    expect(await countOf(other.webhook.id)).toEqual([10, 1]);
  });
});
