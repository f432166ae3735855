import type { OperationOptions } from '../http/operation.decorator';
import { DeletedDto } from '../http/responses/deleted.dto';
import { MeDto } from './dto/me.dto';
import { OwnSessionListDto } from './dto/own-account.dto';

export const meOperations = {
  get: {
    id: 'getMe',
    answer: 'object',
    summary: 'Read the caller',
    description:
      'Returns the caller, an API key or the person of a session, with its scopes, projects and languages, and the plan and rate ' +
      'limit of its organization.',
    response: MeDto,
  },
  change: {
    id: 'changeMe',
    answer: 'object',
    summary: 'Change the own account',
    description:
      'Changes the name, the language of the dashboard, the mails about the inbox or the password of the person. Another password ends the other sessions of the ' +
      'person, on other replicas within 5 s. Wrong current passwords count with the wrong passwords of the sign-in: after ten attempts ' +
      'without success in 15 minutes, further ones are delayed, up to 30 s.',
    response: MeDto,
    errors: ['password_sign_in_off'],
    requestExample: { name: 'Jo Meyer' },
  },
  remove: {
    id: 'removeMe',
    answer: 'object',
    summary: 'Remove the own account',
    description:
      'Removes the account with its name, address, password, passkeys, memberships, sessions and open invitations. The history goes on to say that the changes are ' +
      'of one person, and calls it `removed person`. An owner without another owner of all projects and languages cannot go (400 `last_owner`).',
    response: DeletedDto,
    errors: ['last_owner'],
  },
  leave: {
    id: 'leaveOrganization',
    answer: 'object',
    summary: 'Leave an organization',
    description:
      'Ends the membership of the person in an organization, with its sessions, on other replicas within 5 s, and withdraws the open ' +
      'invitations that the person has made there. The account and the other ' +
      'memberships stay. The last owner of all projects and languages cannot leave (400 `last_owner`), and nobody leaves the only organization (400 ' +
      '`last_organization`): `DELETE /me` removes the account.',
    response: DeletedDto,
    errors: ['organization_not_found', 'last_owner', 'last_organization'],
  },
  listSessions: {
    id: 'listOwnSessions',
    answer: 'page',
    summary: 'List the own sessions',
    description: 'Lists the sessions of the person in all organizations, the last used one first.',
    response: OwnSessionListDto,
  },
  endSession: {
    id: 'endOwnSession',
    answer: 'object',
    summary: 'End one of the own sessions',
    description: 'Ends a session of the person, on other replicas within 5 s.',
    response: DeletedDto,
    errors: ['session_not_found'],
  },
} satisfies Record<string, OperationOptions>;
