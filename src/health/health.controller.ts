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
  @ApiOperation({ operationId: 'getLiveness', summary: 'Whether the process answers' })
  @ApiOkResponse({ type: LivenessDto })
  live(): LivenessDto {
    return { status: 'ok' };
  }

  @Get('ready')
  @ApiOperation({
    operationId: 'getReadiness',
    summary: 'Whether requests can be served',
    description: 'Without Redis they can: each replica then counts requests for itself, and `status` is `degraded`.',
  })
  @ApiOkResponse({ type: ReadinessDto })
  @ApiServiceUnavailableResponse({
    description: 'The database cannot be reached: a problem with the code `not_ready`.',
  })
  async ready(): Promise<ReadinessDto> {
    if (!(await this.database.isThere())) throw new NotReadyError();
    const { mode, degraded } = this.rateLimit;
    return {
      status: degraded ? 'degraded' : 'ok',
      database: 'ok',
      redis: mode === 'process' ? 'unused' : degraded ? 'away' : 'ok',
    };
  }
}
