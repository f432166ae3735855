import { ApiProperty } from '@nestjs/swagger';
import { LanguagesField, ProjectIdsField } from '../../api-keys/dto/api-key-fields';
import { ROLES, type Role } from '../../common/access/roles';
import { EXAMPLE_IDS } from '../../common/example-ids';
import { StringField } from '../../common/validation/fields';
import { displayNameRules } from '../../common/validation/text-rules';
import type { Link } from '../link.entity';
import { EmailField, newPasswordRules, PASSWORD_EXAMPLE, RoleField, TokenField } from './person-fields';

/** An invitation to make. */
export class CreateInvitationDto {
  @EmailField({ description: 'The e-mail address of the person.' })
  email!: string;

  @RoleField({ description: 'The role that the person will have.' })
  role!: Role;

  @ProjectIdsField('The only projects that the person will access. Default, and `null`: all projects.')
  projectIds?: string[] | null;

  @LanguagesField('The only languages in which the person will write texts. Default, and `null`: all languages.')
  languages?: string[] | null;
}

/** An invitation that can be accepted. */
export class InvitationDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.invitation })
  id!: string;

  @ApiProperty({ example: 'jo@example.com' })
  email!: string;

  @ApiProperty({ enum: [...ROLES], enumName: 'Role', example: 'translator' })
  role!: Role;

  @ApiProperty({ type: [String], nullable: true, example: null })
  projectIds!: string[] | null;

  @ApiProperty({ type: [String], nullable: true, example: ['de'] })
  languages!: string[] | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T12:00:00.000Z' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-27T12:00:00.000Z' })
  expiresAt!: string;

  static from({ id, email, role, projectIds, languages, createdAt, expiresAt }: Link): InvitationDto {
    const times = { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
    return { id, email: email ?? '', role: role ?? 'viewer', projectIds, languages, ...times };
  }
}

export class InvitationListDto {
  @ApiProperty({ type: [InvitationDto] })
  invitations!: InvitationDto[];
}

export class NewInvitationDto {
  @ApiProperty({ type: InvitationDto })
  invitation!: InvitationDto;

  @ApiProperty({
    description: 'The link, which only this response and the mail contain. It works once.',
    example: 'https://glossa.example.com/invitation#2m8Qx7Rk4Tn9Vb3Yc6Hd1Jf5Gs0Wa8Ze7Lp2Ku4Xi9N',
  })
  link!: string;
}

/** The use of an invitation or a welcome link. */
export class AcceptInvitationDto {
  @TokenField()
  token!: string;

  @StringField(displayNameRules, {
    optional: true,
    description:
      'The name of the person, for a new account. A request without it is for an account that exists, and a 401 `unauthenticated` without one.',
    example: 'Jo Meyer',
  })
  name?: string;

  @EmailField({ optional: true, description: 'The e-mail address of the person. Required by a welcome link.' })
  email?: string;

  @StringField(newPasswordRules, {
    optional: true,
    description:
      'The password of the account: 12 to 128 characters, not the e-mail address and no common one. Required unless the request has a ' +
      'session of this person.',
    example: PASSWORD_EXAMPLE,
  })
  password?: string;
}
