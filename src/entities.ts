import { AttemptCount } from './people/attempt-count.entity';
import { RemovedAddress } from './people/removed-address.entity';
import { IdentityRow } from './people/oidc/identity.entity';
import { OidcAttemptRow } from './people/oidc/oidc-attempt.entity';
import { Link } from './people/link.entity';
import { Membership } from './people/membership.entity';
import { PasskeyChallenge } from './people/passkeys/passkey-challenge.entity';
import { Passkey } from './people/passkeys/passkey.entity';
import { Person } from './people/person.entity';
import { ApiKey } from './api-keys/api-key.entity';
import { AuditEntryRow } from './audit/audit-entry.entity';
import { FindingRow } from './findings/finding.entity';
import { IgnoredFinding } from './findings/ignored-finding.entity';
import { ProjectChecks } from './findings/project-checks.entity';
import { KeptAnswer } from './idempotency/kept-answer.entity';
import { JobLease } from './background/job-lease.entity';
import { Key } from './project-write/entities/key.entity';
import { Translation } from './project-write/entities/translation.entity';
import { Organization } from './organizations/organization.entity';
import { Change } from './project-write/entities/change.entity';
import { FileLayoutOfProject } from './project-write/entities/file-layout.entity';
import { FileTemplateOfProject } from './project-write/entities/file-template.entity';
import { LanguageMeta } from './project-write/entities/language-meta.entity';
import { Project } from './project-write/entities/project.entity';
import { DeliveryRow } from './webhooks/delivery.entity';
import { WebhookRow } from './webhooks/webhook.entity';
import { Channel } from './releases/entities/channel.entity';
import { DeliveryToken } from './releases/entities/delivery-token.entity';
import { DeliveryUsage } from './releases/entities/delivery-usage.entity';
import { ReleaseContent } from './releases/entities/release-content.entity';
import { LeftRelease } from './releases/entities/left-release.entity';
import { ReleaseFile } from './releases/entities/release-file.entity';
import { ReleaseRow } from './releases/entities/release.entity';
import { Mail } from './mail/mail.entity';
import { Glossary } from './glossary/entities/glossary.entity';
import { GlossaryTerm } from './glossary/entities/glossary-term.entity';
import { MemoryProject } from './memory/entities/memory-project.entity';
import { MemoryText } from './memory/entities/memory-text.entity';
import { PaidTranslation } from './memory/entities/paid-translation.entity';
import { PretranslationRow } from './memory/entities/pretranslation.entity';
import { MemoryWord } from './memory/entities/memory-word.entity';
import { CommentRow } from './comments/entities/comment.entity';
import { CommentDeletion } from './comments/entities/comment-deletion.entity';
import { InboxItemRow } from './comments/entities/inbox-item.entity';
import { AssignedKey } from './assignments/entities/assigned-key.entity';
import { AssignmentRow } from './assignments/entities/assignment.entity';
import { MachineProviderRow } from './machine-translation/entities/machine-provider.entity';
import { MachineUsage } from './machine-translation/entities/machine-usage.entity';
import { Presence } from './live/presence.entity';
import { KeptStatisticsRow } from './review/kept-statistics.entity';
import { ScreenshotRow } from './screenshots/entities/screenshot.entity';
import { ScreenshotRegion } from './screenshots/entities/screenshot-region.entity';
import { Session } from './sessions/session.entity';

/** All entities: together they declare the schema of the database (docs/migrations.md). */
export const entities = [
  Organization,
  Person,
  Membership,
  Link,
  Passkey,
  PasskeyChallenge,
  ApiKey,
  Session,
  IdentityRow,
  OidcAttemptRow,
  AttemptCount,
  RemovedAddress,
  Project,
  Key,
  Translation,
  LanguageMeta,
  FileLayoutOfProject,
  FileTemplateOfProject,
  Change,
  ProjectChecks,
  FindingRow,
  IgnoredFinding,
  KeptAnswer,
  JobLease,
  Presence,
  KeptStatisticsRow,
  CommentRow,
  CommentDeletion,
  InboxItemRow,
  AssignmentRow,
  AssignedKey,
  ScreenshotRow,
  ScreenshotRegion,
  Glossary,
  GlossaryTerm,
  MachineProviderRow,
  MachineUsage,
  MemoryProject,
  MemoryText,
  MemoryWord,
  PretranslationRow,
  PaidTranslation,
  AuditEntryRow,
  WebhookRow,
  DeliveryRow,
  Mail,
  ReleaseRow,
  ReleaseContent,
  ReleaseFile,
  LeftRelease,
  Channel,
  DeliveryToken,
  DeliveryUsage,
];
