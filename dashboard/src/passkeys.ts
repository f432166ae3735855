import { api, bodyOf, type Schemas } from './api/client';

/** An address has no passkeys: they belong to a host with a name. */
const ADDRESS = /^(?:\[.*\]|\d+(?:\.\d+){3})$/;

/** Whether the browser has passkeys for this page. */
export const hasPasskeys = (): boolean =>
  window.isSecureContext &&
  !ADDRESS.test(window.location.hostname) &&
  typeof window.PublicKeyCredential === 'function' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** Whether a person has cancelled, or the time is over: browsers do not tell which. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name);

/** Whether the authenticator has a passkey of this person already. */
export const isKnown = (error: unknown): boolean => error instanceof DOMException && error.name === 'InvalidStateError';

/** Asks the browser for a new passkey, and adds it to the account. */
export async function addPasskey(name: string): Promise<Schemas['Passkey']> {
  const { publicKey } = bodyOf(await api.POST('/api/v1/me/passkeys/options'));
  const options = PublicKeyCredential.parseCreationOptionsFromJSON(publicKey as never);
  const made = await navigator.credentials.create({ publicKey: options });
  const { id, response } = answerOf(made) as RegistrationResponseJSON;
  const { clientDataJSON, attestationObject, transports } = response;
  const body = { name, id, clientDataJSON, attestationObject, transports };
  return bodyOf(await api.POST('/api/v1/me/passkeys', { body })).passkey;
}

/** Asks the browser for a passkey of this host, and signs in with it. */
export async function signInWithPasskey(): Promise<Schemas['Me']> {
  const { publicKey } = bodyOf(await api.POST('/api/v1/passkey-sign-in/options'));
  const options = PublicKeyCredential.parseRequestOptionsFromJSON(publicKey as never);
  const signed = await navigator.credentials.get({ publicKey: options });
  const { id, response } = answerOf(signed) as AuthenticationResponseJSON;
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response;
  const body = { id, clientDataJSON, authenticatorData, signature, userHandle };
  return bodyOf(await api.POST('/api/v1/passkey-sign-in', { body }));
}

/** Returns the answer of an authenticator as JSON (W3C Web Authentication Level 3 §5.1). */
function answerOf(credential: Credential | null): ReturnType<PublicKeyCredential['toJSON']> {
  if (!(credential instanceof PublicKeyCredential)) throw new Error('the browser has answered without a passkey');
  return credential.toJSON();
}
