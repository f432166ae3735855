import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Webhook } from 'standardwebhooks';
import { Poller } from '../background/poller';
import { VERSION } from '../config/version';
import { OPEN_DATABASE } from '../database/database.module';
import type { OpenDatabase } from '../database/open-database';
import { type Attempt, DeliveryQueue } from './delivery-queue';
import { toPayload } from './events';
import { SigningSecrets, UnreadableSecretError } from './signing-secrets';
import { type AttemptResult, WebhookClient } from './webhook-client';

/** Milliseconds between two polls for deliveries of other replicas and for retries. */
const POLL_MS = 2_000;
/** Attempts at a time in this process. */
const MAX_RUNNING = 128;
/**
 * Attempts at a time to receivers that are not known to answer quickly. The other slots are kept for responsive
 * receivers.
 */
const MAX_RUNNING_UNRESPONSIVE = 64;
/** Attempts of one organization at a time in this process: its slow receivers leave room to receivers of others. */
const MAX_RUNNING_PER_ORGANIZATION = 8;
/** Milliseconds of an attempt, answered or not, up to which the receiver counts as responsive. */
const RESPONSIVE_MS = 1_000;
/** Milliseconds that attempts under way have when the service is closed. */
const CLOSE_MS = 3_000;

/** Sends deliveries from the time the service has started until it is closed. */
@Injectable()
export class Dispatcher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** The attempts of this process since its start. */
  readonly counters = { succeeded: 0, failed: 0 };
  private readonly logger = new Logger('Webhooks');
  private readonly closing = new AbortController();
  private readonly poller = new Poller<Attempt>(this.logger, {
    name: 'deliveries',
    intervalMs: POLL_MS,
    take: (running) => this.take(running),
    run: (attempt) => this.run(attempt),
    describe: ({ webhookId, deliveryId }) => `webhook ${webhookId}, delivery ${deliveryId}`,
  });

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly client: WebhookClient,
    private readonly secrets: SigningSecrets,
    @Inject(OPEN_DATABASE) private readonly database: OpenDatabase,
  ) {}

  onApplicationBootstrap(): void {
    this.poller.start();
    this.wake();
  }

  async beforeApplicationShutdown(): Promise<void> {
    const cutOff = setTimeout(() => this.closing.abort(), CLOSE_MS);
    await this.poller.stop();
    clearTimeout(cutOff);
  }

  /** Takes deliveries that are due. Does nothing before the start and after the end. */
  wake(): void {
    this.poller.wake();
  }

  private async take(running: readonly Attempt[]): Promise<readonly Attempt[]> {
    if (running.length >= MAX_RUNNING) return [];
    const unresponsive = running.filter(({ isResponsive }) => !isResponsive).length;
    return this.queue.take(running, {
      all: MAX_RUNNING - running.length,
      unresponsive: Math.min(MAX_RUNNING_UNRESPONSIVE - unresponsive, MAX_RUNNING - running.length),
      perOrganization: MAX_RUNNING_PER_ORGANIZATION,
    });
  }

  private async run(attempt: Attempt): Promise<void> {
    const { webhookId, lease, deliveryId } = attempt;
    const startedAt = performance.now();
    const result = await this.send(attempt);
    const isResponsive = performance.now() - startedAt <= RESPONSIVE_MS;
    if (!result) return this.queue.release(webhookId, lease);
    this.counters[result.error === null ? 'succeeded' : 'failed']++;
    const { isPaused } = await this.queue.finish(attempt, { ...result, isResponsive });
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
      // A receiver learns nothing that a power cut could take back.
      await this.database.engine?.synced();
      return await this.client.post(url, headers, body, this.closing.signal);
    } catch (error) {
      if (this.closing.signal.aborted) return undefined;
      if (!(error instanceof UnreadableSecretError)) throw error;
      this.logger.error(`webhook ${attempt.webhookId}: ${error.message}`);
      return { responseStatus: null, error: 'secret_unreadable' };
    }
  }

  /**
   * Returns the signatures with the secret and, for a day after a rotation, with the former secret (Standard Webhooks).
   */
  private sign({ webhookId, deliveryId, secret, previousSecret }: Attempt, at: Date, body: string): string {
    return [secret, ...(previousSecret ? [previousSecret] : [])]
      .map((sealed) => new Webhook(this.secrets.open(webhookId, sealed)).sign(deliveryId, at, body))
      .join(' ');
  }
}
