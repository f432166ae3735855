import { performance } from 'node:perf_hooks';
import { Inject, Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { VERSION } from '../config/version';
import { Database } from '../database/database';
import { OPEN_DATABASE } from '../database/database.module';
import type { DatabasePlace } from '../database/database-place';
import type { OpenDatabase } from '../database/open-database';
import { Reads } from '../database/reads';
import { KeptFiles } from '../exports/cache/kept-files';
import { RenditionCache } from '../exports/cache/rendition-cache';
import { HistoryPruning } from '../history/history-pruning';
import { SearchIndexes } from '../keys/search/search-indexes';
import { ProjectWriter } from '../project-write/project-writer';
import { RateLimitHealth } from '../rate-limit/rate-limit-health';
import { DatabaseProbe } from './database-probe';
import { Metrics } from './metrics';

/** Metrics of resources in use (event loop, connections, memory). Their values are read on each scrape. */
@Injectable()
export class ResourceMetrics {
  constructor(
    private readonly metrics: Metrics,
    database: Database,
    reads: Reads,
    rateLimit: RateLimitHealth,
    renditions: RenditionCache,
    keptFiles: KeptFiles,
    searches: SearchIndexes,
    writer: ProjectWriter,
    pruning: HistoryPruning,
    probe: DatabaseProbe,
    @Inject(OPEN_DATABASE) { place }: OpenDatabase,
  ) {
    this.addBuildInfo(place);
    this.addEventLoop();
    this.gauge(
      'glossa_database_reachable',
      '1 while the database answers, else 0. It is asked at each scrape.',
      async () => Number(await probe.isReachable()),
    );
    this.addPool(database);
    this.addReads(reads);
    this.addRateLimit(rateLimit);
    this.addRenditions(renditions);
    this.addKeptFiles(keptFiles);
    this.addSearches(searches);
    this.addHistory(writer, pruning);
  }

  private addBuildInfo({ kind, host, name }: DatabasePlace): void {
    new Gauge({
      name: 'glossa_build_info',
      help: 'Always 1. The labels have the versions of the program and of Node, and the database.',
      labelNames: ['version', 'node', 'database_kind', 'database_host', 'database_name'],
      registers: [this.metrics.registry],
    }).set(
      {
        version: VERSION,
        node: process.versions.node,
        database_kind: kind,
        database_host: host ?? '',
        database_name: name ?? '',
      },
      1,
    );
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
    // The pool also counts requests that it gives an idle connection in the next tick.
    this.gauge('glossa_database_waiting', 'Requests that wait for a connection.', () =>
      Math.max(0, pool.waitingCount - pool.idleCount),
    );
  }

  private addReads({ counters, standby }: Reads): void {
    this.counter('glossa_reads_primary_total', 'Reads that the primary served.', () => counters.primary);
    this.counter('glossa_reads_standby_total', 'Reads that the standby served.', () => counters.standby);
    if (!standby) return;
    this.gauge('glossa_standby_usable', '1 while the standby is read, else 0.', () => Number(standby.isUsable));
    this.gauge(
      'glossa_standby_lag_seconds',
      'The most seconds by which the standby can be behind the primary.',
      () => standby.lagMs / 1_000,
    );
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

  private addKeptFiles(keptFiles: KeptFiles): void {
    this.counter(
      'glossa_exports_continued_total',
      'Files of exports that were written from the entries of the former ones and their changes.',
      () => keptFiles.counters.continued,
    );
    this.gauge(
      'glossa_kept_entries_bytes',
      'Bytes of memory that the entries of exported files use.',
      () => keptFiles.bytes,
    );
  }

  private addSearches(searches: SearchIndexes): void {
    const { counters } = searches;
    this.counter('glossa_searches_indexed_total', 'Searches that used the index of a project.', () => counters.indexed);
    this.counter('glossa_searches_scanned_total', 'Searches that compared all texts.', () => counters.scans);
    this.counter('glossa_search_index_builds_total', 'Indexes that were built.', () => counters.builds);
    this.gauge('glossa_search_index_bytes', 'Bytes of memory that the indexes use.', () => searches.bytes);
  }

  private addHistory(writer: ProjectWriter, pruning: HistoryPruning): void {
    this.counter(
      'glossa_history_rows_written_total',
      'Rows that writes of this replica replaced or removed, which the history keeps.',
      () => writer.counters.replacedRows,
    );
    this.counter(
      'glossa_history_rows_pruned_total',
      'Rows of the history that this replica removed because of HISTORY_DAYS.',
      () => pruning.counters.rows,
    );
  }

  private gauge(name: string, help: string, read: () => number | Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: [this.metrics.registry],
      async collect() {
        this.set(await read());
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
