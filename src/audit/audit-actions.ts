/** The actions that the audit records. */
export const AUDIT_ACTIONS = [
  'session.begun',
  'session.failed',
  'session.ended',
  'password.changed',
  'password.reset',
  'password-link.created',
  'single-sign-on.connected',
  'member.joined',
  'member.changed',
  'member.removed',
  'account.removed',
  'invitation.created',
  'invitation.withdrawn',
  'api-key.created',
  'api-key.changed',
  'api-key.rotated',
  'api-key.revoked',
  'organization.created',
  'organization.changed',
  'organization.deleted',
  'webhook.created',
  'webhook.changed',
  'webhook.rotated',
  'webhook.deleted',
  'project.deleted',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** The kinds of what an entry of the audit is about. */
export const AUDIT_TARGETS = ['person', 'invitation', 'api-key', 'organization', 'webhook', 'project'] as const;
export type AuditTargetType = (typeof AUDIT_TARGETS)[number];
