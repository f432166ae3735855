import { setImmediate as nextTurn } from 'node:timers/promises';
import { Poller } from '../src/background/poller';
import { ChecksWatch } from '../src/webhooks/checks-watch';
import { DeliveryQueue } from '../src/webhooks/delivery-queue';
import { Dispatcher } from '../src/webhooks/dispatcher';
import { DeliveryExpiry } from '../src/webhooks/expiry';
import { PlannedService } from './support/planned-service';
import type { PlanNode } from './support/plans';

const PROJECTS = 200;
const WEBHOOKS = 10;
const DELIVERIES = 50;
const TABLES = /\bwebhook(?:s|_deliveries)\b/;

/** Keeps the statements of background work from the statements of the tests. */
const withoutPolls = (): jest.SpyInstance => jest.spyOn(Poller.prototype, 'wake').mockReturnValue(undefined);

// Most deliveries are of the past, and most webhooks have nothing to send: only few rows may be read, whatever the
// statistics are.
(process.env.DATABASE_URL ? describe : describe.skip).each([
  ['never analyzed', false],
  ['analyzed', true],
])('plans of statements on 100,000 deliveries that were %s', (_, isAnalyzed) => {
  let planned: PlannedService;
  let project: string;
  let webhook: string;
  let polls: jest.SpyInstance;

  beforeAll(async () => {
    jest.spyOn(Dispatcher.prototype, 'onApplicationBootstrap').mockReturnValue(undefined);
    polls = withoutPolls();
    planned = await PlannedService.start();
    const { sql, owner } = planned;
    await sql.query('ALTER TABLE webhooks SET (autovacuum_enabled = off)');
    await sql.query('ALTER TABLE webhook_deliveries SET (autovacuum_enabled = off)');
    await sql.query(
      `WITH made AS (
         INSERT INTO projects (id, organization_id, name, source_language, target_languages, has_webhooks)
         SELECT gen_random_uuid(), $1, 'P', 'en', '{}', true FROM generate_series(1, ${PROJECTS}) RETURNING id),
       hooks AS (
         INSERT INTO webhooks (id, project_id, url, events, last_number, secret, due_at)
         SELECT gen_random_uuid(), made.id, 'https://example.com',
                CASE row_number() OVER () % 100 WHEN 1 THEN '{checks.failed}' ELSE '{project.changed}' END::text[], ${DELIVERIES}, '',
                CASE WHEN row_number() OVER () % 100 = 0 THEN now() END
         FROM made, generate_series(1, ${WEBHOOKS}) RETURNING id, due_at)
       INSERT INTO webhook_deliveries (id, webhook_id, number, event, data, queued, succeeded)
       SELECT (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint - number), 12, '0') || '7000' || '8' ||
                 substr(md5(id::text || number), 1, 15))::uuid,
              id, number, 'project.changed', '{}', due_at IS NOT NULL AND number = ${DELIVERIES}, true
       FROM hooks, generate_series(1, ${DELIVERIES}) AS number`,
      [owner.id],
    );
    if (isAnalyzed) await sql.query('VACUUM (ANALYZE) projects, webhooks, webhook_deliveries');
    const { rows } = await sql.query<{ id: string; project: string }>(
      'SELECT id, project_id AS project FROM webhooks WHERE due_at IS NOT NULL LIMIT 1',
    );
    ({ id: webhook = '', project = '' } = rows[0] ?? {});
  });

  afterAll(async () => {
    jest.restoreAllMocks();
    await planned.close();
  });

  const plansOf = (work: () => Promise<unknown>): Promise<PlanNode[]> => planned.plansOf(work, TABLES);
  const nodesOf = (plans: readonly PlanNode[]): PlanNode[] => plans.flatMap((plan) => plan.all);
  const readWhole = (plans: readonly PlanNode[]): (string | undefined)[] =>
    nodesOf(plans)
      .filter(({ type, condition }) => type === 'Seq Scan' || (type.includes('Index') && condition === undefined))
      .map(({ table, index }) => table ?? index)
      .filter((name) => TABLES.test(name ?? '') || /^webhook/.test(name ?? ''));
  const indexesOf = (plans: readonly PlanNode[]): Set<string | undefined> =>
    new Set(nodesOf(plans).map(({ index }) => index));

  it('webhooks are taken by the time at which they are due, and recorded by their ids', async () => {
    const queue = planned.app.get(DeliveryQueue);
    const plans = await plansOf(async () => {
      const [attempt] = await queue.take([], { all: 1, unresponsive: 1, perOrganization: 8 });
      if (!attempt) throw new Error('no webhook is due');
      await queue.finish(attempt, { responseStatus: 500, error: 'status', isResponsive: true });
    });
    expect(plans.length).toBeGreaterThan(2);
    expect(readWhole(plans)).toEqual([]);
    expect([...indexesOf(plans)]).toEqual(
      expect.arrayContaining(['webhooks_due', 'webhook_deliveries_queue', 'webhook_deliveries_pkey']),
    );
  });

  it('a change queues its deliveries for the webhooks of its project', async () => {
    const plans = await plansOf(() => planned.owner.api.post(`projects/${project}/keys`, { name: 'a', value: 'A' }));
    expect(readWhole(plans)).toEqual([]);
    expect([...indexesOf(plans)]).toContain('webhooks_of_project');
  });

  it('projects to check for webhooks are found by an index of the webhooks for findings', async () => {
    const watch = planned.app.get(ChecksWatch);
    const plans = await plansOf(async () => {
      polls.mockRestore();
      watch.wake();
      // A poll begins in a turn of its own.
      await nextTurn();
      await watch.beforeApplicationShutdown();
    });
    polls = withoutPolls();
    expect(nodesOf(plans).filter(({ type }) => type === 'Seq Scan')).toEqual([]);
    expect([...indexesOf(plans)].filter((index) => index?.startsWith('webhook'))).toEqual(['webhooks_for_checks']);
  });

  it('deliveries are listed, tested and repeated by their webhook and id', async () => {
    const { api } = planned.owner;
    const plans = await plansOf(async () => {
      const { body } = await api.get(`webhooks/${webhook}/deliveries?limit=10`);
      expect(body.deliveries).toHaveLength(10);
      expect((await api.post(`webhooks/${webhook}/test`)).status).toBeLessThan(300);
      expect((await api.post(`deliveries/${body.deliveries[0].id}/redeliver`)).status).toBeLessThan(300);
    });
    expect(readWhole(plans)).toEqual([]);
    expect(nodesOf(plans).filter(({ type }) => type === 'Sort')).toEqual([]);
    expect([...indexesOf(plans)]).toContain('webhook_deliveries_number_key');
  });

  it('deliveries are removed by their age and their number, without reading deliveries that stay', async () => {
    const expiry = planned.app.get(DeliveryExpiry);
    const plans = await plansOf(async () => {
      for await (const _removed of expiry.run()) void _removed;
    });
    // The numbers of all webhooks are compared with the limit.
    expect(readWhole(plans).filter((name) => name !== 'webhooks')).toEqual([]);
    expect([...indexesOf(plans)]).toEqual(
      expect.arrayContaining(['webhook_deliveries_pkey', 'webhook_deliveries_number_key']),
    );
  });
});
