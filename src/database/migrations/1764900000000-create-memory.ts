import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the index of the translation memory, which a job fills project by project. */
export class CreateMemory1764900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [SETTING, SETTING_HISTORY, PROJECTS, TEXTS, WORDS, ...INDEXES]) {
      await runner.query(statement);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE memory_words, memory_texts, memory_projects');
    for (const table of ['projects', 'projects_history']) await runner.query(`ALTER TABLE ${table} DROP memory`);
  }
}

const SETTING = 'ALTER TABLE projects ADD memory boolean NOT NULL DEFAULT true';
const SETTING_HISTORY = 'ALTER TABLE projects_history ADD memory boolean NOT NULL DEFAULT true';

const PROJECTS = `CREATE TABLE memory_projects (
  project_id uuid NOT NULL,
  rules integer NOT NULL,
  revision bigint NOT NULL,
  pass_revision bigint,
  pass_after uuid,
  CONSTRAINT memory_projects_pkey PRIMARY KEY (project_id),
  CONSTRAINT memory_projects_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects (id) ON DELETE CASCADE
)`;

const TEXTS = `CREATE TABLE memory_texts (
  project_id uuid NOT NULL,
  key_id uuid NOT NULL,
  weight integer NOT NULL,
  lexemes tsvector NOT NULL,
  CONSTRAINT memory_texts_pkey PRIMARY KEY (project_id, key_id),
  CONSTRAINT memory_texts_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects (id) ON DELETE CASCADE
)`;

const WORDS = `CREATE TABLE memory_words (
  organization_id uuid NOT NULL,
  lexeme text COLLATE "C" NOT NULL,
  texts integer NOT NULL,
  CONSTRAINT memory_words_pkey PRIMARY KEY (organization_id, lexeme),
  CONSTRAINT memory_words_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
)`;

/** Without a list of pending entries, a search never reads more than what it looks up. */
const INDEXES = ['CREATE INDEX memory_texts_by_lexeme ON memory_texts USING gin (lexemes) WITH (fastupdate = off)'];
