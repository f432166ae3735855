import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the inboxes of persons, with the comments that mention them or reply to them. */
export class CreateInbox1764961000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await runner.query('CREATE INDEX inbox_items_of_person ON inbox_items (person_id, id)');
    await runner.query('CREATE INDEX inbox_items_unread ON inbox_items (person_id, id) WHERE read_at IS NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE inbox_items');
  }
}

const TABLE = `CREATE TABLE inbox_items (
  id uuid NOT NULL,
  person_id uuid NOT NULL,
  comment_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL,
  read_at timestamptz(3),
  CONSTRAINT inbox_items_pkey PRIMARY KEY (id),
  CONSTRAINT inbox_items_comment_id_person_id_key UNIQUE (comment_id, person_id),
  CONSTRAINT inbox_items_person_id_fkey FOREIGN KEY (person_id) REFERENCES persons (id) ON DELETE CASCADE,
  CONSTRAINT inbox_items_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments (id) ON DELETE CASCADE
)`;
