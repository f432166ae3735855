import { DomainError } from '../../common/errors/domain-error';

/** The request needs single sign-on, and the operator has not set it up. */
export class SingleSignOnNotSetUpError extends DomainError {
  constructor() {
    super('single_sign_on_not_set_up', 'single sign-on is not set up');
  }
}

/** The issuer cannot be reached, or does not answer as it must. */
export class IssuerUnavailableError extends DomainError {
  constructor() {
    super('issuer_unavailable', 'the service for single sign-on cannot be reached at the moment', {
      headers: { 'retry-after': '10' },
    });
  }
}

/** Why a sign-in has failed, in the address of the page that explains it. */
export type OidcRefusalReason =
  /** The attempt is unknown, was answered, has expired, or is another browser's. */
  | 'attempt_ended'
  | 'cancelled'
  | 'issuer_unavailable'
  /** The answer of the issuer is not valid. */
  | 'invalid_answer'
  | 'unverified_email'
  | 'no_account'
  | 'other_address'
  /** The account belongs to another identity of the same issuer. */
  | 'other_identity'
  | 'invalid_link'
  /** The person is a member of the organization of the link already. */
  | 'already_member';

/** A sign-in has failed. */
export class OidcRefusal extends Error {
  /**
   * @param personId of the account for which it was tried
   * @param detail for the log
   */
  constructor(
    readonly reason: OidcRefusalReason,
    readonly personId?: string,
    detail?: string,
  ) {
    super(detail ?? reason);
  }
}
