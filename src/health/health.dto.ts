import { ApiProperty } from '@nestjs/swagger';

export class LivenessDto {
  @ApiProperty({ enum: ['ok'] })
  status!: 'ok';
}

export class ReadinessDto {
  @ApiProperty({
    enum: ['ok', 'degraded'],
    description: '`degraded`: requests are served, but Redis cannot be reached.',
  })
  status!: 'ok' | 'degraded';

  @ApiProperty({ enum: ['ok'] })
  database!: 'ok';

  @ApiProperty({
    enum: ['ok', 'away', 'unused'],
    description: '`away`: Redis cannot be reached. `unused`: `REDIS_URL` is not set.',
  })
  redis!: 'ok' | 'away' | 'unused';
}
