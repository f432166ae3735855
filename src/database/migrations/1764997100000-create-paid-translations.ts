import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the runs of pretranslations by a machine, and the translations that they have paid for and not written yet. */
export class CreatePaidTranslations1764997100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE pretranslations (
      project_id uuid NOT NULL,
      lease uuid,
      leased_until timestamptz(3),
      CONSTRAINT pretranslations_pkey PRIMARY KEY (project_id),
      CONSTRAINT pretranslations_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects (id) ON DELETE CASCADE
    )`);
    await runner.query(`CREATE TABLE paid_translations (
      project_id uuid NOT NULL,
      hash text COLLATE "C" NOT NULL,
      text text NOT NULL,
      expires_at timestamptz(3) NOT NULL,
      CONSTRAINT paid_translations_pkey PRIMARY KEY (project_id, hash),
      CONSTRAINT paid_translations_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects (id) ON DELETE CASCADE
    )`);
    await runner.query('CREATE INDEX paid_translations_expiry ON paid_translations (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE paid_translations');
    await runner.query('DROP TABLE pretranslations');
  }
}
