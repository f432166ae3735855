import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Leaves the host of each URL of a webhook in the audit: its path and query may hold a token. */
export class CutAuditedUrls1766705000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_stay');
    await runner.query(LEAVE_HOSTS);
    await runner.query('ALTER TABLE audit_entries ENABLE TRIGGER audit_entries_stay');
  }

  /** The rest of the URLs is lost. */
  async down(): Promise<void> {}
}

// A URL is valid with any number of slashes before the host, and backslashes count as slashes.
const LEAVE_HOSTS = String.raw`
  UPDATE audit_entries SET target_name = lower(substring(target_name FROM '(?i)^https?:[/\\]*([^/\\?#]*)'))
  WHERE target_type = 'webhook'`;
