import type { Transaction } from '../transaction';

/** A table to copy. */
export interface Table {
  /** Quoted, for SQL. */
  name: string;
  /** The columns that are stored, not generated, in their order. */
  columns: readonly { name: string; type: string }[];
  /** The columns that order the rows, quoted: the columns of the primary key, or all columns of a table without one. */
  key: readonly string[];
}

/** TypeORM's own tables; the migrations of the target fill them. */
const OWN_TABLES = ['migrations', 'typeorm_metadata'];

/** A foreign key to a partitioned table has one more constraint for each of its partitions, with a `conparentid`. */
const TABLES = `
  SELECT quote_ident(c.relname) AS name,
         (SELECT jsonb_agg(jsonb_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum)
          FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
         coalesce((SELECT jsonb_agg(quote_ident(a.attname) ORDER BY k.place)
          FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k (attnum, place)
          JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
          WHERE i.indrelid = c.oid AND i.indisprimary),
          (SELECT jsonb_agg(quote_ident(a.attname) ORDER BY a.attnum) FROM pg_attribute a
           WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)) AS key,
         (SELECT coalesce(jsonb_agg(DISTINCT quote_ident(r.relname)), '[]') FROM pg_constraint f
          JOIN pg_class r ON r.oid = f.confrelid
          WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid AND f.conparentid = 0) AS "references"
  FROM pg_class c
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relname <> ALL ($1)
  ORDER BY c.relname`;

/** Returns the tables of the current schema, each behind the tables that its foreign keys reference. */
export async function listTables(tx: Transaction): Promise<Table[]> {
  const found = await tx.rows<Table & { references: string[] }>(TABLES, [OWN_TABLES]);
  const sorted: Table[] = [];
  const placed = new Set<string>();
  while (sorted.length < found.length) {
    const next = found.filter(
      ({ name, references }) => !placed.has(name) && references.every((other) => placed.has(other)),
    );
    if (next.length === 0) throw new Error('the foreign keys of the tables form a circle');
    for (const { name, columns, key } of next) {
      sorted.push({ name, columns, key });
      placed.add(name);
    }
  }
  return sorted;
}

/**
 * Returns the names of the migrations that were run on a database, in their order; none where there is no such table.
 */
export async function listMigrations(tx: Transaction): Promise<string[]> {
  const [table] = await tx.rows<{ exists: boolean }>(`SELECT to_regclass('migrations') IS NOT NULL AS exists`);
  if (!table?.exists) return [];
  const rows = await tx.rows<{ name: string }>('SELECT name FROM migrations ORDER BY id');
  return rows.map(({ name }) => name);
}
