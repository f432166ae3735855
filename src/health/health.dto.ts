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

  @ApiProperty({ description: 'The version of the program.', example: '0.1.0' })
  version!: string;

  @ApiProperty({ enum: ['ok'] })
  database!: 'ok';

  @ApiProperty({ enum: ['server', 'embedded'], description: '`embedded`: `DATABASE_URL` is not set.' })
  databaseKind!: 'server' | 'embedded';

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'postgres:5432',
    description: '`null`: the database is embedded.',
  })
  databaseHost!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'glossa', description: '`null`: the database is embedded.' })
  databaseName!: string | null;

  @ApiProperty({
    enum: ['ok', 'away', 'unused'],
    description: '`away`: Redis cannot be reached. `unused`: `REDIS_URL` is not set.',
  })
  redis!: 'ok' | 'away' | 'unused';
}
