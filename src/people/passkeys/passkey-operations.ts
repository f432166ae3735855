import type { OperationOptions } from '../../http/operation.decorator';
import { DeletedDto } from '../../http/responses/deleted.dto';
import { MeDto } from '../dto/me.dto';
import { PasskeyListDto, PasskeyOptionsDto, PasskeyResponseDto } from '../dto/passkey.dto';
import { SET_COOKIE } from '../session-operations';

export const passkeyOperations = {
  list: {
    id: 'listPasskeys',
    answer: 'page',
    summary: 'List the own passkeys',
    description: 'Lists the passkeys of the person, the first one first.',
    response: PasskeyListDto,
  },
  begin: {
    id: 'beginPasskey',
    answer: 'object',
    summary: 'Begin a passkey',
    description:
      'Returns what `navigator.credentials.create()` needs to make a passkey of this person, for the host of `PUBLIC_URL`, or else of the ' +
      'request. The authenticator keeps it (a discoverable credential) and verifies the person.',
    response: PasskeyOptionsDto,
    secret: true,
    responseExample: {
      publicKey: {
        rp: { id: 'glossa.example.com', name: 'Glossa' },
        user: { id: 'AZqfPlscfkWNLj9KW2x9jg', name: 'jo@example.com', displayName: 'Jo Meyer' },
        challenge: 'FHZ0ZcDpqd0ivQqCkEvKTBgAJJ6GUzJJ0dWMo0kT3eY',
        pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
        timeout: 300_000,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
      },
    },
  },
  add: {
    id: 'addPasskey',
    answer: 'object',
    summary: 'Add a passkey',
    description:
      'Adds the passkey that a browser has made with the options of `POST /me/passkeys/options`, within five minutes. It is a 400 ' +
      '`invalid_passkey` if the challenge was not for this person, was used or has expired, if the page was of another origin, if the person was ' +
      'not verified, or if there is such a passkey already. A person has at most 20 (400 `limit_exceeded`).',
    status: 201,
    response: PasskeyResponseDto,
    errors: ['invalid_passkey', 'limit_exceeded'],
  },
  rename: {
    id: 'renamePasskey',
    answer: 'object',
    summary: 'Rename a passkey',
    description: 'Gives a passkey of the person another name.',
    response: PasskeyResponseDto,
    errors: ['passkey_not_found'],
  },
  remove: {
    id: 'removePasskey',
    answer: 'object',
    summary: 'Remove a passkey',
    description:
      'Removes a passkey of the person, which signs in no more. Sessions that it has begun go on until they are ended or end by themselves.',
    response: DeletedDto,
    errors: ['passkey_not_found'],
  },
  beginSignIn: {
    id: 'beginPasskeySignIn',
    answer: 'object',
    summary: 'Begin a sign-in with a passkey',
    description:
      'Returns what `navigator.credentials.get()` needs to sign in with any passkey of the host. It takes no e-mail address and tells ' +
      'nothing of accounts.',
    response: PasskeyOptionsDto,
    secret: true,
    errors: ['unauthenticated', 'cross_site_request'],
  },
  signIn: {
    id: 'signInWithPasskey',
    answer: 'object',
    summary: 'Sign in with a passkey',
    description:
      'Begins a session of the person whose passkey has signed the challenge of `POST /passkey-sign-in/options`, as `POST /session` does ' +
      'with a password, and sets its cookie. It is not delayed by sign-ins with wrong passwords. Every refusal is the same 401 `unauthenticated`: for an unknown ' +
      'passkey, a wrong signature, another origin, a challenge that was used or has expired, a person who was not verified, and an ' +
      'authenticator that has counted fewer signatures than before.',
    status: 201,
    response: MeDto,
    headers: SET_COOKIE,
    secret: true,
    errors: ['unauthenticated', 'cross_site_request'],
  },
} satisfies Record<string, OperationOptions>;
