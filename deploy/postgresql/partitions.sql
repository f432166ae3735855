-- Partitions the tables `keys` and `translations` of a migrated Glossa database by hash of the project: docs/scaling.md.
-- Stop the service, back up the database, then: psql -v ON_ERROR_STOP=1 -f partitions.sql "$DATABASE_URL"
-- It is one transaction, which needs space for a second copy of both tables and their indexes.
BEGIN;
LOCK TABLE keys, translations IN ACCESS EXCLUSIVE MODE;
ALTER TABLE keys RENAME TO keys_whole;
ALTER TABLE translations RENAME TO translations_whole;

CREATE TABLE keys (LIKE keys_whole INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING STORAGE) PARTITION BY HASH (project_id);
CREATE TABLE translations (LIKE translations_whole INCLUDING DEFAULTS INCLUDING STORAGE) PARTITION BY HASH (project_id);

-- The number of partitions cannot be changed later without copying again.
DO $$
DECLARE
  partitions CONSTANT integer := 16;
  part text;
BEGIN
  FOR i IN 0 .. partitions - 1 LOOP
    FOREACH part IN ARRAY ARRAY['keys', 'translations'] LOOP
      EXECUTE format('CREATE TABLE %1$I PARTITION OF %2$I FOR VALUES WITH (MODULUS %3$s, REMAINDER %4$s)',
                     part || '_' || i, part, partitions, i);
      -- As on the tables without partitions: statistics of a few projects mislead the planner about newer ones.
      EXECUTE format('ALTER TABLE %I ALTER project_id SET STATISTICS 0, ALTER since SET STATISTICS 0', part || '_' || i);
    END LOOP;
  END LOOP;
END $$;
ALTER TABLE keys ALTER project_id SET STATISTICS 0, ALTER since SET STATISTICS 0;
ALTER TABLE translations ALTER project_id SET STATISTICS 0, ALTER since SET STATISTICS 0;

-- `namespace` is computed from the name.
DO $$
DECLARE
  part text;
  stored text;
BEGIN
  FOREACH part IN ARRAY ARRAY['keys', 'translations'] LOOP
    SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO stored FROM pg_attribute
    WHERE attrelid = part::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
    EXECUTE format('INSERT INTO %1$I (%2$s) SELECT %2$s FROM %3$I', part, stored, part || '_whole');
  END LOOP;
END $$;

-- Constraints and indexes under their names and definitions, after the rows, which is faster. Foreign keys come last. Indexes keep
-- their order of creation, by which the planner chooses between indexes of the same cost.
CREATE TEMPORARY TABLE definitions ON COMMIT DROP AS
SELECT statement, row_number() OVER (ORDER BY rank, id) AS place FROM (
  SELECT CASE contype WHEN 'f' THEN 3 ELSE 1 END AS rank, oid AS id,
         format('ALTER TABLE %I ADD CONSTRAINT %I %s', replace(conrelid::regclass::text, '_whole', ''), conname,
                replace(pg_get_constraintdef(oid), '_whole', '')) AS statement
  FROM pg_constraint WHERE conrelid IN ('keys_whole'::regclass, 'translations_whole'::regclass) AND contype <> 'n'
  UNION ALL
  SELECT 2, indexrelid, replace(pg_get_indexdef(indexrelid), '_whole', '')
  FROM pg_index WHERE indrelid IN ('keys_whole'::regclass, 'translations_whole'::regclass) AND NOT indisprimary
) definition;
DROP TABLE translations_whole, keys_whole;
DO $$
DECLARE
  definition text;
BEGIN
  FOR definition IN SELECT statement FROM definitions ORDER BY place LOOP
    EXECUTE definition;
  END LOOP;
END $$;
COMMIT;

ANALYZE keys, translations;
