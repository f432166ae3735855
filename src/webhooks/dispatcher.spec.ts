import { setImmediate as nextTurn } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { OpenDatabase } from '../database/open-database';
import type { Attempt, AttemptOutcome, DeliveryQueue, TakeLimits } from './delivery-queue';
import { Dispatcher } from './dispatcher';
import type { SigningSecrets } from './signing-secrets';
import type { AttemptResult, WebhookClient } from './webhook-client';

const ATTEMPT: Attempt = {
  ...{
    organizationId: 'o',
    lease: 'l',
    webhookId: 'w',
    isResponsive: true,
    url: 'https://example.com/',
    requestedAt: null,
  },
  ...{
    secret: Buffer.from('s'),
    previousSecret: null,
    deliveryId: 'd',
    event: 'webhook.test',
    data: {},
    createdAt: new Date(),
  },
};

/** Waits for what comes within some turns of the event loop. @throws if it does not */
async function comes(condition: () => boolean): Promise<void> {
  for (let turns = 0; turns < 1_000 && !condition(); turns++) await nextTurn();
  expect(condition()).toBe(true);
}

describe('the dispatcher of deliveries', () => {
  const limits: TakeLimits[] = [];
  const next: Attempt[] = [];
  /** Whether each finished attempt took little time. */
  const recorded: boolean[] = [];
  const ends: ((result: AttemptResult) => void)[] = [];
  let dispatcher: Dispatcher;

  beforeEach(() => {
    for (const list of [limits, next, ends, recorded]) list.splice(0);
    jest.spyOn(Logger.prototype, 'debug').mockImplementation();
    const queue = {
      take: (_: unknown, asked: TakeLimits) => {
        limits.push(asked);
        return Promise.resolve(next.splice(0));
      },
      finish: (_: unknown, { isResponsive }: AttemptOutcome) => {
        recorded.push(isResponsive);
        return Promise.resolve({ isPaused: false });
      },
    };
    const client = { post: () => new Promise<AttemptResult>((resolve) => ends.push(resolve)) };
    const secrets = { open: () => `whsec_${Buffer.alloc(32).toString('base64')}` };
    dispatcher = new Dispatcher(
      queue as unknown as DeliveryQueue,
      client as unknown as WebhookClient,
      secrets as unknown as SigningSecrets,
      {} as unknown as OpenDatabase,
    );
  });
  afterEach(async () => {
    for (const end of ends) end({ responseStatus: 204, error: null });
    await dispatcher.beforeApplicationShutdown();
    jest.restoreAllMocks();
  });

  /** Has so many attempts begin, and asks for more. @returns what the poll for more asked for, undefined if there was none */
  const limitsBeside = async (responsive: number, unresponsive: number): Promise<TakeLimits | undefined> => {
    next.push(...Array.from({ length: responsive }, () => ({ ...ATTEMPT })));
    next.push(...Array.from({ length: unresponsive }, () => ({ ...ATTEMPT, isResponsive: false })));
    const begun = ends.length + responsive + unresponsive;
    dispatcher.wake();
    await comes(() => ends.length === begun);
    limits.splice(0);
    dispatcher.wake();
    for (let turns = 0; turns < 20; turns++) await nextTurn();
    return limits.at(-1);
  };

  it('asks for attempts beside those that run: 128 at a time, 64 of them to receivers that are not responsive', async () => {
    dispatcher.onApplicationBootstrap();
    await comes(() => limits.length > 0);
    expect(limits[0]).toEqual({ all: 128, unresponsive: 64, perOrganization: 8 });
    expect(await limitsBeside(30, 10)).toEqual({ all: 88, unresponsive: 54, perOrganization: 8 });
    expect(await limitsBeside(50, 0)).toEqual({ all: 38, unresponsive: 38, perOrganization: 8 });
    expect(await limitsBeside(0, 37)).toEqual({ all: 1, unresponsive: 1, perOrganization: 8 });
    expect(await limitsBeside(1, 0)).toBeUndefined();
    ends[0]?.({ responseStatus: 204, error: null });
    await comes(() => limits.length > 0);
    expect(limits[0]).toEqual({ all: 1, unresponsive: 1, perOrganization: 8 });
  });

  it.each([
    [1_000, true],
    [1_001, false],
  ])('records of an attempt that took %i ms whether the receiver is responsive: %s', async (ms, isResponsive) => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(5_000);
    next.push(ATTEMPT);
    dispatcher.onApplicationBootstrap();
    await comes(() => ends.length === 1);
    clock.mockReturnValue(5_000 + ms);
    ends[0]?.({ responseStatus: 204, error: null });
    await comes(() => recorded.length === 1);
    expect(recorded).toEqual([isResponsive]);
  });
});
