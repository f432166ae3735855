import { ApiProperty } from '@nestjs/swagger';
import { ApiKeyDto } from '../../api-keys/dto/api-key.dto';
import { EXAMPLE_IDS } from '../../common/example-ids';
import { PLANS, type Plan } from '../../common/access/principal';
import { ROLES, type Role } from '../../common/access/roles';
import { SCOPES, type Scope } from '../../common/access/scope';
import type { Me } from '../me.service';

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

/** An organization of which the person is a member. */
export class MemberOfDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.organization })
  id!: string;

  @ApiProperty({ example: 'Acme' })
  name!: string;

  @ApiProperty({ enum: [...ROLES], enumName: 'Role', example: 'translator' })
  role!: Role;
}

/** How a person can sign in. */
export class OwnSignInWaysDto {
  @ApiProperty({ description: 'Whether the account has a password that can be used.', example: true })
  password!: boolean;

  @ApiProperty({ description: 'Whether the account is connected with single sign-on.', example: false })
  singleSignOn!: boolean;
}

/** The person who calls. */
export class OwnPersonDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.person })
  id!: string;

  @ApiProperty({ example: 'Jo Meyer' })
  name!: string;

  @ApiProperty({ example: 'jo@example.com' })
  email!: string;

  @ApiProperty({
    description: 'The language of the dashboard; null: the language of the browser.',
    type: String,
    nullable: true,
    example: null,
  })
  locale!: string | null;

  @ApiProperty({ description: 'Whether unread items of the inbox are mailed.', example: true })
  inboxMail!: boolean;

  @ApiProperty({ description: 'How the person can sign in.', type: OwnSignInWaysDto })
  signInWays!: OwnSignInWaysDto;

  @ApiProperty({ description: 'The organizations of the person, the first one first.', type: [MemberOfDto] })
  organizations!: MemberOfDto[];
}

/** The caller, an API key or a person, and its organization. */
export class MeDto {
  @ApiProperty({ type: ApiKeyDto, nullable: true, description: 'Null: the caller is a person.' })
  apiKey!: ApiKeyDto | null;

  @ApiProperty({ type: OwnPersonDto, nullable: true, description: 'Null: the caller is an API key.', example: null })
  person!: OwnPersonDto | null;

  @ApiProperty({
    enum: [...ROLES],
    enumName: 'Role',
    nullable: true,
    description: 'The role of the person; null: the caller is an API key.',
    example: null,
  })
  role!: Role | null;

  @ApiProperty({
    description: 'The scopes of the caller.',
    enum: SCOPES,
    enumName: 'Scope',
    isArray: true,
    example: ['projects:read', 'translations:read'],
  })
  scopes!: Scope[];

  @ApiProperty({
    description: 'The only projects that the caller can access; null: all projects of the organization.',
    type: [String],
    nullable: true,
    example: null,
  })
  projectIds!: readonly string[] | null;

  @ApiProperty({
    description: 'The only languages in which the caller can write texts; null: all languages.',
    type: [String],
    nullable: true,
    example: null,
  })
  languages!: readonly string[] | null;

  @ApiProperty({ type: OwnOrganizationDto })
  organization!: OwnOrganizationDto;

  static from({ principal, apiKey, account }: Me): MeDto {
    const { organizationId: id, organizationName: name, plan, rateLimit, projectIds, languages, person } = principal;
    return {
      apiKey: apiKey && ApiKeyDto.from(apiKey),
      person: account && { ...account.person, organizations: account.organizations },
      role: person?.role ?? null,
      scopes: [...principal.scopes],
      projectIds,
      languages,
      organization: { id, name, plan, rateLimit },
    };
  }
}
