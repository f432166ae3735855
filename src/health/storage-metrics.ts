import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Gauge } from 'prom-client';
import type { Settings } from '../config/settings';
import { SETTINGS } from '../config/settings.module';
import { Database } from '../database/database';
import { Metrics } from './metrics';

/** Milliseconds for which a reading is used again. */
const FRESH_MS = 30_000;
/** Milliseconds that a scrape waits for a reading; after these, it returns the previous one. */
const MAX_WAIT_MS = 1_000;

/** The partitions of a table are counted together. */
const SIZES = `
  SELECT c.relname AS "table", sum(pg_total_relation_size(s.relid))::float8 AS bytes,
         sum(s.n_dead_tup)::float8 AS "deadRows", pg_database_size(current_database())::float8 AS "databaseBytes"
  FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = coalesce(pg_partition_root(s.relid), s.relid)
  WHERE s.schemaname = current_schema() GROUP BY c.relname ORDER BY c.relname`;

interface TableSize {
  table: string;
  /** With indexes and long texts (TOAST). */
  bytes: number;
  deadRows: number;
  databaseBytes: number;
}

interface Reading {
  tables: TableSize[];
  /** NaN without an embedded database, and before the first reading. */
  folderBytes: number;
}

const NO_READING: Reading = { tables: [], folderBytes: NaN };

/** Metrics of the space that the database occupies. They are read on a scrape, at most every 30 s. */
@Injectable()
export class StorageMetrics {
  private readonly logger = new Logger('Metrics');
  private reading: Reading = NO_READING;
  private readAt = -Infinity;
  private inFlight: Promise<void> | undefined;

  constructor(
    private readonly metrics: Metrics,
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.gauge('glossa_database_bytes', 'Bytes of the database without its write-ahead log.', (gauge, { tables }) => {
      gauge.set(tables[0]?.databaseBytes ?? NaN);
    });
    this.gauge('glossa_table_bytes', 'Bytes of a table with its indexes.', (gauge, { tables }) => {
      for (const { table, bytes } of tables) gauge.set({ table }, bytes);
    });
    this.gauge('glossa_table_dead_rows', 'Rows of a table whose space is not yet reusable.', (gauge, { tables }) => {
      for (const { table, deadRows } of tables) gauge.set({ table }, deadRows);
    });
    if (settings.databaseUrl) return;
    this.gauge('glossa_data_dir_bytes', 'Bytes of the files in DATA_DIR.', (gauge, { folderBytes }) => {
      gauge.set(folderBytes);
    });
  }

  private gauge(name: string, help: string, show: (gauge: Gauge, reading: Reading) => void): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: name.startsWith('glossa_table_') ? ['table'] : [],
      registers: [this.metrics.registry],
      collect: async () => {
        await this.refresh();
        gauge.reset();
        show(gauge, this.reading);
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
      const [tables, folderBytes] = await Promise.all([
        this.database.rows<TableSize>(SIZES, []),
        this.settings.databaseUrl ? NaN : folderSize(this.settings.dataDir),
      ]);
      this.reading = { tables, folderBytes };
      this.readAt = performance.now();
    } catch (error) {
      this.reading = NO_READING;
      this.logger.warn(`the size of the database cannot be read: ${error instanceof Error ? error.message : ''}`);
    }
  }
}

/** Returns the bytes of all files of a folder; 0 if it does not exist. Files may disappear at any time. */
async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ignoreMissing);
  let bytes = 0;
  for (const entry of entries ?? []) {
    if (entry.isFile()) bytes += (await lstat(join(entry.parentPath, entry.name)).catch(ignoreMissing))?.size ?? 0;
  }
  return bytes;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
