import { ApiProperty } from '@nestjs/swagger';
import { PLANS, type Plan, type Principal } from '../../common/access/principal';
import type { ApiKey } from '../api-key.entity';
import { ApiKeyDto } from './api-key.dto';
import { EXAMPLE_IDS } from '../../common/example-ids';

/** The organization of the caller. */
export class OwnOrganizationDto {
  @ApiProperty({
    description: 'The id of the organization: a UUID of version 7.',
    format: 'uuid',
    example: EXAMPLE_IDS.organization,
  })
  id!: string;

  @ApiProperty({ example: 'Acme' })
  name!: string;

  @ApiProperty({ enum: PLANS, example: 'growth' })
  plan!: Plan;

  @ApiProperty({ type: 'integer', description: 'Requests per minute of all API keys together.', example: 1000 })
  rateLimit!: number;
}

/** The API key and the organization of the caller. */
export class MeDto {
  @ApiProperty({ type: ApiKeyDto })
  apiKey!: ApiKeyDto;

  @ApiProperty({
    description: 'The only languages in which the caller can write texts; null: all languages.',
    type: [String],
    nullable: true,
    example: null,
  })
  languages!: readonly string[] | null;

  @ApiProperty({ type: OwnOrganizationDto })
  organization!: OwnOrganizationDto;

  static from(principal: Principal, apiKey: ApiKey): MeDto {
    const { organizationId: id, organizationName: name, plan, rateLimit, languages } = principal;
    return { apiKey: ApiKeyDto.from(apiKey), languages, organization: { id, name, plan, rateLimit } };
  }
}
