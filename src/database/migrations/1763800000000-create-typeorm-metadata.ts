import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the table in which TypeORM keeps the expressions of generated columns as the entities declare them
 * (PostgreSQL returns them in another spelling), and adds the expression of `keys.namespace`. `schema:log` and
 * `migration:generate` compare the entities with it. TypeORM creates the table itself before it runs migrations, but
 * only if the data source has entities.
 */
export class CreateTypeormMetadata1763800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await runner.query(NAMESPACE_OF_KEYS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE typeorm_metadata');
  }
}

const TABLE = `CREATE TABLE IF NOT EXISTS typeorm_metadata (
  type varchar NOT NULL,
  database varchar,
  schema varchar,
  "table" varchar,
  name varchar,
  value text
)`;

const NAMESPACE_OF_KEYS = `INSERT INTO typeorm_metadata (type, database, schema, "table", name, value)
  VALUES ('GENERATED_COLUMN', current_database(), current_schema(), 'keys', 'namespace',
          $$CASE WHEN position('.' IN name) > 0 THEN split_part(name, '.', 1) ELSE '' END$$)`;
