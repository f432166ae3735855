import type { OperationOptions } from '../../http/operation.decorator';
import { BeginOidcDto, OidcBegunDto } from '../dto/oidc.dto';

export const oidcOperations = {
  begin: {
    id: 'beginSingleSignOn',
    answer: 'object',
    summary: 'Begin single sign-on',
    description:
      'Answers with the address of the issuer of OpenID Connect on which the person signs in, and sets a cookie, to which the sign-in is bound. ' +
      'The issuer sends the browser back to `GET /api/v1/oidc/callback`, within 10 minutes and once, which begins a session and shows the page ' +
      '`returnTo`; if the sign-in fails, it shows the sign-in page with the reason. With the `token` of a welcome link or an invitation, the person ' +
      'joins its organization. Where the operator has not set up single sign-on, it is a 400 `single_sign_on_not_set_up`.',
    status: 201,
    response: OidcBegunDto,
    headers: {
      'Set-Cookie': {
        description:
          'Binds the sign-in to the browser: `__Host-glossa-sign-in` over https, `glossa-sign-in` over http.',
        schema: { type: 'string' },
        example:
          'glossa-sign-in=2m8Qx7Rk4Tn9Vb3Yc6Hd1Jf5Gs0Wa8Ze7Lp2Ku4Xi9N; Path=/; Max-Age=600; HttpOnly; SameSite=Lax',
      },
    },
    secret: true,
    errors: [
      'unauthenticated',
      'cross_site_request',
      'single_sign_on_not_set_up',
      'invalid_link',
      'issuer_unavailable',
    ],
    requestExample: { returnTo: '/projects' } satisfies BeginOidcDto,
  },
} satisfies Record<string, OperationOptions>;
