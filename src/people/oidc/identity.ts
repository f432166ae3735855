import { isEmail } from 'class-validator';
import { displayNameRules, findIssue, storableRules } from '../../common/validation/text-rules';
import { OidcRefusal } from './oidc-errors';

/** A person as the issuer describes it. */
export interface Identity {
  issuer: string;
  subject: string;
  /** The address in lower case, if the issuer has verified it. */
  email?: string;
  /** The address in lower case, of which the issuer does not say that it has verified it. */
  unverifiedEmail?: string;
  name?: string;
}

/** The claims of the issuer about a person (OpenID Connect Core §5.1). */
type Claims = Readonly<Record<string, unknown>>;

const MAX_EMAIL_LENGTH = 254;
const MAX_SUBJECT_LENGTH = 255;
const MAX_NAME_LENGTH = 200;
const ENTRA = 'https://login.microsoftonline.com/';

/** @throws OidcRefusal */
export function identityOf(claims: Claims): Identity {
  const { iss: issuer, sub: subject } = claims;
  const isSubject = typeof subject === 'string' && subject.length <= MAX_SUBJECT_LENGTH && isStorable(subject);
  if (typeof issuer !== 'string' || !isSubject || subject === '') {
    throw new OidcRefusal('invalid_answer', undefined, 'the subject of the ID token cannot be used');
  }
  const email = emailOf(claims.email);
  const name = [claims.name, claims.preferred_username, email?.split('@')[0]].map(nameOf).find((found) => found);
  return { issuer, subject, ...(isVerified(issuer, claims) ? { email } : { unverifiedEmail: email }), name };
}

/** Entra has a claim of its own, which tells whether the tenant owns the domain of the address. */
function isVerified(issuer: string, { email_verified: verified, xms_edov: ownsDomain }: Claims): boolean {
  if (verified !== undefined) return verified === true;
  return issuer.startsWith(ENTRA) && (ownsDomain === true || ownsDomain === 1 || ownsDomain === '1');
}

function emailOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const email = value.trim().toLowerCase();
  return email.length <= MAX_EMAIL_LENGTH && isStorable(email) && isEmail(email) ? email : undefined;
}

/** Returns a name that a person may have, without control characters. */
function nameOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const name = [...value.replaceAll(/\p{Cc}/gu, ' ').trim()].slice(0, MAX_NAME_LENGTH).join('');
  return findIssue(displayNameRules, name) ? undefined : name;
}

const isStorable = (text: string): boolean => findIssue(storableRules, text) === undefined;
