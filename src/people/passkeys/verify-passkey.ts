import { Logger } from '@nestjs/common';
import type { WebAuthnCredential } from '@simplewebauthn/server';
import type { PasskeyAnswerDto, PasskeySignInDto } from '../dto/passkey.dto';
import type { RelyingParty } from './relying-party';

/** Loads the library with the first passkey: the start of the service does not wait for it. */
export const loadWebAuthn = () => import('@simplewebauthn/server');

const logger = new Logger('Passkeys');

/** The challenge and the host that an authenticator has to sign. */
export interface Expected {
  challenge: string;
  relyingParty: RelyingParty;
}

/** Returns the new passkey that an authenticator has made; undefined if its answer is not the answer to the challenge. */
export async function verifyNewPasskey(
  { id, clientDataJSON, attestationObject }: PasskeyAnswerDto,
  { challenge, relyingParty }: Expected,
): Promise<WebAuthnCredential | undefined> {
  const [{ verifyRegistrationResponse }, { decodeAttestationObject }] = await Promise.all([
    loadWebAuthn(),
    import('@simplewebauthn/server/helpers'),
  ]);
  return unlessRefused(async () => {
    // Nobody asked for a certificate of the authenticator, and the check of one would request addresses that it names.
    const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
    const format = attestation.get('fmt');
    const isByItself =
      format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
    if (!isByItself) throw new Error(`an attestation was not asked for: ${format}`);
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
    });
    if (registrationInfo?.credential.id !== id) throw new Error('the answer is about another passkey');
    return registrationInfo.credential;
  });
}

/** Returns the signatures that an authenticator has counted; undefined if its answer is not by the passkey and to the challenge. */
export async function verifySignature(
  { id, clientDataJSON, authenticatorData, signature }: PasskeySignInDto,
  { publicKey, counter }: { publicKey: Buffer; counter: number },
  { challenge, relyingParty }: Expected,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  return unlessRefused(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: { clientDataJSON, authenticatorData, signature },
      },
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
    });
    if (!verified) throw new Error('the signature is not by the passkey');
    return authenticationInfo.newCounter;
  });
}

/** The library throws an error for each reason for which it refuses an answer, which the client is not told. */
async function unlessRefused<T>(verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify();
  } catch (error) {
    logger.debug(`the answer of an authenticator was refused: ${String(error)}`);
    return undefined;
  }
}
