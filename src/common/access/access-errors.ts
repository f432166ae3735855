import { shorten } from '../shorten';
import type { FieldError } from '../errors/catalogue';
import { DomainError, MAX_LISTED_ERRORS } from '../errors/domain-error';
import type { Scope } from './scope';

export class UnauthenticatedError extends DomainError {
  constructor(reason: UnauthenticatedReason) {
    super('unauthenticated', DETAILS[reason], { headers: { 'www-authenticate': 'Bearer' } });
  }
}

/** A page of another site sent a request that needs a session, and changes something. */
export class CrossSiteRequestError extends DomainError {
  constructor() {
    super('cross_site_request', 'a page of another site sent the request (Sec-Fetch-Site: cross-site)');
  }
}

/** A page of another origin sent a request that takes an API key only. */
export class ForeignOriginError extends DomainError {
  constructor(origin: string) {
    super(
      'cross_site_request',
      `the Origin ${JSON.stringify(shorten(origin))} is neither this host nor in CORS_ORIGINS`,
    );
  }
}

/**
 * Why a request has no caller: it has no API key; one that is unknown, revoked or expired; a wrong e-mail address or password; a passkey that is refused; a session that has ended; or
 * a session, and an `Origin` that is not this host.
 */
export type UnauthenticatedReason = 'missing' | 'invalid' | 'credentials' | 'passkey' | 'ended' | 'other-origin';

/** Why a request has no caller, or none that may send it. */
export type NoCallerReason = UnauthenticatedReason | 'cross-site';

const DETAILS: Readonly<Record<UnauthenticatedReason, string>> = {
  missing: 'an API key is required: Authorization: Bearer <API key>',
  invalid: 'the API key is not valid',
  credentials: 'the e-mail address or the password is wrong',
  passkey: 'the passkey is unknown here, or its answer has expired or is wrong',
  ended: 'the session has ended',
  'other-origin':
    'the Origin header is not this host, which a session needs. Behind a proxy, it must forward the Host header, or be ' +
    'trusted (TRUST_PROXY) and send X-Forwarded-Host',
};

export class MissingScopeError extends DomainError {
  /** @param texts that only a caller with the scope can write; the error lists the first of them */
  constructor(scope: Scope, texts: readonly NamedText[] = []) {
    const errors = texts.slice(0, MAX_LISTED_ERRORS).map(({ key, language }): FieldError => ({
      ...{ key: shorten(key), language },
      code: 'missing_scope',
      detail: `needs the scope ${scope}`,
    }));
    super('missing_scope', `the caller lacks the scope ${scope}`, {
      extensions: { scope },
      ...(errors.length > 0 && { errors }),
    });
  }
}

/** A text by the name of its key and its language. */
export interface NamedText {
  key: string;
  language: string;
}

/** A caller would change texts in a language that is not among the languages that it can write. Nothing was written. */
export class LanguageNotAllowedError extends DomainError {
  /**
   * @param others the number of further such languages
   * @param errors the places of such texts in a file
   */
  constructor(language: string, others = 0, errors?: readonly FieldError[]) {
    const detail = LanguageNotAllowedError.detailOf(language, others);
    super('language_not_allowed', detail, { extensions: { language }, errors });
  }

  static detailOf(language: string, others: number): string {
    const more = others === 0 ? '' : ` and in ${others} more language${others === 1 ? '' : 's'}`;
    return `the caller cannot write texts in ${language}${more}`;
  }
}

/** The operation is about the person who calls, and an API key called. */
export class PersonRequiredError extends DomainError {
  constructor() {
    super('person_required', 'the operation needs the session of a person, not an API key');
  }
}

/** A caller tried to grant, to create or to change something that its own rights do not allow. */
export class NotGrantableError extends DomainError {
  /** @param errors the fields, or the places of a file, that the caller may not write */
  constructor(detail: string, errors?: readonly FieldError[]) {
    super('not_grantable', detail, { errors });
  }
}
