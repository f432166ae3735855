import { ApiProperty } from '@nestjs/swagger';
import { SCOPES, type Scope } from '../../common/access/scope';
import type { ApiKey } from '../api-key.entity';
import { EXAMPLE_IDS } from '../../common/example-ids';

const LAST_USED_AT = {
  description: 'The time of its last use, accurate to about a minute; null if it was never used.',
  type: String,
  format: 'date-time',
  nullable: true,
};

/** An API key without its secret, of which only a hash is stored. */
export class ApiKeyDto {
  @ApiProperty({
    description: 'The id of the API key: a UUID of version 7.',
    format: 'uuid',
    example: EXAMPLE_IDS.apiKey,
  })
  id!: string;

  @ApiProperty({ example: 'Nightly export' })
  name!: string;

  @ApiProperty({ enum: SCOPES, enumName: 'Scope', isArray: true, example: ['projects:read', 'translations:read'] })
  scopes!: Scope[];

  @ApiProperty({
    description:
      'The only projects that the API key can access; null if it can access all projects of its organization.',
    type: [String],
    nullable: true,
    example: null,
  })
  projectIds!: string[] | null;

  @ApiProperty({
    description: 'The only languages in which the API key writes texts; null if it writes all languages.',
    type: [String],
    nullable: true,
    example: null,
  })
  languages!: string[] | null;

  @ApiProperty({ description: 'The last four characters of the secret.', example: 't9BO' })
  hint!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'The time at which it expires; null if it does not expire.',
    example: '2030-01-31T12:00:00.000Z',
  })
  expiresAt!: string | null;

  @ApiProperty({
    description:
      'Requests per minute of this API key alone, which also count to the limit of its organization; null: only that limit.',
    type: 'integer',
    nullable: true,
    example: null,
  })
  rateLimit!: number | null;

  @ApiProperty({
    description: 'The name of the person who created it, or a text that the client of another API key chose.',
    type: String,
    nullable: true,
    example: 'jo@example.com',
  })
  createdBy!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T12:00:00.000Z' })
  createdAt!: string;

  @ApiProperty({ ...LAST_USED_AT, example: '2026-11-20T12:34:56.789Z' })
  lastUsedAt!: string | null;

  static from(apiKey: ApiKey): ApiKeyDto {
    return {
      id: apiKey.id,
      name: apiKey.name,
      scopes: apiKey.scopes,
      projectIds: apiKey.projectIds,
      languages: apiKey.languages,
      hint: apiKey.hint,
      expiresAt: apiKey.expiresAt?.toISOString() ?? null,
      rateLimit: apiKey.rateLimit,
      createdBy: apiKey.createdBy,
      createdAt: apiKey.createdAt.toISOString(),
      lastUsedAt: apiKey.lastUsedAt?.toISOString() ?? null,
    };
  }
}

/** An API key with its secret, which only the response to its creation or rotation contains. */
export class NewApiKeyDto extends ApiKeyDto {
  @ApiProperty({
    description: 'The secret. No other response contains it.',
    example: 'glossa_00000000000000000000000000000000000014t9BO',
  })
  secret!: string;

  @ApiProperty({ ...LAST_USED_AT, example: null })
  override lastUsedAt!: string | null;

  static fromNew({ apiKey, secret }: { apiKey: ApiKey; secret: string }): NewApiKeyDto {
    return { ...ApiKeyDto.from(apiKey), secret };
  }
}

export class ApiKeyListDto {
  @ApiProperty({ type: [ApiKeyDto] })
  apiKeys!: ApiKeyDto[];
}

export class ApiKeyResponseDto {
  @ApiProperty({ type: ApiKeyDto })
  apiKey!: ApiKeyDto;
}

export class NewApiKeyResponseDto {
  @ApiProperty({ type: NewApiKeyDto })
  apiKey!: NewApiKeyDto;
}
