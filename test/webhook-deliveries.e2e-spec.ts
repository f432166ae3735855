import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';
import { Database } from '../src/database/database';
import { type Attempt, DeliveryQueue } from '../src/webhooks/delivery-queue';
import { DeliveriesService } from '../src/webhooks/deliveries.service';
import { Dispatcher } from '../src/webhooks/dispatcher';
import type * as RetrySchedule from '../src/webhooks/retry-schedule';
import type { Webhook } from '../src/webhooks/webhook';
import { WebhooksService } from '../src/webhooks/webhooks.service';
import type { Json } from './support/client';
import { Receiver, until } from './support/receiver';
import { type RunningApp, startApp } from './support/start-app';
import { passTime } from './support/webhook-time';
import { attempted, createKey, delivered, deliveriesOf, givenWebhook } from './support/webhooks';

/** The delays between attempts are this many times as long, so that no delay ends while a test checks the state before its end. */
const mockLonger = 10;
jest.mock('../src/webhooks/retry-schedule', () => {
  const schedule = jest.requireActual<typeof RetrySchedule>('../src/webhooks/retry-schedule');
  return { ...schedule, retryDelay: (failures: number) => mockLonger * schedule.retryDelay(failures) };
});

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

describe('a delivery that fails', () => {
  it('is attempted again, before later ones', async () => {
    const { id, api, webhook } = await givenWebhook(service, receiver);
    receiver.answerWith(500);
    await createKey(api, id);
    await createKey(api, id);
    await attempted(api, webhook, 1);
    const [second, first] = await deliveriesOf(api, webhook);
    expect(first).toMatchObject({ status: 'pending', attempts: 1, responseStatus: 500, error: 'status' });
    expect(second).toMatchObject({ status: 'pending', attempts: 0, responseStatus: null, error: null });
    const wait = (Date.parse(first.nextAttemptAt) - Date.now()) / 1_000;
    expect(wait).toBeGreaterThan(mockLonger);
    expect(wait).toBeLessThan(mockLonger * 6);

    receiver.answerWith(200);
    await passTime(service, mockLonger * 6);
    const messages = await receiver.received(3);
    expect(messages.map(({ payload }) => payload.data.revision)).toEqual([1, 1, 2]);
    expect(messages[1]!.headers['webhook-id']).toBe(messages[0]!.headers['webhook-id']);
    expect(messages[1]!.body).toBe(messages[0]!.body);
    await delivered(api, webhook);
    expect((await deliveriesOf(api, webhook)).map(({ attempts, error }) => [attempts, error])).toEqual([
      [1, null],
      [2, null],
    ]);
  });

  it('is attempted with growing delays, and arrives when the receiver has been down for an hour', async () => {
    const { id, api, webhook } = await givenWebhook(service, receiver);
    await receiver.close();
    await createKey(api, id);
    const delays: number[] = [];
    for (let passed = 0, times = 1; passed < mockLonger * 3_600; times++) {
      await attempted(api, webhook, times);
      const [delivery] = await deliveriesOf(api, webhook);
      expect(delivery).toMatchObject({
        status: 'pending',
        attempts: times,
        responseStatus: null,
        error: 'unreachable',
      });
      const wait = (Date.parse(delivery.nextAttemptAt) - Date.now()) / 1_000;
      delays.push(wait);
      await passTime(service, Math.ceil(wait) + 1);
      passed += wait;
    }
    expect(delays.slice(0, 3).map((wait, i) => Math.abs(wait / mockLonger / [5, 30, 120][i]! - 1) < 0.5)).toEqual([
      true,
      true,
      true,
    ]);
    await receiver.listen();
    await passTime(service, mockLonger * 4_500);
    const [message] = await receiver.received(1);
    Receiver.verify(message!, webhook.secret);
    await delivered(api, webhook);
  });

  it('pauses the webhook after 24 hours, which says so, and goes on in order when it is resumed', async () => {
    const { id, api, webhook } = await givenWebhook(service, receiver);
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    const warnings = () => warn.mock.calls.filter(([text]) => String(text).startsWith(`webhook ${webhook.id} `));
    receiver.answerWith(503);
    await createKey(api, id);
    await attempted(api, webhook, 1);
    await passTime(service, 24 * 3_600 - 200);
    await attempted(api, webhook, 2);
    expect((await api.get(`webhooks/${webhook.id}`)).body.webhook.paused).toBe(false);
    // The last attempt is at the end of the 24 hours, although the delay is longer.
    const [{ nextAttemptAt }] = await deliveriesOf(api, webhook);
    expect(Date.parse(nextAttemptAt) - Date.now()).toBeLessThanOrEqual(200_000);
    expect(warnings()).toEqual([]);
    await passTime(service, 201);
    await attempted(api, webhook, 3);
    await until(() => warnings().length > 0);
    expect(warnings()).toEqual([[expect.stringContaining('is paused')]]);
    warn.mockRestore();
    const { body } = await api.get(`webhooks/${webhook.id}`);
    expect(body.webhook).toMatchObject({ paused: true, pauseReason: 'failing', pausedAt: expect.any(String) });
    const { pauseReason, pausedAt } = body.webhook;
    const again = await api.patch(`webhooks/${webhook.id}`, { paused: true });
    expect(again.body.webhook).toMatchObject({ pauseReason, pausedAt });

    await createKey(api, id);
    await passTime(service, 48 * 3_600);
    const [second, first] = await deliveriesOf(api, webhook);
    expect([first, second].map(({ status, attempts, nextAttemptAt }) => [status, attempts, nextAttemptAt])).toEqual([
      ['pending', 3, null],
      ['pending', 0, null],
    ]);

    receiver.answerWith(204);
    const resumed = await api.patch(`webhooks/${webhook.id}`, { paused: false });
    expect(resumed.body.webhook).toMatchObject({ paused: false, pauseReason: null, pausedAt: null });
    await delivered(api, webhook);
    expect(receiver.messages.map(({ payload }) => payload.data.revision)).toEqual([1, 1, 1, 1, 2]);
  });

  it('does not follow a redirect', async () => {
    const { id, api, webhook } = await givenWebhook(service, receiver);
    const target = await newReceiver();
    receiver.answer = (response) => void response.writeHead(307, { location: target.url }).end();
    await createKey(api, id);
    await attempted(api, webhook, 1);
    expect((await deliveriesOf(api, webhook))[0]).toMatchObject({ error: 'redirect', responseStatus: 307 });
    expect(target.messages).toEqual([]);
  });

  it('is not attempted earlier because other fields of the webhook change, or it is paused', async () => {
    const { id, api, webhook } = await givenWebhook(service, receiver);
    receiver.answerWith(500);
    await createKey(api, id);
    await attempted(api, webhook, 1);
    for (const change of [{ events: ['project.changed'] }, { paused: true }]) {
      await api.patch(`webhooks/${webhook.id}`, change);
      // The test message is sent by a later poll than that for the change.
      await api.post(`webhooks/${webhook.id}/test`);
      await until(async () => (await deliveriesOf(api, webhook))[0].status === 'failed');
    }
    expect((await deliveriesOf(api, webhook)).at(-1)).toMatchObject({ status: 'pending', attempts: 1 });
  });

  it('is not attempted by a paused webhook that is changed', async () => {
    const { id, api, webhook } = await givenWebhook(service, receiver);
    await api.patch(`webhooks/${webhook.id}`, { paused: true });
    await createKey(api, id);
    await api.patch(`webhooks/${webhook.id}`, { events: ['project.changed'] });
    // The test message is sent by a later poll than that for the change.
    await api.post(`webhooks/${webhook.id}/test`);
    const messages = await receiver.received(1);
    expect(messages.map(({ payload }) => payload.type)).toEqual(['webhook.test']);
  });

  it('is attempted at once at a new URL', async () => {
    const { id, api, webhook } = await givenWebhook(service, receiver);
    receiver.answerWith(500);
    await createKey(api, id);
    await attempted(api, webhook, 1);
    const another = await newReceiver();
    await api.patch(`webhooks/${webhook.id}`, { url: another.url });
    await another.received(1);
    await delivered(api, webhook);
  });

  describe('while the webhook gets a new start', () => {
    /** Begins an attempt after some failed ones. @returns what ends it with a failure */
    const givenAttempt = async () => {
      const { id, api, webhook } = await givenWebhook(service, receiver);
      const stateOf = () =>
        service.app
          .get(Database)
          .rows('SELECT failures, failing_since IS NOT NULL AS fails, retry_at FROM webhooks WHERE id = $1', [
            webhook.id,
          ]);
      await service.app.get(Database).rows('UPDATE webhooks SET failures = 7 WHERE id = $1', [webhook.id]);
      const waiting: ServerResponse[] = [];
      receiver.answer = (response) => void waiting.push(response);
      await createKey(api, id);
      await receiver.received(1);
      return { api, webhook, stateOf, fail: () => waiting[0]!.writeHead(500).end() };
    };

    it('is attempted at once at a new URL, without the failure of the old one', async () => {
      const { api, webhook, stateOf, fail } = await givenAttempt();
      const another = await newReceiver();
      const waiting: ServerResponse[] = [];
      another.answer = (response) => void waiting.push(response);
      await api.patch(`webhooks/${webhook.id}`, { url: another.url });
      fail();
      await another.received(1);
      expect(await stateOf()).toEqual([{ failures: 0, fails: false, retry_at: null }]);
      waiting[0]!.writeHead(204).end();
      await delivered(api, webhook);
      expect((await deliveriesOf(api, webhook))[0].attempts).toBe(2);
    });

    it('is attempted after the first delay, not after that of the failures before the end of a pause', async () => {
      const { api, webhook, stateOf, fail } = await givenAttempt();
      for (const paused of [true, false]) await api.patch(`webhooks/${webhook.id}`, { paused });
      fail();
      await attempted(api, webhook, 1);
      expect(await stateOf()).toMatchObject([{ failures: 1, fails: true }]);
      const [{ nextAttemptAt }] = await deliveriesOf(api, webhook);
      expect(Date.parse(nextAttemptAt) - Date.now()).toBeLessThan(mockLonger * 6_000);
    });
  });
});

describe('a receiver', () => {
  it('confirms the delivery by its status even if its answer does not end', async () => {
    const { id, api, webhook } = await givenWebhook(service, receiver);
    receiver.answer = (response) => {
      response.writeHead(200);
      const write = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      };
      response.on('drain', write);
      write();
    };
    await createKey(api, id);
    await delivered(api, webhook);
    await until(() => receiver.open === 0);
  });

  it('does not hold the webhooks of other organizations if it is slow', async () => {
    const { id, api, webhook } = await givenWebhook(service, receiver);
    receiver.answer = () => undefined;
    for (let i = 0; i < 12; i++) await api.post(`projects/${id}/webhooks`, { url: receiver.url });
    await createKey(api, id);
    await receiver.received(8);
    const another = await newReceiver();
    const other = await givenWebhook(service, another);
    await createKey(other.api, other.id);
    await another.received(1);
    // One organization has 8 attempts at a time.
    expect(receiver.mostOpen).toBe(8);
    receiver.answerWith(204);
    await receiver.close();
    await receiver.listen();
    await passTime(service, mockLonger * 6);
    await until(async () => (await deliveriesOf(api, webhook))[0].status === 'delivered');
  });
});

/** Gives the project of the webhook `$1` copies of it, `$2` in number. */
const COPY_WEBHOOK = `
  INSERT INTO webhooks
  SELECT (jsonb_populate_record(w, jsonb_build_object('id', gen_random_uuid()))).* FROM webhooks w, generate_series(1, $2::int)
  WHERE w.id = $1`;

describe('a receiver that answers quickly', () => {
  it('is no longer one after an answer that took more than a second', async () => {
    const { id, api, webhook } = await givenWebhook(service, receiver);
    const database = service.app.get(Database);
    await database.rows('UPDATE webhooks SET responsive = true WHERE id = $1', [webhook.id]);
    receiver.answer = (response) => void setTimeout(() => response.writeHead(204).end(), 1_100);
    await createKey(api, id);
    await delivered(api, webhook);
    expect(await database.rows('SELECT responsive FROM webhooks WHERE id = $1', [webhook.id])).toEqual([
      { responsive: false },
    ]);
  });

  it('is notified while hanging receivers of many organizations take all slots that they may', async () => {
    const { id, api, webhook } = await givenWebhook(service, receiver);
    await createKey(api, id);
    await delivered(api, webhook);
    const database = service.app.get(Database);
    // On a busy machine, this attempt may have taken long.
    await database.rows('UPDATE webhooks SET responsive = true WHERE id = $1', [webhook.id]);

    const hanging = await newReceiver();
    hanging.answer = () => undefined;
    const setDue = (time: string) =>
      database.rows(`UPDATE webhooks SET due_at = ${time} WHERE url = $1`, [hanging.url]);
    for (let organizations = 0; organizations < 17; organizations++) {
      const other = await givenWebhook(service, hanging);
      await database.rows(COPY_WEBHOOK, [other.webhook.id, 7]);
      await setDue(`now() + interval '1 day'`);
      await createKey(other.api, other.id);
    }
    // All at once, because an attempt ends after 10 s: more than all slots of the process, of which some are kept.
    await setDue('now()');
    service.app.get(Dispatcher).wake();
    await until(() => hanging.open >= 64);
    expect(hanging.mostOpen).toBe(64);
    await createKey(api, id);
    await receiver.received(2);
    hanging.answerWith(204);
  });
});

describe('POST /webhooks/:id/test', () => {
  it('sends a signed message at once, also while the webhook is paused, and does not repeat it', async () => {
    const { id, api, webhook } = await givenWebhook(service, receiver);
    await api.patch(`webhooks/${webhook.id}`, { paused: true });
    await createKey(api, id);
    const { status, body } = await api.post(`webhooks/${webhook.id}/test`);
    expect([status, body.delivery]).toEqual([
      200,
      expect.objectContaining({ event: 'webhook.test', status: 'pending', attempts: 0, responseStatus: null }),
    ]);
    const [message] = await receiver.received(1);
    expect(Receiver.verify(message!, webhook.secret)).toMatchObject({
      type: 'webhook.test',
      data: { projectId: id, webhookId: webhook.id },
    });
    expect(message!.headers['webhook-id']).toBe(body.delivery.id);

    receiver.answerWith(410);
    await api.post(`webhooks/${webhook.id}/test`);
    await until(async () => (await deliveriesOf(api, webhook))[0].status === 'failed');
    await passTime(service, 100_000);
    expect((await deliveriesOf(api, webhook)).map(({ event, status, attempts }) => [event, status, attempts])).toEqual([
      ['webhook.test', 'failed', 1],
      ['webhook.test', 'delivered', 1],
      ['project.changed', 'pending', 0],
    ]);
  });

  it('ends the wait of the queue if the receiver is back', async () => {
    const { id, api, webhook } = await givenWebhook(service, receiver);
    receiver.answerWith(500);
    await createKey(api, id);
    for (const times of [1, 2, 3]) {
      await attempted(api, webhook, times);
      if (times < 3) await passTime(service, mockLonger * 60);
    }
    // The next attempt would be in 20 minutes.
    receiver.answerWith(200);
    await api.post(`webhooks/${webhook.id}/test`);
    await delivered(api, webhook);
    expect(receiver.messages.slice(3).map(({ payload }) => payload.type)).toEqual(['webhook.test', 'project.changed']);
  });
});

describe('POST /deliveries/:id/redeliver', () => {
  it('sends the same message again', async () => {
    const { id, api, webhook } = await givenWebhook(service, receiver);
    await createKey(api, id);
    await delivered(api, webhook);
    const [delivery] = await deliveriesOf(api, webhook);
    const { status, body } = await api.post(`deliveries/${delivery.id}/redeliver`);
    expect([status, body.delivery.status]).toEqual([200, 'pending']);
    const [first, second] = await receiver.received(2);
    expect([second!.body, second!.headers['webhook-id']]).toEqual([first!.body, first!.headers['webhook-id']]);
    Receiver.verify(second!, webhook.secret);
    await delivered(api, webhook);
    expect((await deliveriesOf(api, webhook))[0].attempts).toBe(2);
  });

  it('leaves a failing delivery in the queue of a paused webhook', async () => {
    const { id, api, webhook } = await givenWebhook(service, receiver);
    await api.patch(`webhooks/${webhook.id}`, { paused: true });
    await createKey(api, id);
    const [delivery] = await deliveriesOf(api, webhook);
    receiver.answerWith(500);
    await api.post(`deliveries/${delivery.id}/redeliver`);
    await attempted(api, webhook, 1);
    expect((await deliveriesOf(api, webhook))[0]).toMatchObject({ status: 'pending', nextAttemptAt: null });
    receiver.answerWith(200);
    await api.post(`deliveries/${delivery.id}/redeliver`);
    await delivered(api, webhook);
    expect((await api.get(`webhooks/${webhook.id}`)).body.webhook.paused).toBe(true);
  });
});

it('an attempt is not recorded by a replica whose webhook another one has taken', async () => {
  const { id, api, webhook } = await givenWebhook(service, { url: 'http://127.0.0.1:9/' });
  await api.patch(`webhooks/${webhook.id}`, { paused: true });
  await createKey(api, id);
  const [before] = await deliveriesOf(api, webhook);
  const attempt = { webhookId: webhook.id, deliveryId: before.id, lease: randomUUID(), url: webhook.url } as Attempt;
  const outcome = { responseStatus: 204, error: null, isResponsive: true };
  expect(await service.app.get(DeliveryQueue).finish(attempt, outcome)).toEqual({ isPaused: false });
  expect((await deliveriesOf(api, webhook))[0]).toEqual(before);
});

describe('what is deleted while it is asked for an attempt', () => {
  afterEach(() => jest.restoreAllMocks());

  it('is not found: a delivery', async () => {
    const { api } = await givenWebhook(service, receiver);
    jest.spyOn(service.app.get(DeliveriesService), 'assertVisible').mockResolvedValue();
    const { status, body } = await api.post(`deliveries/${randomUUID()}/redeliver`);
    expect([status, body.code]).toEqual([404, 'delivery_not_found']);
  });

  it('is not found: a webhook', async () => {
    const { id, api } = await givenWebhook(service, receiver);
    const found = { projectId: id } as Webhook;
    jest.spyOn(service.app.get(WebhooksService), 'get').mockResolvedValue(found);
    for (const action of ['test', 'rotate']) {
      const { status, body } = await api.post(`webhooks/${randomUUID()}/${action}`);
      expect([action, status, body.code]).toEqual([action, 404, 'webhook_not_found']);
    }
    const changed = await api.patch(`webhooks/${randomUUID()}`, { paused: true });
    expect([changed.status, changed.body.code]).toEqual([404, 'webhook_not_found']);
  });
});

describe('an attempt that somebody asked for', () => {
  it.each(['of the queue', 'that somebody asked for'])('is made after a running attempt %s', async (kind) => {
    const { id, api, webhook } = await givenWebhook(service, receiver);
    const isQueued = kind === 'of the queue';
    if (!isQueued) {
      await createKey(api, id);
      await delivered(api, webhook);
    }
    const before = receiver.messages.length;
    const waiting: ServerResponse[] = [];
    receiver.answer = (response) => void waiting.push(response);
    if (isQueued) await createKey(api, id);
    const [delivery] = await deliveriesOf(api, webhook);
    const redeliver = () => api.post(`deliveries/${delivery.id}/redeliver`);
    if (!isQueued) await redeliver();
    await receiver.received(before + 1);
    await redeliver();
    receiver.answerWith(204);
    waiting[0]!.writeHead(204).end();
    await receiver.received(before + 2);
    await delivered(api, webhook);
    expect((await deliveriesOf(api, webhook))[0].attempts).toBe(before + 2);
  });

  it('does not pause the webhook if it fails a day after the first failure of the queue', async () => {
    const { id, api, webhook } = await givenWebhook(service, receiver);
    receiver.answerWith(500);
    await createKey(api, id);
    await attempted(api, webhook, 1);
    const [delivery] = await deliveriesOf(api, webhook);
    await service.app
      .get(Database)
      .rows(`UPDATE webhooks SET failing_since = failing_since - interval '25 h' WHERE id = $1`, [webhook.id]);
    await api.post(`deliveries/${delivery.id}/redeliver`);
    await attempted(api, webhook, 2);
    expect((await api.get(`webhooks/${webhook.id}`)).body.webhook.paused).toBe(false);
    const [failed] = await deliveriesOf(api, webhook);
    expect(failed).toMatchObject({ status: 'pending', nextAttemptAt: delivery.nextAttemptAt });
  });
});

describe('a failure of an attempt that somebody asked for', () => {
  it('does not count as a failure of the queue, whose retries begin with the first one', async () => {
    const { id, api, webhook } = await givenWebhook(service, receiver);
    await createKey(api, id);
    await delivered(api, webhook);
    receiver.answerWith(500);
    const [delivery] = await deliveriesOf(api, webhook);
    await api.post(`deliveries/${delivery.id}/redeliver`);
    await attempted(api, webhook, 2);
    const rows = await service.app
      .get(Database)
      .rows('SELECT failures, failing_since, retry_at FROM webhooks WHERE id = $1', [webhook.id]);
    expect(rows).toEqual([{ failures: 0, failing_since: null, retry_at: null }]);
  });
});

describe('GET /webhooks/:id/deliveries', () => {
  it('lists the newest first, page by page', async () => {
    const { id, api, webhook } = await givenWebhook(service, receiver);
    // The numbers of some have two digits.
    for (let i = 0; i < 11; i++) await createKey(api, id);
    await receiver.received(11);
    const all = (await deliveriesOf(api, webhook)).map((delivery) => delivery.id);
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await api.get(`webhooks/${webhook.id}/deliveries?limit=2${query}`);
      paged.push(...body.deliveries.map((delivery: Json) => delivery.id));
      cursor = body.nextCursor;
    }
    expect(paged).toEqual(all);
    expect(all).toEqual([...all].sort().reverse());
    expect((await api.get(`webhooks/${webhook.id}/deliveries?cursor=x`)).status).toBe(400);
  });
});
