import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the findings of checks, those that are ignored, and how far each project is checked. */
export class CreateFindings1764700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of TABLES) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE findings, ignored_findings, project_checks');
  }
}

/** Returns a table with a row for a code of a text. */
const ofText = (table: string, columns: string): string => `CREATE TABLE ${table} (
    project_id uuid NOT NULL,
    key_id uuid NOT NULL,
    language text COLLATE "C" NOT NULL,
    code text COLLATE "C" NOT NULL,
    ${columns},
    CONSTRAINT ${table}_pkey PRIMARY KEY (project_id, key_id, language, code),
    CONSTRAINT ${table}_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects (id) ON DELETE CASCADE
  )`;

const TABLES = [
  `CREATE TABLE project_checks (
    project_id uuid NOT NULL,
    rules smallint NOT NULL,
    revision bigint,
    exact boolean NOT NULL DEFAULT false,
    untold jsonb,
    lease uuid,
    leased_until timestamptz(3),
    CONSTRAINT project_checks_pkey PRIMARY KEY (project_id),
    CONSTRAINT project_checks_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects (id) ON DELETE CASCADE
  )`,
  'CREATE INDEX project_checks_untold ON project_checks (project_id) WHERE untold IS NOT NULL',
  ofText('findings', 'detail text NOT NULL, texts_hash bytea NOT NULL'),
  ofText('ignored_findings', 'texts_hash bytea NOT NULL'),
];
