import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../api/client';

export type AuditEntry = Schemas['AuditEntry'];
export type AuditAction = Schemas['AuditAction'];

const PAGE_SIZE = 50;

/** Which entries are listed. Absent members select all. */
export interface AuditFilter {
  action?: AuditAction;
  personId?: string;
  apiKeyId?: string;
  /** Times of RFC 3339. */
  since?: string;
  until?: string;
}

/** The entries of the audit that pass the filter, page by page, the newest first. */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: async ({ pageParam, signal }) => {
      const params = { query: { ...filter, limit: PAGE_SIZE, cursor: pageParam } };
      return bodyOf(await api.GET('/api/v1/audit', { params, signal }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
