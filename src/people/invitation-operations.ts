import type { OperationOptions } from '../http/operation.decorator';
import { DeletedDto } from '../http/responses/deleted.dto';
import { InvitationListDto, NewInvitationDto } from './dto/invitation.dto';
import { MeDto } from './dto/me.dto';
import { PASSWORD_EXAMPLE } from './dto/person-fields';
import { SET_COOKIE } from './session-operations';

export const invitationOperations = {
  list: {
    id: 'listInvitations',
    answer: 'page',
    summary: 'List invitations',
    description: 'Lists the invitations that can be accepted, the first one first.',
    response: InvitationListDto,
  },
  create: {
    id: 'createInvitation',
    answer: 'object',
    summary: 'Invite a person',
    description:
      'Makes a link with which a person joins the organization. It is in this response, and mailed where mail is set up; it works once, for 7 days, and as ' +
      'long as the person or the API key that made it may make it; a new invitation replaces, and withdraws, an earlier one for the address. Nobody gives or withdraws more than the caller has, and only owners make owners, except that ' +
      'an API key with all that an owner has invites owners while no owner has all projects and languages (403 ' +
      '`not_grantable`). The response does not depend on whether the address has an account. An organization has at most 1,000 members ' +
      'and invitations (400 `limit_exceeded`).',
    status: 201,
    response: NewInvitationDto,
    secret: true,
    errors: ['not_grantable', 'already_member', 'limit_exceeded'],
    requestExample: { email: 'jo@example.com', role: 'viewer' },
  },
  withdraw: {
    id: 'withdrawInvitation',
    answer: 'object',
    summary: 'Withdraw an invitation',
    description: 'Withdraws an invitation: its link does not work any more.',
    response: DeletedDto,
    errors: ['invitation_not_found', 'not_grantable'],
  },
  accept: {
    id: 'acceptInvitation',
    answer: 'object',
    summary: 'Accept an invitation',
    description:
      'Uses the link of an invitation, or the welcome link with which the first owner of an organization makes the account: makes the ' +
      'account unless the address has one, joins the organization and begins a session, as `POST /session` does. A person who has an ' +
      'account sends its password, or the cookie of a session. A member becomes the first owner of all projects and languages by a welcome link, if there is none; any other ' +
      'link is a 400 `already_member` for a member. A link that is unknown, used or expired is a 400 `invalid_link`.',
    status: 201,
    response: MeDto,
    headers: SET_COOKIE,
    secret: true,
    errors: ['unauthenticated', 'cross_site_request', 'password_sign_in_off', 'invalid_link', 'already_member'],
    requestExample: {
      token: '2m8Qx7Rk4Tn9Vb3Yc6Hd1Jf5Gs0Wa8Ze7Lp2Ku4Xi9N',
      name: 'Jo Meyer',
      password: PASSWORD_EXAMPLE,
    },
  },
  acceptOwn: {
    id: 'acceptOwnInvitation',
    answer: 'object',
    summary: 'Accept an invitation of the inbox',
    description:
      'Accepts an invitation that `GET /inbox` lists, without its link: the person joins the organization, and a session there replaces the ' +
      'session of the request. It needs the session of the person who has proved the invited address; for anybody else, the invitation ' +
      'does not exist (404 `invitation_not_found`).',
    status: 201,
    response: MeDto,
    headers: SET_COOKIE,
    secret: true,
    errors: ['invitation_not_found', 'already_member'],
  },
  resetPassword: {
    id: 'resetPassword',
    answer: 'object',
    summary: 'Set a new password by a link',
    description:
      'Sets a new password with the token of a link, ends all sessions of the person, and begins one. A link that was mailed proves the ' +
      'address of the account; the first such link removes the passkeys. By such a link, a person who is in no organization any more joins the ' +
      'organization that has invited the address first. A link that an owner made ends the proof, and removes the passkeys. A link that is unknown, ' +
      'used or expired is a 400 `invalid_link`.',
    status: 201,
    response: MeDto,
    headers: SET_COOKIE,
    secret: true,
    errors: ['unauthenticated', 'cross_site_request', 'password_sign_in_off', 'invalid_link'],
  },
} satisfies Record<string, OperationOptions>;
