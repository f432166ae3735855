import { performance } from 'node:perf_hooks';
import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { Database } from '../database/database';
import { RenditionCache } from '../exports/rendering/rendition-cache';
import { RateLimitHealth } from '../rate-limit/rate-limit-health';
import { Metrics } from './metrics';

/** What the service has in use, read when somebody asks. */
@Injectable()
export class ResourceMetrics {
  constructor(
    private readonly metrics: Metrics,
    database: Database,
    rateLimit: RateLimitHealth,
    renditions: RenditionCache,
  ) {
    this.addEventLoop();
    this.addPool(database);
    this.addRateLimit(rateLimit);
    this.addRenditions(renditions);
  }

  private addEventLoop(): void {
    let before = performance.eventLoopUtilization();
    this.gauge(
      'nodejs_eventloop_utilization',
      'Share of the time, since it was last asked for, that was spent at work.',
      () => {
        const now = performance.eventLoopUtilization();
        const { utilization } = performance.eventLoopUtilization(now, before);
        before = now;
        return utilization;
      },
    );
  }

  private addPool({ pool }: Database): void {
    this.gauge('glossa_database_connections', 'Connections of the pool.', () => pool.totalCount);
    this.gauge('glossa_database_connections_idle', 'Connections that nobody uses.', () => pool.idleCount);
    this.gauge('glossa_database_waiting', 'Requests that wait for a connection.', () => pool.waitingCount);
  }

  private addRateLimit(health: RateLimitHealth): void {
    this.gauge('glossa_redis_degraded', '1 while Redis is away and each replica counts requests for itself.', () =>
      Number(health.degraded),
    );
    this.counter(
      'glossa_rate_limit_counted_in_process_total',
      'Requests counted while Redis was away.',
      () => health.countedInProcess,
    );
  }

  private addRenditions(renditions: RenditionCache): void {
    this.counter(
      'glossa_rendition_cache_hits_total',
      'Exports that were there already.',
      () => renditions.counters.hits,
    );
    this.counter(
      'glossa_rendition_cache_misses_total',
      'Exports that were rendered.',
      () => renditions.counters.misses,
    );
    this.gauge('glossa_rendition_cache_bytes', 'Memory that kept exports take.', () => renditions.bytes);
  }

  private gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.metrics.registry],
      collect() {
        this.set(read());
      },
    });
  }

  /** Of a number that somebody else counts up. */
  private counter(name: string, help: string, read: () => number): void {
    new Counter({
      name,
      help,
      registers: [this.metrics.registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }
}
