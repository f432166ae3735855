import { ApiProperty } from '@nestjs/swagger';
import { LanguagesField, ProjectIdsField } from '../../api-keys/dto/api-key-fields';
import { ROLES, type Role } from '../../common/access/roles';
import { EXAMPLE_IDS } from '../../common/example-ids';
import { CrossField } from '../../common/validation/constraint';
import type { ListedMember } from '../members.service';
import { RoleField } from './person-fields';

/** The person of a member. */
export class MemberPersonDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.person })
  id!: string;

  @ApiProperty({ example: 'Jo Meyer' })
  name!: string;

  @ApiProperty({ example: 'jo@example.com' })
  email!: string;
}

const ROLE = { enum: [...ROLES], enumName: 'Role', example: 'translator' };

/** A person in the organization. */
export class MemberDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.member })
  id!: string;

  @ApiProperty({ type: MemberPersonDto })
  person!: MemberPersonDto;

  @ApiProperty(ROLE)
  role!: Role;

  @ApiProperty({
    description: 'The only projects that the member can access; null: all projects of the organization.',
    type: [String],
    nullable: true,
    example: null,
  })
  projectIds!: readonly string[] | null;

  @ApiProperty({
    description: 'The only languages in which the member writes texts; null: all languages.',
    type: [String],
    nullable: true,
    example: ['de'],
  })
  languages!: readonly string[] | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T12:00:00.000Z' })
  createdAt!: string;

  static from({ id, person, role, projectIds, languages, createdAt }: ListedMember): MemberDto {
    return { id, person, role, projectIds, languages, createdAt: createdAt.toISOString() };
  }
}

export class MemberListDto {
  @ApiProperty({ type: [MemberDto] })
  members!: MemberDto[];
}

export class MemberResponseDto {
  @ApiProperty({ type: MemberDto })
  member!: MemberDto;
}

/** Changes of a member. Absent fields stay as they are. */
@CrossField<ChangeMemberDto>({
  code: 'required',
  isValid: ({ role, projectIds, languages }) => [role, projectIds, languages].some((value) => value !== undefined),
  detail: 'at least one of role, projectIds, languages',
})
export class ChangeMemberDto {
  @RoleField({ optional: true, description: 'The new role.' })
  role?: Role;

  @ProjectIdsField('The only projects that the member can access from now on. `null`: all projects.')
  projectIds?: string[] | null;

  @LanguagesField('The only languages in which the member writes texts from now on. `null`: all languages.')
  languages?: string[] | null;
}

/** A link with which a member sets a new password. */
export class PasswordLinkDto {
  @ApiProperty({
    description: 'The link, which only this response contains. It works once.',
    example: 'https://glossa.example.com/password#2m8Qx7Rk4Tn9Vb3Yc6Hd1Jf5Gs0Wa8Ze7Lp2Ku4Xi9N',
  })
  link!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T12:00:00.000Z' })
  expiresAt!: string;
}
