import { Module } from '@nestjs/common';
import { DeliveryModule } from '../delivery/delivery.module';
import { ImportExportModule } from '../import-export/import-export.module';
import { HistoryModule } from '../history/history.module';
import { KeysModule } from '../keys/keys.module';
import { ProjectsModule } from '../projects/projects.module';
import { RateLimitModule } from '../rate-limit/rate-limit.module';
import { WebhooksModule } from '../webhooks/webhooks.module';
import { DatabaseProbe } from './database-probe';
import { DeliveryMetrics } from './delivery-metrics';
import { HealthController } from './health.controller';
import { HttpMetrics } from './http-metrics';
import { Metrics } from './metrics';
import { MetricsController } from './metrics.controller';
import { Readiness } from './readiness';
import { ResourceMetrics } from './resource-metrics';
import { StorageMetrics } from './storage-metrics';
import { WebhookMetrics } from './webhook-metrics';

/** Probes and metrics for the operator. They need no API key and are not rate limited. */
@Module({
  imports: [
    DeliveryModule,
    HistoryModule,
    ImportExportModule,
    KeysModule,
    ProjectsModule,
    RateLimitModule,
    WebhooksModule,
  ],
  controllers: [HealthController, MetricsController],
  providers: [
    DatabaseProbe,
    DeliveryMetrics,
    HttpMetrics,
    Metrics,
    Readiness,
    ResourceMetrics,
    StorageMetrics,
    WebhookMetrics,
  ],
})
export class HealthModule {}
