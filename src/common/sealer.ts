import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** The first byte of sealed bytes: how they are stored. */
const CLEAR = 0;
const AES_256_GCM = 1;

const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Why sealed bytes cannot be opened. */
export type SealIssue = 'no-key' | 'other-key' | 'damaged';

/** Sealed bytes cannot be opened. */
export class SealError extends Error {
  constructor(
    readonly issue: SealIssue,
    options?: ErrorOptions,
  ) {
    super(`sealed bytes cannot be opened: ${issue}`, options);
  }
}

/**
 * Makes the form in which the database stores what is secret. With a setting, it is encrypted (AES-256-GCM, with a key that HKDF-SHA256
 * derives, bound to the id of the row); without one, it is stored in the clear.
 */
export class Sealer {
  private readonly key: { id: Buffer; bytes: Buffer } | undefined;

  /** @param purpose distinguishes the keys that are derived from one setting */
  constructor(setting: string | undefined, purpose: string) {
    if (setting === undefined) return;
    const bytes = Buffer.from(hkdfSync('sha256', setting, '', purpose, 32));
    this.key = { id: createHash('sha256').update(bytes).digest().subarray(0, KEY_ID_BYTES), bytes };
  }

  get encrypts(): boolean {
    return this.key !== undefined;
  }

  seal(id: string, bytes: Buffer): Buffer {
    if (!this.key) return Buffer.concat([Buffer.of(CLEAR), bytes]);
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key.bytes, nonce).setAAD(Buffer.from(id));
    const encrypted = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return Buffer.concat([Buffer.of(AES_256_GCM), this.key.id, nonce, cipher.getAuthTag(), encrypted]);
  }

  /** @throws SealError if the bytes were encrypted with another key, or for another id */
  open(id: string, sealed: Buffer): Buffer {
    return sealed[0] === CLEAR ? sealed.subarray(1) : this.decrypt(id, sealed);
  }

  private decrypt(id: string, sealed: Buffer): Buffer {
    if (!this.key) throw new SealError('no-key');
    const [keyId, nonce, tag, encrypted] = split(sealed.subarray(1), KEY_ID_BYTES, NONCE_BYTES, TAG_BYTES);
    if (!keyId.equals(this.key.id)) throw new SealError('other-key');
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.key.bytes, nonce).setAAD(Buffer.from(id));
      decipher.setAuthTag(tag);
      return Buffer.concat([decipher.update(encrypted), decipher.final()]);
    } catch (error) {
      throw new SealError('damaged', { cause: error });
    }
  }
}

/** Cuts bytes into parts of these lengths, and the rest. */
function split(bytes: Buffer, a: number, b: number, c: number): [Buffer, Buffer, Buffer, Buffer] {
  return [bytes.subarray(0, a), bytes.subarray(a, a + b), bytes.subarray(a + b, a + b + c), bytes.subarray(a + b + c)];
}
