import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds invitations to the inboxes of persons who have proved their addresses. Nobody has before it. */
export class AddInvitationsToInbox1765810000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE persons ADD COLUMN email_verified_at timestamptz(3)');
    await runner.query('ALTER TABLE links ADD COLUMN invited_by uuid, ADD COLUMN read_at timestamptz(3)');
    await runner.query('CREATE INDEX links_of_address ON links (email, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX links_of_address');
    await runner.query('ALTER TABLE links DROP COLUMN invited_by, DROP COLUMN read_at');
    await runner.query('ALTER TABLE persons DROP COLUMN email_verified_at');
  }
}
