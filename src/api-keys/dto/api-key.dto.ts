import { ApiProperty } from '@nestjs/swagger';
import { SCOPES, type Scope } from '../../common/access/scope';
import type { ApiKey } from '../api-key.entity';

/** An API key without its secret, which is nowhere. */
export class ApiKeyDto {
  @ApiProperty({ description: 'UUID, version 7.', format: 'uuid', example: '019a9f3e-6d1c-7a52-8f0e-3b5a1c9d7e42' })
  id!: string;

  @ApiProperty({ example: 'Nightly export' })
  name!: string;

  @ApiProperty({ enum: SCOPES, isArray: true, example: ['projects:read', 'translations:read'] })
  scopes!: Scope[];

  @ApiProperty({
    description: 'The only projects that it can reach; null: all of the organization.',
    type: [String],
    nullable: true,
    example: null,
  })
  projectIds!: string[] | null;

  @ApiProperty({ description: 'The last four characters of its secret.', example: 'x3Qz' })
  hint!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2030-01-31T12:00:00.000Z' })
  expiresAt!: string | null;

  @ApiProperty({
    description: 'Whoever asked for it, in the words of the dashboard.',
    type: String,
    nullable: true,
    example: 'jo@example.com',
  })
  createdBy!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T12:00:00.000Z' })
  createdAt!: string;

  @ApiProperty({
    description: 'To about a minute.',
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-11-20T12:34:56.789Z',
  })
  lastUsedAt!: string | null;

  static from(apiKey: ApiKey): ApiKeyDto {
    return {
      id: apiKey.id,
      name: apiKey.name,
      scopes: apiKey.scopes,
      projectIds: apiKey.projectIds,
      hint: apiKey.hint,
      expiresAt: apiKey.expiresAt?.toISOString() ?? null,
      createdBy: apiKey.createdBy,
      createdAt: apiKey.createdAt.toISOString(),
      lastUsedAt: apiKey.lastUsedAt?.toISOString() ?? null,
    };
  }
}

/** With the secret: in the answer that made it, and nowhere else. */
export class NewApiKeyDto extends ApiKeyDto {
  @ApiProperty({
    description: 'Shown this once.',
    example: 'glossa_00000000000000000000000000000000000014t9BO',
  })
  secret!: string;

  static fromNew({ apiKey, secret }: { apiKey: ApiKey; secret: string }): NewApiKeyDto {
    return { ...ApiKeyDto.from(apiKey), secret };
  }
}

export class ApiKeyListDto {
  @ApiProperty({ type: [ApiKeyDto] })
  apiKeys!: ApiKeyDto[];
}

export class NewApiKeyResponseDto {
  @ApiProperty({ type: NewApiKeyDto })
  apiKey!: NewApiKeyDto;
}
