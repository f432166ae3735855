import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import type { Principal } from '../common/access/principal';
import { Reads } from '../database/reads';
import { CursorCodec } from '../http/queries/cursor';
import { cutPage, type Page } from '../http/queries/page';
import type { AuditAction, AuditTargetType } from './audit-actions';
import type { ListAuditQuery } from './dto/list-audit.query';

/** An entry of the audit, with the names of persons and API keys as they are now. */
export interface AuditEntry {
  id: string;
  at: Date;
  action: AuditAction;
  person: { id: string; name: string } | null;
  apiKey: { id: string; name: string } | null;
  address: string | null;
  projectId: string | null;
  target: { type: AuditTargetType; id: string; name: string | null } | null;
  details: Record<string, unknown>;
}

const AUDIT_CURSOR = new CursorCodec(isUuid);

/** Lists what was done in an organization. */
@Injectable()
export class AuditService {
  constructor(private readonly reads: Reads) {}

  /** Returns entries, the newest first. A caller of some projects sees the entries of these projects only. */
  async page(
    { organizationId, projectIds }: Principal,
    query: ListAuditQuery,
    client: () => AbortSignal,
  ): Promise<Page<AuditEntry>> {
    const values: unknown[] = [organizationId];
    const conditions = ['e.organization_id = $1'];
    const add = (value: unknown, condition: (parameter: string) => string): void => {
      if (value !== undefined && value !== null) conditions.push(condition(`$${values.push(value)}`));
    };
    const [after] = query.cursor === undefined ? [] : AUDIT_CURSOR.decode(query.cursor);
    add(projectIds, (ids) => `e.project_id = ANY (${ids}::uuid[])`);
    add(after, (id) => `e.id < ${id}::uuid`);
    add(query.since && firstIdAt(query.since), (id) => `e.id >= ${id}::uuid`);
    add(query.until && firstIdAt(query.until, 1), (id) => `e.id < ${id}::uuid`);
    add(query.action, (action) => `e.action = ${action}`);
    add(query.personId, (id) => `e.person_id = ${id}::uuid`);
    add(query.apiKeyId, (id) => `e.api_key_id = ${id}::uuid`);
    const limit = `$${values.push(query.limit + 1)}`;
    const rows = await this.reads
      .onPrimary(client)
      .rows<AuditEntry>(`${SELECT} WHERE ${conditions.join(' AND ')} ORDER BY e.id DESC LIMIT ${limit}`, values);
    return cutPage(rows, query.limit, ({ id }) => AUDIT_CURSOR.encode(id));
  }
}

/**
 * Returns the first UUID of version 7 (RFC 9562 §5.7) of a time.
 *
 * @param more milliseconds behind it
 */
function firstIdAt(time: string, more = 0): string {
  const ms = Math.max(0, new Date(time).getTime() + more);
  const digits = ms.toString(16).padStart(12, '0').slice(-12);
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}

const SELECT = `
  SELECT e.id, e.at, e.action, e.address, e.project_id AS "projectId", e.details,
         CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'name', p.name) END AS person,
         CASE WHEN k.id IS NOT NULL THEN json_build_object('id', k.id, 'name', k.name) END AS "apiKey",
         CASE WHEN e.target_type IS NOT NULL
           THEN json_build_object('type', e.target_type, 'id', e.target_id, 'name', coalesce(t.name, e.target_name)) END AS target
  FROM audit_entries e
  LEFT JOIN persons p ON p.id = e.person_id
  LEFT JOIN api_keys k ON k.id = e.api_key_id
  LEFT JOIN persons t ON e.target_type = 'person' AND t.id = e.target_id`;
