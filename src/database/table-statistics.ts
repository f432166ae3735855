import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Database } from './database';

/** Rows of one transaction from which the statistics are checked. */
const MANY_ROWS = 5_000;
/** Like `autovacuum_analyze_scale_factor` (PostgreSQL manual, 19.10): the part of a table that has to change. */
const CHANGED_FRACTION = 0.1;

/** In a project with fewer keys, a look-up that reads all of them takes little time. */
const FEW_KEYS = 1_000;

/**
 * The tables that are to be analyzed, with a condition on `reltuples`, which is -1 until a table is analyzed for the
 * first time.
 */
const tablesWhere = (condition: string): string => `
  SELECT relname AS name FROM pg_class WHERE oid IN ('keys'::regclass, 'translations'::regclass) AND ${condition}`;
/** `$1` rows that were written. */
const OUTDATED_TABLES = tablesWhere(`reltuples * ${CHANGED_FRACTION} < $1`);
/** `$1` rows that are there at least. */
const UNDERRATED_TABLES = tablesWhere('reltuples >= 0 AND reltuples * 2 < $1');

/**
 * Analyzes the tables of keys and texts after a large write, so that the planner knows about its rows before
 * PostgreSQL's autovacuum comes round, which may be off. ANALYZE reads a sample: its cost does not grow with the table.
 */
@Injectable()
export class TableStatistics implements OnModuleDestroy {
  private readonly logger = new Logger('Database');
  private running?: Promise<void>;
  private isClosing = false;

  constructor(private readonly database: Database) {}

  /** Analyzes in the background what needs it. @param rows keys and texts that a committed transaction has written */
  afterWrite(rows: number): void {
    if (rows < MANY_ROWS || this.running || this.isClosing) return;
    this.running = this.analyze(OUTDATED_TABLES, rows).finally(() => (this.running = undefined));
  }

  /**
   * Analyzes the tables if the planner expects fewer rows in all than a project has, as after a project was emptied,
   * vacuumed and filled again. Where it expects one key of a project, it reads all of them to find one by its name.
   *
   * @param keys of the project
   */
  async beforeLookUps(keys: number): Promise<void> {
    if (keys < FEW_KEYS) return;
    await this.running;
    if (!this.isClosing) await this.analyze(UNDERRATED_TABLES, keys);
  }

  /** Leaves the rest to autovacuum, or to the next large write. */
  onModuleDestroy(): void {
    this.isClosing = true;
  }

  /** Reports failures, because work goes on without statistics. */
  private async analyze(inNeed: string, rows: number): Promise<void> {
    try {
      const tables = await this.database.rows<{ name: string }>(inNeed, [rows]);
      if (tables.length === 0 || this.isClosing) return;
      await this.database.rows(`ANALYZE (SKIP_LOCKED) ${tables.map(({ name }) => name).join(', ')}`, []);
    } catch (error) {
      if (this.isClosing) return;
      this.logger.warn(`the tables were not analyzed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
