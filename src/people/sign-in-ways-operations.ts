import type { OperationOptions } from '../http/operation.decorator';
import { PasswordRequestedDto, SignInWaysDto } from './dto/sign-in-ways.dto';

export const signInWaysOperations = {
  get: {
    id: 'getSignInWays',
    answer: 'object',
    summary: 'Read the ways to sign in',
    description: 'Returns what the sign-in page offers.',
    response: SignInWaysDto,
  },
  requestPassword: {
    id: 'requestPassword',
    answer: 'object',
    summary: 'Request a link for a new password',
    description:
      'Mails a link with which the person sets a new password, with `POST /password`, if the person is in an organization, or is invited ' +
      'to one. It works once, for an hour. Neither the response nor ' +
      'its duration tells whether the address has an account: it is looked up in the background. An address gets at most 3 such mails in an ' +
      'hour, and a client network requests at most 30; further requests get the same response, and nothing is mailed. Where the ' +
      'operator has not set up mail, it is a 400 `mail_not_set_up`.',
    response: PasswordRequestedDto,
    errors: ['unauthenticated', 'cross_site_request', 'password_sign_in_off', 'mail_not_set_up'],
  },
} satisfies Record<string, OperationOptions>;
