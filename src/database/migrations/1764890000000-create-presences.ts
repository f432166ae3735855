import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the texts at which persons are. */
export class CreatePresences1764890000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE presences');
  }
}

const TABLE = `CREATE TABLE presences (
  project_id uuid NOT NULL,
  person_id uuid NOT NULL,
  key_id uuid NOT NULL,
  language text COLLATE "C" NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT presences_pkey PRIMARY KEY (project_id, person_id),
  CONSTRAINT presences_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects (id) ON DELETE CASCADE,
  CONSTRAINT presences_person_id_fkey FOREIGN KEY (person_id) REFERENCES persons (id) ON DELETE CASCADE
)`;
