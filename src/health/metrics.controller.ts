import { Controller, Get, Header, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags, ApiUnauthorizedResponse } from '@nestjs/swagger';
import { Registry } from 'prom-client';
import { Public } from '../common/access/access.decorators';
import { Metrics } from './metrics';
import { MetricsTokenGuard } from './metrics-token.guard';

@ApiTags('Health')
@Controller('metrics')
@Public()
@UseGuards(MetricsTokenGuard)
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  @Header('content-type', Registry.PROMETHEUS_CONTENT_TYPE)
  @ApiOperation({
    operationId: 'getMetrics',
    summary: 'Read the metrics for Prometheus',
    description: 'If the operator has set `METRICS_TOKEN`, it is the bearer token of this path.',
  })
  @ApiOkResponse({ content: { 'text/plain': { schema: { type: 'string' } } } })
  @ApiUnauthorizedResponse({ description: 'The token is missing or wrong.' })
  get(): Promise<string> {
    return this.metrics.registry.metrics();
  }
}
