import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import { Public } from '../common/access/access.decorators';
import { RateLimitHealth } from '../rate-limit/rate-limit-health';
import { DatabaseProbe } from './database-probe';
import { LivenessDto, ReadinessDto } from './health.dto';
import { NotReadyError } from './not-ready.error';

@ApiTags('Health')
@Controller('health')
@Public()
export class HealthController {
  constructor(
    private readonly database: DatabaseProbe,
    private readonly rateLimit: RateLimitHealth,
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
    description: 'The database cannot be reached. The problem has the code `not_ready`.',
  })
  async ready(): Promise<ReadinessDto> {
    if (!(await this.database.isReachable())) throw new NotReadyError();
    const { mode, degraded } = this.rateLimit;
    return {
      status: degraded ? 'degraded' : 'ok',
      database: 'ok',
      redis: mode === 'process' ? 'unused' : degraded ? 'away' : 'ok',
    };
  }
}
