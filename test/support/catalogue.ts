import type { DataSource } from 'typeorm';

/**
 * Reads the tables with their columns, constraints and indexes as PostgreSQL spells them, one line each, in an order of
 * their own: a column that was added later stands behind the other ones, which no statement of ours sees.
 */
export async function catalogue(dataSource: DataSource): Promise<string[]> {
  const rows = await dataSource.query<{ line: string }[]>(`
    SELECT concat_ws(' ', 'column', attrelid::regclass, attname, format_type(atttypid, atttypmod),
             CASE WHEN attnotnull THEN 'NOT NULL' END,
             (SELECT 'COLLATE ' || collname FROM pg_collation c WHERE c.oid = attcollation),
             CASE WHEN attgenerated = 's' THEN 'STORED' END, pg_get_expr(adbin, adrelid)) AS line
      FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
      WHERE attrelid IN (SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace)
        AND attnum > 0 AND NOT attisdropped
    UNION ALL
    SELECT concat_ws(' ', 'storage of', attrelid::regclass, attname, attstorage::text, attstattarget)
      FROM pg_attribute
      WHERE attrelid IN (SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace)
        AND attnum > 0 AND NOT attisdropped
    UNION ALL
    SELECT concat_ws(' ', 'options of', oid::regclass, reloptions::text)
      FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
    UNION ALL
    SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
    UNION ALL
    SELECT pg_get_indexdef(indexrelid)
      FROM pg_index JOIN pg_class ON oid = indexrelid WHERE relnamespace = 'public'::regnamespace
    UNION ALL
    SELECT concat_ws(' ', 'trigger', tgrelid::regclass, pg_get_triggerdef(oid), tgenabled) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL
    SELECT concat_ws(' ', 'function', oid::regprocedure, prosrc) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL
    SELECT concat_ws(' ', 'other object', relkind::text, relname)
      FROM pg_class WHERE relkind NOT IN ('r', 'i') AND relnamespace = 'public'::regnamespace
    UNION ALL
    SELECT concat_ws(' ', 'type', typtype::text, typname)
      FROM pg_type WHERE typtype IN ('e', 'd', 'r') AND typnamespace = 'public'::regnamespace
    ORDER BY 1`);
  return rows.map(({ line }) => line).filter((line) => !/\b(?:typeorm_metadata|migrations(?:_id_seq)?)\b/.test(line));
}
