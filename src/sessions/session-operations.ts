import { MeDto } from '../api-keys/dto/me.dto';
import type { OperationOptions } from '../http/operation.decorator';
import { DeletedDto } from '../http/responses/deleted.dto';

export const sessionOperations = {
  begin: {
    id: 'beginSession',
    summary: 'Begin a session',
    description:
      'Begins a session of a browser and sets its cookie: `__Host-glossa` over https, `glossa` over http, with ' +
      '`HttpOnly` and `SameSite=Strict`. The cookie stands for the API key in later requests, except for those that have ' +
      'an `Authorization` header. The session ends 12 hours after its last request, when the API key is revoked, expires ' +
      'or gets a new secret, and when it is ended; an API key has at most 100 sessions, of which the oldest ends. ' +
      'With a cookie, a request that is neither GET nor HEAD needs the `Origin` of a page of this host (401 ' +
      '`unauthenticated`). Requests without an `Authorization` header or a valid cookie, as this one, count to the rate ' +
      'limit of the client address.',
    status: 201,
    response: MeDto,
    errors: ['unauthenticated'],
  },
  end: {
    id: 'endSession',
    summary: 'End the session',
    description:
      'Ends the session of the cookie, on other replicas within 5 s, and removes the cookie. It succeeds without a ' +
      'session too.',
    response: DeletedDto,
    errors: ['unauthenticated'],
  },
} satisfies Record<string, OperationOptions>;
