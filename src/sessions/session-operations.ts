import type { HeadersObject } from '@nestjs/swagger';
import { MeDto } from '../api-keys/dto/me.dto';
import type { OperationOptions } from '../http/operation.decorator';
import { DeletedDto } from '../http/responses/deleted.dto';

const SET_COOKIE = {
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
      'Begins a session of a browser and sets its cookie: `__Host-glossa` over https, `glossa` over http, with ' +
      '`HttpOnly` and `SameSite=Strict`. The cookie stands for the API key in later requests, except for requests that have ' +
      'an `Authorization` header. The session ends 12 hours after its last request, 30 days after its begin, when the ' +
      'API key is revoked, expires or gets a new secret, when it is ended, and when its browser begins another one; an API key ' +
      'has at most 100 sessions, of which the oldest ends. ' +
      'With a cookie, a request that is neither GET nor HEAD needs the `Origin` of a page of this host (401 ' +
      '`unauthenticated`), and is refused with `Sec-Fetch-Site: cross-site` (403 `cross_site_request`). Requests without an `Authorization` header or a valid cookie, as this one, count to the rate ' +
      'limit of the client address.',
    status: 201,
    response: MeDto,
    headers: SET_COOKIE,
    secret: true,
    errors: ['unauthenticated', 'cross_site_request'],
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
