/**
 * A cookie without a secret that the page keeps as long as the browser keeps the cookie of the session, which no script can read.
 * Without it, the page does not ask the service who is signed in: the browser would note the refusal as an error.
 */
const NAME = 'glossa-signed-in';
const ATTRIBUTES = `Path=/; SameSite=Strict${window.location.protocol === 'https:' ? '; Secure' : ''}`;

export const hasSessionSign = (): boolean => document.cookie.split('; ').includes(`${NAME}=1`);

export function setSessionSign(isSignedIn: boolean): void {
  document.cookie = `${NAME}=${isSignedIn ? '1' : '; Max-Age=0'}; ${ATTRIBUTES}`;
}
