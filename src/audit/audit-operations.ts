import type { OperationOptions } from '../http/operation.decorator';
import { AuditPageDto } from './dto/audit.dto';

export const auditOperations = {
  list: {
    id: 'listAudit',
    answer: 'page',
    summary: 'List the audit',
    description:
      'Lists what was done in the organization, the newest first, 100 per page unless `limit` is given: sign-ins, also failed ones, and ' +
      'the end of sessions; changes of passwords, passkeys, members, invitations, API keys, webhooks and the organization; releases, channels, delivery tokens; deleted projects. An entry ' +
      'cannot be changed, and is kept for 400 days. An entry is listed only if it matches all filters. A caller of some projects sees the ' +
      'entries of these projects only.',
    response: AuditPageDto,
  },
} satisfies Record<string, OperationOptions>;
