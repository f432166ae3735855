import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Webhook } from 'standardwebhooks';
import { VERSION } from '../config/version';
import { type Attempt, DeliveryQueue } from './delivery-queue';
import { toPayload } from './events';
import { retryDelay } from './retry-schedule';
import { SigningSecrets, UnreadableSecretError } from './signing-secrets';
import { type AttemptResult, WebhookClient } from './webhook-client';

/** Milliseconds between two looks for deliveries of other replicas and for retries. */
const POLL_MS = 2_000;
/** Attempts at a time in this process. */
const MAX_RUNNING = 64;
/** Attempts of one organization at a time in this process: its slow receivers leave room to those of others. */
const MAX_RUNNING_PER_ORGANIZATION = 8;
/** Milliseconds that attempts under way have when the service is closed. */
const CLOSE_MS = 3_000;

/**
 * Sends deliveries from the time the service has started until it is closed. A change of this process wakes it; those of others, and
 * retries, are found by looking every 2 s, since notifications of PostgreSQL do not pass a pooler in transaction mode.
 */
@Injectable()
export class Dispatcher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** The attempts of this process since its start. */
  readonly counters = { succeeded: 0, failed: 0 };
  private readonly logger = new Logger('Webhooks');
  private readonly closing = new AbortController();
  private readonly running = new Map<Attempt, Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private isWoken = false;

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly client: WebhookClient,
    private readonly secrets: SigningSecrets,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.wake(), POLL_MS);
    this.timer.unref();
    this.wake();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    await this.looking;
    const cutOff = setTimeout(() => this.closing.abort(), CLOSE_MS);
    await Promise.all(this.running.values());
    clearTimeout(cutOff);
  }

  /** Looks for deliveries now, or again if it is looking. Does nothing before the start and after the end. */
  wake(): void {
    if (!this.timer) return;
    this.isWoken = true;
    this.looking ??= this.look().finally(() => {
      this.looking = undefined;
      if (this.isWoken && this.running.size < MAX_RUNNING) this.wake();
    });
  }

  private async look(): Promise<void> {
    try {
      while (this.isWoken && this.timer && this.running.size < MAX_RUNNING) {
        this.isWoken = false;
        const limit = MAX_RUNNING - this.running.size;
        const attempts = await this.queue.take(limit, this.busyOrganizations(), MAX_RUNNING_PER_ORGANIZATION);
        for (const attempt of attempts) this.start(attempt);
      }
    } catch (error) {
      this.logger.warn(`deliveries cannot be read, will look again: ${String(error)}`);
    }
  }

  private start(attempt: Attempt): void {
    const done = this.run(attempt)
      .catch((error: unknown) => {
        this.logger.warn(`the result of a delivery was not recorded, it will be repeated: ${String(error)}`);
      })
      .finally(() => {
        this.running.delete(attempt);
        this.wake();
      });
    this.running.set(attempt, done);
  }

  private async run(attempt: Attempt): Promise<void> {
    const { webhookId, lease, deliveryId, failures } = attempt;
    const result = await this.send(attempt);
    if (!result) return this.queue.release(webhookId, lease);
    this.counters[result.error === null ? 'succeeded' : 'failed']++;
    const { isPaused } = await this.queue.finish(attempt, { ...result, retryDelayMs: retryDelay(failures + 1) });
    // The URL may contain a secret of the receiver.
    this.logger.debug(`webhook ${webhookId}, delivery ${deliveryId}: ${result.error ?? 'delivered'}`);
    if (isPaused) this.logger.warn(`webhook ${webhookId} is paused: its receiver has failed for a day`);
  }

  /** @returns undefined if the service was closed before the receiver answered */
  private async send(attempt: Attempt): Promise<AttemptResult | undefined> {
    const { deliveryId, event, createdAt, data, url } = attempt;
    const body = toPayload(event, createdAt, data);
    const now = new Date();
    try {
      const headers = {
        'user-agent': `Glossa/${VERSION}`,
        'webhook-id': deliveryId,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
        'webhook-signature': this.sign(attempt, now, body),
      };
      return await this.client.post(url, headers, body, this.closing.signal);
    } catch (error) {
      if (this.closing.signal.aborted) return undefined;
      if (!(error instanceof UnreadableSecretError)) throw error;
      this.logger.error(`webhook ${attempt.webhookId}: ${error.message}`);
      return { responseStatus: null, error: 'secret_unreadable' };
    }
  }

  /** Returns the signatures with the secret and, for a day after a rotation, with the one before (Standard Webhooks). */
  private sign({ webhookId, deliveryId, secret, previousSecret }: Attempt, at: Date, body: string): string {
    return [secret, ...(previousSecret ? [previousSecret] : [])]
      .map((sealed) => new Webhook(this.secrets.open(webhookId, sealed)).sign(deliveryId, at, body))
      .join(' ');
  }

  private busyOrganizations(): Map<string, number> {
    const busy = new Map<string, number>();
    for (const { organizationId } of this.running.keys()) busy.set(organizationId, (busy.get(organizationId) ?? 0) + 1);
    return busy;
  }
}
