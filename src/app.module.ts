import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { AuditModule } from './audit/audit.module';
import { ApiKeysModule } from './api-keys/api-keys.module';
import { AccessGuard } from './auth/access.guard';
import { AuthModule } from './auth/auth.module';
import { ProblemFilter } from './http/problems/problem.filter';
import { JsonBodyGuard } from './http/bodies/json-body.guard';
import { MemoryGuard } from './http/memory/memory.guard';
import { IdempotencyKeyGuard } from './http/params/idempotency-key.guard';
import { StrictQueryGuard } from './http/queries/strict-query.guard';
import { DtoValidationPipe } from './common/validation/dto-validation.pipe';
import { SettingsModule } from './config/settings.module';
import type { Settings } from './config/settings';
import { DatabaseModule } from './database/database.module';
import type { DatabaseLocation } from './database/open-database';
import { entities } from './entities';
import { HistoryModule } from './history/history.module';
import { FindingsModule } from './findings/findings.module';
import { HealthModule } from './health/health.module';
import { ImportExportModule } from './import-export/import-export.module';
import { KeysModule } from './keys/keys.module';
import { LiveModule } from './live/live.module';
import { McpModule } from './mcp/mcp.module';
import { GlossaryModule } from './glossary/glossary.module';
import { MemoryModule } from './memory/memory.module';
import { OrganizationsModule } from './organizations/organizations.module';
import { ProjectsModule } from './projects/projects.module';
import { PlanThrottlerGuard } from './rate-limit/plan-throttler.guard';
import { RateLimitModule } from './rate-limit/rate-limit.module';
import { ReviewModule } from './review/review.module';
import { WebhooksModule } from './webhooks/webhooks.module';
import { AssignmentsModule } from './assignments/assignments.module';
import { CommentsModule } from './comments/comments.module';
import { ScreenshotsModule } from './screenshots/screenshots.module';
import { DeliveryModule } from './delivery/delivery.module';
import { ReleasesModule } from './releases/releases.module';
import { PeopleModule } from './people/people.module';
import { SessionsModule } from './sessions/sessions.module';

@Module({
  imports: [
    AuthModule,
    RateLimitModule,
    AuditModule,
    ApiKeysModule,
    SessionsModule,
    PeopleModule,
    OrganizationsModule,
    ProjectsModule,
    KeysModule,
    FindingsModule,
    HistoryModule,
    ImportExportModule,
    ReviewModule,
    WebhooksModule,
    ReleasesModule,
    DeliveryModule,
    GlossaryModule,
    MemoryModule,
    AssignmentsModule,
    CommentsModule,
    ScreenshotsModule,
    McpModule,
    LiveModule,
    HealthModule,
  ],
  providers: [
    { provide: APP_FILTER, useClass: ProblemFilter },
    // Guards run in this order: rate limit (429), access (401, 403), the request (400), memory (429), then its body
    // (400).
    { provide: APP_GUARD, useClass: PlanThrottlerGuard },
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: StrictQueryGuard },
    { provide: APP_GUARD, useClass: IdempotencyKeyGuard },
    { provide: APP_GUARD, useClass: MemoryGuard },
    { provide: APP_GUARD, useClass: JsonBodyGuard },
    { provide: APP_PIPE, useClass: DtoValidationPipe },
  ],
})
export class AppModule {
  static forRoot(settings: Settings, location: DatabaseLocation): DynamicModule {
    return {
      module: AppModule,
      imports: [SettingsModule.forRoot(settings), DatabaseModule.forRoot(location, entities)],
    };
  }
}
