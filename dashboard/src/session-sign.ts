/**
 * The page sets this cookie while it has a session. The cookie has no secret. No script can read the cookie of the session itself.
 * Without a session, the page does not send `GET /me`: the console of the browser would show the refusal as an error.
 */
const NAME = 'glossa-signed-in';
const ATTRIBUTES = `Path=/; SameSite=Strict${window.location.protocol === 'https:' ? '; Secure' : ''}`;

export const hasSessionSign = (): boolean => document.cookie.split('; ').includes(`${NAME}=1`);

export function setSessionSign(isSignedIn: boolean): void {
  document.cookie = `${NAME}=${isSignedIn ? '1' : '; Max-Age=0'}; ${ATTRIBUTES}`;
}
