import { performance } from 'node:perf_hooks';
import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { Database } from '../database/database';
import { RenditionCache } from '../exports/rendering/rendition-cache';
import { RateLimitHealth } from '../rate-limit/rate-limit-health';
import { Metrics } from './metrics';

/** Metrics of resources in use (event loop, connections, memory). Their values are read on each scrape. */
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
      'Share of the time since the last scrape in which the event loop was busy, from 0 to 1.',
      () => {
        const now = performance.eventLoopUtilization();
        const { utilization } = performance.eventLoopUtilization(now, before);
        before = now;
        return utilization;
      },
    );
  }

  private addPool({ pool }: Database): void {
    this.gauge('glossa_database_connections', 'Connections in the pool.', () => pool.totalCount);
    this.gauge(
      'glossa_database_connections_idle',
      'Connections in the pool that are not in use.',
      () => pool.idleCount,
    );
    this.gauge('glossa_database_waiting', 'Requests that wait for a connection.', () => pool.waitingCount);
  }

  private addRateLimit(health: RateLimitHealth): void {
    this.gauge(
      'glossa_redis_degraded',
      '1 while Redis cannot be reached and each replica counts requests on its own, else 0.',
      () => Number(health.degraded),
    );
    this.counter(
      'glossa_rate_limit_counted_in_process_total',
      'Requests that this replica counted on its own because Redis could not be reached.',
      () => health.countedInProcess,
    );
  }

  private addRenditions(renditions: RenditionCache): void {
    this.counter(
      'glossa_rendition_cache_hits_total',
      'Exports that were in the cache.',
      () => renditions.counters.hits,
    );
    this.counter(
      'glossa_rendition_cache_misses_total',
      'Exports that were rendered.',
      () => renditions.counters.misses,
    );
    this.gauge('glossa_rendition_cache_bytes', 'Bytes of memory that cached exports use.', () => renditions.bytes);
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

  /** Adds a counter whose value another class keeps. */
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
