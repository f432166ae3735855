import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the audit, whose entries do not change. */
export class CreateAudit1764820000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  `CREATE TABLE audit_entries (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    at timestamptz(3) NOT NULL,
    action text COLLATE "C" NOT NULL,
    person_id uuid,
    api_key_id uuid,
    address text,
    project_id uuid,
    target_type text COLLATE "C",
    target_id uuid,
    target_name text,
    details jsonb NOT NULL DEFAULT '{}',
    CONSTRAINT audit_entries_pkey PRIMARY KEY (organization_id, id)
  )`,
  'CREATE INDEX audit_entries_by_action ON audit_entries (organization_id, action, id)',
  'CREATE INDEX audit_entries_by_person ON audit_entries (organization_id, person_id, id)',
  'CREATE INDEX audit_entries_by_api_key ON audit_entries (organization_id, api_key_id, id)',
  'CREATE INDEX audit_entries_by_time ON audit_entries (at)',
  `CREATE INDEX audit_entries_of_address ON audit_entries (target_name) WHERE target_type = 'invitation'`,
  `CREATE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' THEN
      IF OLD.at < now() - interval '400 days' THEN RETURN OLD; END IF;
    ELSIF TG_OP = 'UPDATE' THEN
      IF NEW.target_name = 'removed person' AND to_jsonb(NEW) - 'target_name' = to_jsonb(OLD) - 'target_name' THEN RETURN NEW; END IF;
    END IF;
    RAISE EXCEPTION 'entries of the audit do not change';
  END $$`,
  `CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR DELETE ON audit_entries
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_audit()`,
  `CREATE TRIGGER audit_stays BEFORE TRUNCATE ON audit_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit()`,
];

const DOWN = ['DROP TABLE audit_entries', 'DROP FUNCTION refuse_change_of_audit'];
