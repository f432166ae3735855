import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notes that somebody else may have set the password of a person since the identity was connected. */
export class AddWithdrawnIdentities1766602000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE identities ADD COLUMN withdrawn boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE identities DROP COLUMN withdrawn');
  }
}
