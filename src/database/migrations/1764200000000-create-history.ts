import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the history of projects: `changes` has a row for each revision, and the rows of a project have the revision since
 * which they hold. What a write replaces or removes moves to the history of its table, with the revisions from and to
 * (system-versioned tables, as in ISO/IEC 9075-2:2011, which PostgreSQL does not have).
 */
export class CreateHistory1764200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of VERSIONED) await runner.query(`ALTER TABLE ${table} ADD since bigint NOT NULL DEFAULT '0'`);
    await runner.query(`ALTER TABLE projects ADD settings_since bigint NOT NULL DEFAULT '0'`);
    for (const statement of [...TABLES, ...INDEXES]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP TABLE changes, projects_history, ${VERSIONED.map((name) => `${name}_history`).join(', ')}`,
    );
    await runner.query('ALTER TABLE projects DROP settings_since');
    for (const table of VERSIONED) await runner.query(`ALTER TABLE ${table} DROP since`);
  }
}

const VERSIONED = ['keys', 'translations', 'language_meta', 'file_layouts', 'file_templates'];

/** The tables have no primary keys: with the indexes of one, the history of a text would be larger by a third. */
const history = (table: string, columns: string): string => `CREATE TABLE ${table}_history (
    since bigint NOT NULL,
    until bigint NOT NULL,
    project_id uuid NOT NULL,
    ${columns},
    CONSTRAINT ${table}_history_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects (id) ON DELETE CASCADE
  )`;

const TABLES = [
  `CREATE TABLE changes (
    project_id uuid NOT NULL,
    revision bigint NOT NULL,
    at timestamptz(3) NOT NULL DEFAULT now(),
    action text COLLATE "C" NOT NULL,
    api_key_id uuid NOT NULL,
    api_key_name text NOT NULL,
    languages text[] NOT NULL,
    namespaces text[] NOT NULL,
    string_count integer NOT NULL,
    undoes bigint,
    details jsonb NOT NULL,
    CONSTRAINT changes_pkey PRIMARY KEY (project_id, revision),
    CONSTRAINT changes_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects (id) ON DELETE CASCADE
  )`,
  history('projects', 'name text NOT NULL, target_languages text[] NOT NULL'),
  history(
    'keys',
    'id uuid NOT NULL, created_at timestamptz(3) NOT NULL, name text COLLATE "C" NOT NULL, description text, meta jsonb',
  ),
  history('translations', 'key_id uuid NOT NULL, language text COLLATE "C" NOT NULL, text text NOT NULL, meta jsonb'),
  history('language_meta', 'language text COLLATE "C" NOT NULL, meta jsonb NOT NULL'),
  history('file_layouts', 'format text COLLATE "C" NOT NULL, layout jsonb NOT NULL'),
  history(
    'file_templates',
    `id uuid NOT NULL,
    format text COLLATE "C" NOT NULL,
    namespace text COLLATE "C" NOT NULL,
    language text COLLATE "C" NOT NULL,
    path text,
    options jsonb NOT NULL,
    size integer NOT NULL,
    hash bytea NOT NULL,
    content bytea NOT NULL,
    updated_at timestamptz(3) NOT NULL`,
  ),
  'ALTER TABLE file_templates_history ALTER content SET STORAGE EXTERNAL',
];

/**
 * The first 7 bytes of an id of a key: its millisecond, its version and the 4 bits that follow. They are in the order of the ids. With them, the
 * rows of a revision are read page by page in this order.
 */
const prefix = (id: string): string => `substring(uuid_send(${id}) FOR 7)`;

const FULL = 'WITH (fillfactor = 100)';

/**
 * Most rows of a table share few revisions, and keys that were made together the prefixes of their ids, so that the entries of these
 * indexes are lists of places, of 6 bytes each.
 *
 * Histories grow at the ends of their indexes, so that full pages are not divided again.
 *
 * The predicate of `…_by_revision` holds for every row, and only a condition on `since` implies it: the planner must not look up
 * a key by its project alone, which it would on a small table, where all indexes promise the same cost.
 */
const INDEXES = [
  'CREATE INDEX changes_in_time ON changes (project_id, at)',
  'CREATE INDEX changes_that_undo ON changes (project_id, undoes) WHERE undoes IS NOT NULL',
  `CREATE INDEX keys_by_revision ON keys (project_id, since, ${prefix('id')}) WHERE since IS NOT NULL`,
  `CREATE INDEX translations_by_revision ON translations (project_id, since, ${prefix('key_id')}) WHERE since IS NOT NULL`,
  ...['projects', 'language_meta', 'file_layouts', 'file_templates'].map(
    (table) => `CREATE INDEX ${table}_history_until ON ${table}_history (project_id, until)`,
  ),
  ...['until', 'since'].flatMap((revision) => [
    `CREATE INDEX keys_history_${revision} ON keys_history (project_id, ${revision}, ${prefix('id')}) ${FULL}`,
    `CREATE INDEX translations_history_${revision} ON translations_history (project_id, ${revision}, ${prefix('key_id')}) ${FULL}`,
  ]),
  'CREATE INDEX keys_history_of_key ON keys_history (id)',
  `CREATE INDEX translations_history_of_key ON translations_history (${prefix('key_id')}) ${FULL}`,
  // As for `project_id`: the revisions of the latest writes are in no statistics.
  ...['keys', 'translations', 'keys_history', 'translations_history'].flatMap((table) => [
    `ALTER TABLE ${table} ALTER project_id SET STATISTICS 0`,
    `ALTER TABLE ${table} ALTER since SET STATISTICS 0`,
  ]),
  ...['keys_history', 'translations_history'].map((table) => `ALTER TABLE ${table} ALTER until SET STATISTICS 0`),
];
