import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds mails about unread comments. What is in the inboxes before it is not mailed. */
export class AddInboxMail1764995000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE persons ADD COLUMN inbox_mail boolean NOT NULL DEFAULT true');
    await runner.query('ALTER TABLE inbox_items ADD COLUMN mailed_at timestamptz(3)');
    await runner.query('UPDATE inbox_items SET mailed_at = now() WHERE read_at IS NULL');
    await runner.query(
      'CREATE INDEX inbox_items_to_mail ON inbox_items (id) WHERE read_at IS NULL AND mailed_at IS NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX inbox_items_to_mail');
    await runner.query('ALTER TABLE inbox_items DROP COLUMN mailed_at');
    await runner.query('ALTER TABLE persons DROP COLUMN inbox_mail');
  }
}
