import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the API key that has made an invitation. Of invitations that are open, it is not known. */
export class AddApiKeysOfInvitations1766300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE links ADD COLUMN invited_by_key uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE links DROP COLUMN invited_by_key');
  }
}
