import { ApiProperty } from '@nestjs/swagger';
import { NewApiKeyDto } from '../../api-keys/dto/api-key.dto';
import { PLANS, type Plan } from '../../common/access/principal';
import type { Organization } from '../organization.entity';
import { getRateLimit } from '../../rate-limit/plan-limits';
import { EXAMPLE_IDS } from '../../common/example-ids';

/** A tenant. */
export class OrganizationDto {
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

  @ApiProperty({
    type: 'integer',
    description: "Requests per minute: the plan's limit, or the organization's own for the plan enterprise.",
    example: 1000,
  })
  rateLimit!: number;

  @ApiProperty({
    description: "Whether this is the operator's own organization, which cannot be deleted.",
    example: false,
  })
  bootstrap!: boolean;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T12:00:00.000Z' })
  createdAt!: string;

  static from({ id, name, plan, rateLimit, bootstrap, createdAt }: Organization): OrganizationDto {
    return {
      id,
      name,
      plan,
      rateLimit: getRateLimit(plan, rateLimit),
      bootstrap,
      createdAt: createdAt.toISOString(),
    };
  }
}

export class OrganizationListDto {
  @ApiProperty({ type: [OrganizationDto] })
  organizations!: OrganizationDto[];
}

export class OrganizationResponseDto {
  @ApiProperty({ type: OrganizationDto })
  organization!: OrganizationDto;
}

export class NewOrganizationResponseDto extends OrganizationResponseDto {
  @ApiProperty({
    type: NewApiKeyDto,
    description: 'The first API key of the organization, with all scopes that a tenant can have.',
  })
  apiKey!: NewApiKeyDto;

  @ApiProperty({
    description:
      'The link with which the first owner makes the account (`POST /invitations/accept`). Only this response contains it; it works once, ' +
      'for 24 hours.',
    example: 'https://glossa.example.com/welcome#2m8Qx7Rk4Tn9Vb3Yc6Hd1Jf5Gs0Wa8Ze7Lp2Ku4Xi9N',
  })
  welcomeLink!: string;
}
