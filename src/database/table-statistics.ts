import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Database } from './database';

/** Rows of one transaction from which the statistics are checked. */
const MANY_ROWS = 5_000;
/** Like `autovacuum_analyze_scale_factor` (PostgreSQL manual, 19.10): the part of a table that has to change. */
const CHANGED_FRACTION = 0.1;

/** `reltuples` is -1 until a table is analyzed for the first time. */
const TABLES_IN_NEED = `
  SELECT relname AS name FROM pg_class
  WHERE oid IN ('keys'::regclass, 'translations'::regclass) AND reltuples * ${CHANGED_FRACTION} < $1`;

/**
 * Analyzes the tables of keys and texts after a large write, so that the planner knows about its rows before
 * PostgreSQL's autovacuum comes round, which may be off. ANALYZE reads a sample: its cost does not grow with the table.
 */
@Injectable()
export class TableStatistics implements OnModuleDestroy {
  private readonly logger = new Logger('Database');
  private running = false;
  private isClosing = false;

  constructor(private readonly database: Database) {}

  /** Analyzes in the background what needs it. @param rows keys and texts that a committed transaction has written */
  afterWrite(rows: number): void {
    if (rows < MANY_ROWS || this.running || this.isClosing) return;
    this.running = true;
    this.analyze(rows)
      .catch((error: unknown) => {
        if (this.isClosing) return;
        this.logger.warn(`the tables were not analyzed: ${error instanceof Error ? error.message : String(error)}`);
      })
      .finally(() => (this.running = false));
  }

  /** Leaves the rest to autovacuum, or to the next large write. */
  onModuleDestroy(): void {
    this.isClosing = true;
  }

  private async analyze(rows: number): Promise<void> {
    const tables = await this.database.rows<{ name: string }>(TABLES_IN_NEED, [rows]);
    if (tables.length === 0 || this.isClosing) return;
    await this.database.rows(`ANALYZE (SKIP_LOCKED) ${tables.map(({ name }) => name).join(', ')}`, []);
  }
}
