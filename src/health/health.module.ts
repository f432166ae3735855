import { Module } from '@nestjs/common';
import { ImportExportModule } from '../import-export/import-export.module';
import { RateLimitModule } from '../rate-limit/rate-limit.module';
import { DatabaseProbe } from './database-probe';
import { HealthController } from './health.controller';
import { HttpMetrics } from './http-metrics';
import { Metrics } from './metrics';
import { MetricsController } from './metrics.controller';
import { ResourceMetrics } from './resource-metrics';

/** For whoever runs the service: without an API key, and never counted. */
@Module({
  imports: [ImportExportModule, RateLimitModule],
  controllers: [HealthController, MetricsController],
  providers: [DatabaseProbe, HttpMetrics, Metrics, ResourceMetrics],
})
export class HealthModule {}
