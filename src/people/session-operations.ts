import type { HeadersObject } from '@nestjs/swagger';
import { MeDto } from './dto/me.dto';
import type { OperationOptions } from '../http/operation.decorator';
import { DeletedDto } from '../http/responses/deleted.dto';

export const SET_COOKIE = {
  'Set-Cookie': {
    description: 'Sets or removes the cookie of the session: `__Host-glossa` over https, `glossa` over http.',
    schema: { type: 'string' },
    example: 'glossa=2m8Qx7Rk4Tn9Vb3Yc6Hd1Jf5; Path=/; HttpOnly; SameSite=Strict',
  },
} as const satisfies HeadersObject;

export const sessionOperations = {
  begin: {
    id: 'beginSession',
    answer: 'object',
    summary: 'Begin a session',
    description:
      'Begins a session of a browser, of a person or of an API key, and sets its cookie: `__Host-glossa` over https, `glossa` over http, with ' +
      '`HttpOnly` and `SameSite=Strict`. The cookie stands for the person or the API key in later requests, except for requests that have ' +
      'an `Authorization` header. The session ends 12 hours after its last request, 30 days after its begin, when the membership ends or gets another role, when ' +
      'the password changes, when the API key is revoked, expires or gets a new secret, when it is ended, and when its browser begins ' +
      'another one; a member or an API key has at most 100 sessions, of which the oldest ends. A person begins in the first of the ' +
      'own organizations. Neither the response nor its duration tells whether an address has an account. After ten attempts ' +
      'without success in 15 minutes, further ones are delayed, up to 30 s. ' +
      'With a cookie, a request that is neither GET nor HEAD needs the `Origin` of a page of this host (401 ' +
      '`unauthenticated`), and is refused with `Sec-Fetch-Site: cross-site` (403 `cross_site_request`). Requests without an `Authorization` header or a valid cookie, as this one, count to the rate ' +
      'limit of the client address.',
    status: 201,
    response: MeDto,
    headers: SET_COOKIE,
    secret: true,
    errors: ['unauthenticated', 'cross_site_request', 'password_sign_in_off'],
    requestExample: { apiKey: 'glossa_00000000000000000000000000000000000014t9BO' },
  },
  switchOrganization: {
    id: 'switchOrganization',
    answer: 'object',
    summary: 'Go on in another organization',
    description: 'Begins a session in another organization of the person, in place of the session of the request.',
    response: MeDto,
    headers: SET_COOKIE,
    secret: true,
    errors: ['organization_not_found'],
  },
  end: {
    id: 'endSession',
    answer: 'object',
    summary: 'End the session',
    description:
      'Ends the session of the cookie, on other replicas within 5 s, and removes the cookie. It succeeds without a ' +
      'session too.',
    response: DeletedDto,
    headers: SET_COOKIE,
    errors: ['unauthenticated', 'cross_site_request'],
  },
} satisfies Record<string, OperationOptions>;
