import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the assignments of members to languages and keys. */
export class CreateAssignments1764996000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ASSIGNMENTS);
    await runner.query('CREATE INDEX assignments_of_project ON assignments (project_id, id)');
    await runner.query('CREATE INDEX assignments_of_membership ON assignments (membership_id)');
    await runner.query(ASSIGNED_KEYS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE assigned_keys');
    await runner.query('DROP TABLE assignments');
  }
}

const ASSIGNMENTS = `CREATE TABLE assignments (
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  membership_id uuid NOT NULL,
  language text COLLATE "C" NOT NULL,
  is_whole boolean NOT NULL,
  person_id uuid,
  api_key_id uuid,
  api_key_name text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT assignments_pkey PRIMARY KEY (id),
  CONSTRAINT assignments_project_id_membership_id_language_key UNIQUE (project_id, membership_id, language),
  CONSTRAINT assignments_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects (id) ON DELETE CASCADE,
  CONSTRAINT assignments_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES memberships (id) ON DELETE CASCADE
)`;

const ASSIGNED_KEYS = `CREATE TABLE assigned_keys (
  assignment_id uuid NOT NULL,
  key_id uuid NOT NULL,
  CONSTRAINT assigned_keys_pkey PRIMARY KEY (assignment_id, key_id),
  CONSTRAINT assigned_keys_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES assignments (id) ON DELETE CASCADE
)`;
