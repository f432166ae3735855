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

  @ApiProperty({ type: OwnOrganizationDto })
  organization!: OwnOrganizationDto;

  static from({ organizationId: id, organizationName: name, plan, rateLimit }: Principal, apiKey: ApiKey): MeDto {
    return { apiKey: ApiKeyDto.from(apiKey), organization: { id, name, plan, rateLimit } };
  }
}
