import { ApiProperty } from '@nestjs/swagger';

export class LivenessDto {
  @ApiProperty({ enum: ['ok'] })
  status!: 'ok';
}

export class ReadinessDto {
  @ApiProperty({ enum: ['ok', 'degraded'], description: '`degraded`: served, but Redis is away.' })
  status!: 'ok' | 'degraded';

  @ApiProperty({ enum: ['ok'] })
  database!: 'ok';

  @ApiProperty({ enum: ['ok', 'away', 'unused'], description: '`unused`: there is no `REDIS_URL`.' })
  redis!: 'ok' | 'away' | 'unused';
}
