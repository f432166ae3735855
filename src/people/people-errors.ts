import { DomainError } from '../common/errors/domain-error';

export class MemberNotFoundError extends DomainError {
  constructor() {
    super('member_not_found', 'the organization has no such member');
  }
}

export class InvitationNotFoundError extends DomainError {
  constructor() {
    super('invitation_not_found', 'the invitation does not exist, or has ended');
  }
}

export class SessionNotFoundError extends DomainError {
  constructor() {
    super('session_not_found', 'the person has no such session');
  }
}

/** A change would leave an organization without an owner of all its projects and languages. */
export class LastOwnerError extends DomainError {
  constructor() {
    super(
      'last_owner',
      'the organization needs another owner of all projects and languages: make another member one before',
    );
  }
}

/** A person without an organization could not sign in, not even to remove the account. */
export class LastOrganizationError extends DomainError {
  constructor() {
    super('last_organization', 'the person is in no other organization: remove the account instead');
  }
}

export class AlreadyMemberError extends DomainError {
  constructor() {
    super('already_member', 'the person is a member of the organization already');
  }
}

export class PasskeyNotFoundError extends DomainError {
  constructor() {
    super('passkey_not_found', 'the person has no such passkey');
  }
}

/** An answer of an authenticator that makes no passkey; the error does not reveal why. */
export class InvalidPasskeyError extends DomainError {
  constructor() {
    super(
      'invalid_passkey',
      'the passkey is known already, or the answer of the authenticator has expired or is wrong',
    );
  }
}

export class PasskeyLimitError extends DomainError {
  constructor(max: number) {
    super('limit_exceeded', `a person has at most ${max} passkeys`);
  }
}

/** A link that is unknown, used or expired; the error does not reveal which. */
export class InvalidLinkError extends DomainError {
  constructor() {
    super('invalid_link', 'the link is unknown, was used or has expired');
  }
}

/** The request needs mail, and the operator has not set it up. */
export class MailNotSetUpError extends DomainError {
  constructor() {
    super('mail_not_set_up', 'mail is not set up: ask an owner for a link');
  }
}

/** The operator has turned the sign-in with passwords off, with the links and requests for new ones. */
export class PasswordSignInOffError extends DomainError {
  constructor() {
    super('password_sign_in_off', 'persons do not sign in with passwords here');
  }
}

export class PeopleLimitError extends DomainError {
  constructor(what: string, max: number) {
    super('limit_exceeded', `an organization has at most ${max} ${what}`);
  }
}

/** Too many passwords wait to be hashed. */
export class PasswordsBusyError extends DomainError {
  constructor() {
    super('busy', 'too many persons sign in at this moment', { headers: { 'retry-after': '5' } });
  }
}
