import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { Database } from '../database/database';
import { lookUpTotals } from '../database/planned-reads';
import { prepared } from '../database/statements';
import { Dispatcher } from '../webhooks/dispatcher';
import { Metrics } from './metrics';

/** Milliseconds for which a reading is used again. */
const FRESH_MS = 10_000;
/** Milliseconds that a scrape waits for a reading; after these, it returns the previous one. */
const MAX_WAIT_MS = 1_000;

interface Reading {
  waiting: number;
  oldestSeconds: number;
  paused: number;
}

const NO_READING: Reading = { waiting: NaN, oldestSeconds: NaN, paused: NaN };

/** Metrics of webhooks. The state of the outbox is read on a scrape, at most every 10 s. */
@Injectable()
export class WebhookMetrics {
  private readonly logger = new Logger('Metrics');
  private reading = NO_READING;
  private readAt = -Infinity;
  private inFlight: Promise<void> | undefined;

  constructor(
    private readonly metrics: Metrics,
    private readonly database: Database,
    dispatcher: Dispatcher,
  ) {
    this.addCounter(dispatcher);
    this.gauge(
      'glossa_webhook_outbox_deliveries',
      'Messages of webhooks that wait, without messages of paused webhooks.',
      ({ waiting }) => waiting,
    );
    this.gauge(
      'glossa_webhook_oldest_undelivered_seconds',
      'Age of the oldest message that waits, without messages of paused webhooks; 0 if none waits.',
      ({ oldestSeconds }) => oldestSeconds,
    );
    this.gauge(
      'glossa_webhooks_paused',
      'Webhooks that are paused because their receivers failed for a day.',
      ({ paused }) => paused,
    );
  }

  private addCounter({ counters }: Dispatcher): void {
    new Counter({
      name: 'glossa_webhook_deliveries_total',
      help: 'Attempts to deliver a message of a webhook by this process, by their result.',
      labelNames: ['result'],
      registers: [this.metrics.registry],
      collect() {
        this.reset();
        for (const [result, count] of Object.entries(counters)) this.inc({ result }, count);
      },
    });
  }

  private gauge(name: string, help: string, read: (reading: Reading) => number): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.metrics.registry],
      collect: async () => {
        await this.refresh();
        gauge.set(read(this.reading));
      },
    });
  }

  private async refresh(): Promise<void> {
    if (performance.now() - this.readAt < FRESH_MS) return;
    this.inFlight ??= this.read().finally(() => (this.inFlight = undefined));
    // An import may hold the only connection of the embedded database for longer.
    await Promise.race([this.inFlight, delay(MAX_WAIT_MS, undefined, { ref: false })]);
  }

  private async read(): Promise<void> {
    try {
      [this.reading = NO_READING] = await this.database.rows<Reading>(STATE, []);
      this.readAt = performance.now();
    } catch (error) {
      this.reading = NO_READING;
      this.logger.warn(`the state of webhooks cannot be read: ${error instanceof Error ? error.message : ''}`);
    }
  }
}

/** `due_at` is set only where something waits. The index of a queue is read, not all deliveries. */
const STATE = prepared(`
  SELECT coalesce(sum(queue.length), 0)::float8 AS waiting,
         coalesce(extract(epoch FROM now() - min(queue.oldest)), 0)::float8 AS "oldestSeconds",
         (SELECT count(*)::int FROM webhooks WHERE pause_reason = 'failing') AS paused
  FROM webhooks w ${lookUpTotals(
    'SELECT count(*) AS length, min(created_at) AS oldest FROM webhook_deliveries WHERE webhook_id = w.id AND queued',
    'queue',
  )}
  WHERE w.due_at IS NOT NULL AND w.paused_at IS NULL`);
