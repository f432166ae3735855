import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import type * as OpenId from 'openid-client';
import { Agent, fetch } from 'undici';
import type { OidcSettings } from '../../config/oidc-variables';
import type { Settings } from '../../config/settings';
import { SETTINGS } from '../../config/settings.module';
import { type Identity, identityOf } from './identity';
import { IssuerUnavailableError, OidcRefusal, SingleSignOnNotSetUpError } from './oidc-errors';

/** Seconds that each request to the issuer may take. */
const TIMEOUT_SECONDS = 5;
const MAX_ANSWER_BYTES = 1_048_576;
/** Milliseconds for which the addresses that the issuer publishes are kept. Its keys are read for each sign-in, so that new ones are known. */
const METADATA_MS = 300_000;
/** Seconds by which the clocks of the issuer and of this host may differ. */
const CLOCK_TOLERANCE_SECONDS = 60;
const CALLBACK_PATH = '/api/v1/oidc/callback';

/** The secrets by which a sign-in is recognized. */
export interface Challenge {
  state: string;
  nonce: string;
  verifier: string;
}

/** The issuer of single sign-on. It is asked only when somebody signs in, so the service does not depend on it otherwise. */
@Injectable()
export class Issuer implements BeforeApplicationShutdown {
  private readonly logger = new Logger('SingleSignOn');
  private readonly agent = new Agent({
    maxResponseSize: MAX_ANSWER_BYTES,
    connect: { timeout: TIMEOUT_SECONDS * 1_000 },
  });
  private known?: { until: number; metadata: Promise<OpenId.ServerMetadata> };

  constructor(@Inject(SETTINGS) private readonly settings: Pick<Settings, 'oidc' | 'publicUrl'>) {}

  async beforeApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }

  /** The settings, and the origin of this service. @throws SingleSignOnNotSetUpError */
  get setUp(): OidcSettings & { publicUrl: string } {
    const { oidc, publicUrl } = this.settings;
    if (oidc === undefined || publicUrl === undefined) throw new SingleSignOnNotSetUpError();
    return { ...oidc, publicUrl };
  }

  /** Returns the address of the page on which the person signs in. @throws IssuerUnavailableError */
  async addressFor({ state, nonce, verifier }: Challenge): Promise<string> {
    const openid = await import('openid-client');
    const config = await this.configuration(openid).catch((error: unknown) => {
      this.logger.warn(`the issuer cannot be asked: ${describe(error)}`);
      throw new IssuerUnavailableError();
    });
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: this.setUp.publicUrl + CALLBACK_PATH,
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return address.href;
  }

  /**
   * Redeems the answer of the issuer, and checks it: its `state` and `iss`, and of the ID token signature, issuer, audience, times and nonce.
   *
   * @param query of the address to which the issuer has sent the person back
   * @throws OidcRefusal
   */
  async identityOf(query: URLSearchParams, { state, nonce, verifier }: Challenge): Promise<Identity> {
    const openid = await import('openid-client');
    const address = new URL(this.setUp.publicUrl + CALLBACK_PATH);
    address.search = query.toString();
    try {
      const config = await this.configuration(openid);
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const tokens = await openid.authorizationCodeGrant(config, address, checks);
      const claims = tokens.claims();
      if (claims === undefined) throw new OidcRefusal('invalid_answer', undefined, 'the answer has no ID token');
      const isComplete = claims.email !== undefined || config.serverMetadata().userinfo_endpoint === undefined;
      if (isComplete) return identityOf(claims);
      return identityOf({ ...(await openid.fetchUserInfo(config, tokens.access_token, claims.sub)), iss: claims.iss });
    } catch (error) {
      if (error instanceof OidcRefusal) throw error;
      const reason = error instanceof openid.AuthorizationResponseError ? 'cancelled' : reasonOf(error);
      throw new OidcRefusal(reason, undefined, describe(error));
    }
  }

  private async configuration(openid: typeof OpenId): Promise<OpenId.Configuration> {
    const { clientId, clientSecret } = this.setUp;
    const metadata = await this.metadata(openid);
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const isBasic = methods.includes('client_secret_basic');
    const authentication = isBasic ? openid.ClientSecretBasic(clientSecret) : openid.ClientSecretPost(clientSecret);
    const client = { [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
    const config = new openid.Configuration(metadata, clientId, client, authentication);
    config.timeout = TIMEOUT_SECONDS;
    config[openid.customFetch] = this.fetch;
    openid.enableNonRepudiationChecks(config);
    if (this.isPlain) openid.allowInsecureRequests(config);
    return config;
  }

  /** Requests at the same time wait for one answer. A failure is not kept. */
  private metadata(openid: typeof OpenId): Promise<OpenId.ServerMetadata> {
    if (this.known && Date.now() < this.known.until) return this.known.metadata;
    const { issuer, clientId } = this.setUp;
    const found = openid.discovery(new URL(issuer), clientId, undefined, undefined, {
      timeout: TIMEOUT_SECONDS,
      [openid.customFetch]: this.fetch,
      execute: this.isPlain ? [openid.allowInsecureRequests] : [],
    });
    const known = { until: Date.now() + METADATA_MS, metadata: found.then((config) => config.serverMetadata()) };
    this.known = known;
    known.metadata.catch(() => {
      if (this.known === known) this.known = undefined;
    });
    return known.metadata;
  }

  /** Settings allow http on the own machine only. */
  private get isPlain(): boolean {
    return this.setUp.issuer.startsWith('http:');
  }

  private readonly fetch: OpenId.CustomFetch = async (address, options) => {
    const init = { ...options, dispatcher: this.agent } as Parameters<typeof fetch>[1];
    // The types of this package and of browsers differ in what nobody uses here.
    const answer: unknown = await fetch(address, init);
    return answer as Response;
  };
}

/** Codes of `openid-client` for an issuer that does not answer, or with an error of its own. */
const UNAVAILABLE: ReadonlySet<unknown> = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM']);

function reasonOf(error: unknown): 'issuer_unavailable' | 'invalid_answer' {
  // `fetch` rejects with a TypeError if there is no connection.
  const isUnreachable = error instanceof Error && error.name === 'TypeError' && error.message === 'fetch failed';
  return isUnreachable || UNAVAILABLE.has(codeOf(error)) ? 'issuer_unavailable' : 'invalid_answer';
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Describes an error for the log, without the values of tokens, which are in its causes. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  const code = codeOf(error);
  return `${error.message}${cause}${typeof code === 'string' ? ` (${code})` : ''}`;
}
