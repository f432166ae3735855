import { EXAMPLE_IDS } from '../../common/example-ids';
import { CursorField } from '../../common/validation/domain-fields';
import { ChoiceField, IntegerField, StringField } from '../../common/validation/fields';
import { idRule, timeRule } from '../../common/validation/text-rules';
import { AUDIT_ACTIONS, type AuditAction } from '../audit-actions';

export class ListAuditQuery {
  @IntegerField(1, 1_000, {
    optional: true,
    description: 'The number of entries per page. Default: 100.',
    example: 100,
  })
  limit = 100;

  @CursorField()
  cursor?: string;

  @ChoiceField(AUDIT_ACTIONS, {
    enumName: 'AuditAction',
    optional: true,
    description: 'Only entries of this kind.',
    example: 'member.changed',
  })
  action?: AuditAction;

  @StringField([idRule], {
    optional: true,
    format: 'uuid',
    description: 'Only what this person did.',
    example: EXAMPLE_IDS.person,
  })
  personId?: string;

  @StringField([idRule], {
    optional: true,
    format: 'uuid',
    description: 'Only what this API key did.',
    example: EXAMPLE_IDS.apiKey,
  })
  apiKeyId?: string;

  @StringField([timeRule], {
    optional: true,
    description: 'Only entries since this time (RFC 3339).',
    example: '2026-11-20T12:00:00Z',
  })
  since?: string;

  @StringField([timeRule], {
    optional: true,
    description: 'Only entries until this time (RFC 3339).',
    example: '2026-11-21T12:00:00Z',
  })
  until?: string;
}
