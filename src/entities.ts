import { ApiKey } from './api-keys/api-key.entity';
import { FindingRow } from './findings/finding.entity';
import { IgnoredFinding } from './findings/ignored-finding.entity';
import { ProjectChecks } from './findings/project-checks.entity';
import { KeptAnswer } from './idempotency/kept-answer.entity';
import { JobLease } from './jobs/job-lease.entity';
import { Key } from './keys/key.entity';
import { Translation } from './keys/translation.entity';
import { Organization } from './organizations/organization.entity';
import { Change } from './projects/change.entity';
import { FileLayoutOfProject } from './projects/file-layout.entity';
import { FileTemplateOfProject } from './projects/file-template.entity';
import { LanguageMeta } from './projects/language-meta.entity';
import { Project } from './projects/project.entity';
import { DeliveryRow } from './webhooks/delivery.entity';
import { WebhookRow } from './webhooks/webhook.entity';
import { Session } from './sessions/session.entity';

/** All entities: together they declare the schema of the database (docs/migrations.md). */
export const entities = [
  Organization,
  ApiKey,
  Session,
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
  WebhookRow,
  DeliveryRow,
];
