import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import { Public } from '../common/access/access.decorators';
import { VERSION } from '../config/version';
import { OPEN_DATABASE } from '../database/database.module';
import type { OpenDatabase } from '../database/open-database';
import { RateLimitHealth } from '../rate-limit/rate-limit-health';
import { DatabaseProbe } from './database-probe';
import { LivenessDto, ReadinessDto } from './health.dto';
import { NotReadyError } from '../common/errors/not-ready.error';
import { Readiness } from './readiness';

@ApiTags('Health')
@Controller('health')
@Public()
export class HealthController {
  constructor(
    private readonly probe: DatabaseProbe,
    @Inject(OPEN_DATABASE) private readonly database: OpenDatabase,
    private readonly rateLimit: RateLimitHealth,
    private readonly readiness: Readiness,
  ) {}

  @Get('live')
  @ApiOperation({ operationId: 'getLiveness', summary: 'Check that the process responds' })
  @ApiOkResponse({ type: LivenessDto })
  live(): LivenessDto {
    return { status: 'ok' };
  }

  @Get('ready')
  @ApiOperation({
    operationId: 'getReadiness',
    summary: 'Check that requests can be served',
    description:
      'Requests are served without Redis too: each replica then counts them on its own, and `status` is `degraded`.',
  })
  @ApiOkResponse({ type: ReadinessDto })
  @ApiServiceUnavailableResponse({
    description: 'The database cannot be reached, or the service shuts down. The problem has the code `not_ready`.',
  })
  async ready(): Promise<ReadinessDto> {
    if (this.readiness.isShuttingDown) throw new NotReadyError('the service shuts down');
    if (!(await this.probe.isReachable())) throw new NotReadyError('the database cannot be reached');
    const { mode, degraded } = this.rateLimit;
    const { kind, host, name } = this.database.place;
    return {
      status: degraded ? 'degraded' : 'ok',
      version: VERSION,
      database: 'ok',
      databaseKind: kind,
      databaseHost: host,
      databaseName: name,
      redis: mode === 'process' ? 'unused' : degraded ? 'away' : 'ok',
    };
  }
}
