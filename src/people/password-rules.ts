import { dictionary } from '@zxcvbn-ts/language-common';
import { MIN_PASSWORD_LENGTH } from './password-length';

/** Of the 49,000 commonest passwords, those that are long enough. */
const COMMON: ReadonlySet<string> = new Set(
  dictionary['passwords-common']
    .map((password) => String(password))
    .filter((password) => password.length >= MIN_PASSWORD_LENGTH),
);

/** Returns why a person cannot have a password. @param email in lower case */
export function findPasswordIssue(password: string, email: string): string | undefined {
  const lower = password.normalize('NFKC').toLowerCase().trim();
  if (lower === email || lower === email.split('@', 1)[0]) return 'must not be the e-mail address';
  if (COMMON.has(lower) || /^(.)\1*$/su.test(lower)) return 'is one of the commonest passwords';
  return undefined;
}
