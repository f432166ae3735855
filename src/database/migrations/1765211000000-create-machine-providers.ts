import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the providers of machine translation that organizations set up, and the counts of their characters. */
export class CreateMachineProviders1765211000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE machine_providers (
      organization_id uuid NOT NULL,
      provider text COLLATE "C" NOT NULL,
      url text,
      model text,
      api_key bytea,
      characters_per_month bigint,
      changed_at timestamp(3) with time zone NOT NULL,
      CONSTRAINT machine_providers_pkey PRIMARY KEY (organization_id),
      CONSTRAINT machine_providers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
    )`);
    await runner.query(`ALTER TABLE machine_usage ADD own_characters bigint NOT NULL DEFAULT '0'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE machine_usage DROP own_characters');
    await runner.query('DROP TABLE machine_providers');
  }
}
