import type { OperationOptions } from '../http/operation.decorator';
import { DeletedDto } from '../http/responses/deleted.dto';
import { MemberListDto, MemberResponseDto, PasswordLinkDto } from './dto/member.dto';

export const memberOperations = {
  list: {
    id: 'listMembers',
    answer: 'page',
    summary: 'List members',
    description: 'Lists the persons of the organization, at most 1,000, the first member first.',
    response: MemberListDto,
  },
  change: {
    id: 'changeMember',
    answer: 'object',
    summary: 'Change a member',
    description:
      'Changes the role, the projects or the languages of a member: at once, on other replicas within 5 s. Another role ends the ' +
      'sessions of the member. Open invitations that the member has made, and may not make any more, are withdrawn; ' +
      'so are links for passwords, and links that owners have made for the member. Nobody changes a member who has more than the ' +
      'caller, or gives more than the caller has, and only owners make or unmake owners (403 `not_grantable`). The last owner of all projects and languages ' +
      'stays one (400 `last_owner`). An API key with all that an owner has makes the first one.',
    response: MemberResponseDto,
    errors: ['member_not_found', 'not_grantable', 'last_owner'],
    requestExample: { role: 'translator', languages: ['de'] },
  },
  remove: {
    id: 'removeMember',
    answer: 'object',
    summary: 'Remove a member',
    description:
      'Ends a membership and its sessions, on other replicas within 5 s, and withdraws the open invitations and links for passwords of the ' +
      'member. The history goes on to name the person, and API keys that the person created stay. The last owner of all projects and languages cannot go (400 ' +
      '`last_owner`). The caller itself cannot go from its only organization (400 `last_organization`).',
    response: DeletedDto,
    errors: ['member_not_found', 'not_grantable', 'last_owner', 'last_organization'],
  },
  createPasswordLink: {
    id: 'createPasswordLink',
    answer: 'object',
    summary: 'Make a link for a new password',
    description:
      'Makes a link with which the member sets a new password. It works once, for 24 hours, and ends earlier ones. Who makes it could ' +
      'use it: so only an owner can, and only for a person who is in no other organization and does not sign in by single sign-on (403 ' +
      '`not_grantable`). It ends when that owner goes or may not make it any more, and with each change of the member.',
    status: 201,
    response: PasswordLinkDto,
    secret: true,
    errors: ['password_sign_in_off', 'member_not_found', 'not_grantable'],
  },
} satisfies Record<string, OperationOptions>;
