import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { recordAuditOfPerson } from '../../audit/record';
import { UnauthenticatedError } from '../../common/access/access-errors';
import { Database } from '../../database/database';
import { hashSessionId, type NewSession, type SessionClient, SessionsService } from '../../sessions/sessions.service';
import { findLink } from '../links';
import { InvalidLinkError, PeopleLimitError } from '../people-errors';
import { Issuer } from './issuer';
import { newSecret, OidcAttempts } from './oidc-attempts';
import { OidcRefusal } from './oidc-errors';
import { OidcJoin } from './oidc-join';

/** A sign-in to begin. */
export interface NewOidcSignIn {
  /** The path of the page to show afterwards. */
  returnTo: string;
  /** The token of a welcome link or an invitation. */
  token?: string;
  /** The value in the cookie of the browser. */
  browser: string;
  /** The session in the cookie of the browser. */
  sessionId?: string;
}

/** A session that was begun, and the page to show. */
export interface OidcSession {
  session: NewSession;
  returnTo: string;
}

/** Signs persons in by OpenID Connect: the code flow with PKCE, `state` and `nonce`. */
@Injectable()
export class OidcService {
  private readonly logger = new Logger('SingleSignOn');

  constructor(
    private readonly dataSource: DataSource,
    private readonly database: Database,
    private readonly issuer: Issuer,
    private readonly attempts: OidcAttempts,
    private readonly joins: OidcJoin,
    private readonly sessions: SessionsService,
  ) {}

  /** The origin of this service. @throws SingleSignOnNotSetUpError */
  get publicUrl(): string {
    return this.issuer.setUp.publicUrl;
  }

  /** @returns the address of the issuer's page. @throws InvalidLinkError, IssuerUnavailableError */
  async begin({ returnTo, token, browser, sessionId }: NewOidcSignIn): Promise<string> {
    const link = token === undefined ? null : await this.linkOf(token);
    const challenge = { state: newSecret(), nonce: newSecret(), verifier: newSecret() };
    const address = await this.issuer.addressFor(challenge);
    const sessionHash = sessionId === undefined ? null : hashSessionId(sessionId);
    await this.attempts.add(challenge.state, browser, { ...challenge, returnTo, linkId: link, sessionHash });
    return address;
  }

  /**
   * Ends a sign-in by the answer of the issuer.
   *
   * @param query of the address to which the issuer has sent the person back
   * @param browser the value in the cookie of the browser
   * @throws OidcRefusal
   */
  async finish(query: URLSearchParams, browser: string | undefined, client: SessionClient): Promise<OidcSession> {
    try {
      return await this.signIn(query, browser, client);
    } catch (error) {
      const refusal = refusalOf(error);
      await this.record(refusal, client);
      throw refusal;
    }
  }

  private async signIn(
    query: URLSearchParams,
    browser: string | undefined,
    client: SessionClient,
  ): Promise<OidcSession> {
    const state = query.get('state');
    const attempt = state !== null && browser !== undefined ? await this.attempts.take(state, browser) : undefined;
    if (state === null || !attempt) throw new OidcRefusal('attempt_ended');
    const { nonce, verifier, linkId, sessionHash, returnTo } = attempt;
    const identity = await this.issuer.identityOf(query, { state, nonce, verifier });
    const membershipId = await this.joins.membershipOf({ identity, linkId, sessionHash, address: client.address });
    const member = { membershipId, by: 'single-sign-on', client } as const;
    return { session: await this.sessions.beginForMember(member, sessionHash ?? undefined), returnTo };
  }

  private async linkOf(token: string): Promise<string> {
    const link = await findLink(this.dataSource.manager, token, ['welcome', 'invitation']);
    if (!link) throw new InvalidLinkError();
    return link.id;
  }

  private async record({ reason, personId, message }: OidcRefusal, { address }: SessionClient): Promise<void> {
    this.logger.warn(`a sign-in was refused: ${reason}${message === reason ? '' : `: ${message}`}`);
    if (personId === undefined) return;
    const target = { type: 'person', id: personId } as const;
    const event = { action: 'session.failed', target, details: { by: 'single-sign-on', reason } } as const;
    await recordAuditOfPerson(this.database, personId, event, { address, isProved: false });
  }
}

/** Returns why a sign-in was refused. Throws an error that is no refusal. */
function refusalOf(error: unknown): OidcRefusal {
  if (error instanceof OidcRefusal) return error;
  // The membership has ended since it was found.
  if (error instanceof UnauthenticatedError) return new OidcRefusal('no_account');
  if (error instanceof PeopleLimitError) return new OidcRefusal('no_account', undefined, error.message);
  throw error;
}
