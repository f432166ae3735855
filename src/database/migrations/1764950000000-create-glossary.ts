import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the glossary of organizations. Findings note the terms with which their texts were checked. */
export class CreateGlossary1764950000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [GLOSSARIES, TERMS, ...INDEXES, CHECKS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE glossary_terms, glossaries');
    await runner.query('ALTER TABLE project_checks DROP glossary_version, DROP terms_hash');
  }
}

const GLOSSARIES = `CREATE TABLE glossaries (
  organization_id uuid NOT NULL,
  version bigint NOT NULL,
  CONSTRAINT glossaries_pkey PRIMARY KEY (organization_id),
  CONSTRAINT glossaries_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
)`;

const TERMS = `CREATE TABLE glossary_terms (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  place text COLLATE "C" NOT NULL,
  language text COLLATE "C" NOT NULL,
  term text NOT NULL,
  definition text,
  part_of_speech text COLLATE "C",
  case_sensitive boolean NOT NULL,
  do_not_translate boolean NOT NULL,
  forbidden boolean NOT NULL,
  project_ids uuid[],
  translations jsonb NOT NULL,
  bytes integer NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT glossary_terms_pkey PRIMARY KEY (id),
  CONSTRAINT glossary_terms_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
)`;

const INDEXES = ['CREATE INDEX glossary_terms_in_order ON glossary_terms (organization_id, place, id)'];

const CHECKS = `ALTER TABLE project_checks ADD glossary_version bigint NOT NULL DEFAULT '0', ADD terms_hash text COLLATE "C" NOT NULL DEFAULT ''`;
