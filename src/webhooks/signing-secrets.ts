import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../config/settings.module';
import type { Settings } from '../config/settings';

/** Standard Webhooks, "Signature scheme": between 24 and 64 random bytes. */
const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** The first byte of a sealed secret: how it is stored. */
const CLEAR = 0;
const AES_256_GCM = 1;

const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A stored secret cannot be read with the setting WEBHOOK_ENCRYPTION_KEY. */
export class UnreadableSecretError extends Error {}

/**
 * Makes the signing secrets of webhooks, and their form in the database. With `WEBHOOK_ENCRYPTION_KEY`, they are
 * encrypted (AES-256-GCM, bound to the id of the webhook), and the database alone does not reveal them.
 */
@Injectable()
export class SigningSecrets {
  private readonly key: { id: Buffer; bytes: Buffer } | undefined;

  constructor(@Inject(SETTINGS) { webhookEncryptionKey }: Settings) {
    if (webhookEncryptionKey === undefined) return;
    const bytes = Buffer.from(hkdfSync('sha256', webhookEncryptionKey, '', 'glossa webhook secrets', 32));
    this.key = { id: createHash('sha256').update(bytes).digest().subarray(0, KEY_ID_BYTES), bytes };
  }

  get areEncrypted(): boolean {
    return this.key !== undefined;
  }

  /** @returns `whsec_` and base64 of random bytes */
  generate(): string {
    return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
  }

  /** Returns the form in which the database stores a secret. */
  seal(webhookId: string, secret: string): Buffer {
    const bytes = Buffer.from(secret.slice(PREFIX.length), 'base64');
    if (!this.key) return Buffer.concat([Buffer.of(CLEAR), bytes]);
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key.bytes, nonce).setAAD(Buffer.from(webhookId));
    const encrypted = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return Buffer.concat([Buffer.of(AES_256_GCM), this.key.id, nonce, cipher.getAuthTag(), encrypted]);
  }

  /** @throws UnreadableSecretError if the secret was encrypted with another key, or for another webhook */
  open(webhookId: string, sealed: Buffer): string {
    const bytes = sealed[0] === CLEAR ? sealed.subarray(1) : this.decrypt(webhookId, sealed);
    return PREFIX + bytes.toString('base64');
  }

  private decrypt(webhookId: string, sealed: Buffer): Buffer {
    if (!this.key) throw new UnreadableSecretError('WEBHOOK_ENCRYPTION_KEY is not set, and the secret is encrypted');
    const [id, nonce, tag, encrypted] = split(sealed.subarray(1), KEY_ID_BYTES, NONCE_BYTES, TAG_BYTES);
    if (!id.equals(this.key.id)) {
      throw new UnreadableSecretError('WEBHOOK_ENCRYPTION_KEY is not the one with which the secret was encrypted');
    }
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.key.bytes, nonce).setAAD(Buffer.from(webhookId));
      decipher.setAuthTag(tag);
      return Buffer.concat([decipher.update(encrypted), decipher.final()]);
    } catch (error) {
      throw new UnreadableSecretError('the stored secret is damaged, or belongs to another webhook', {
        cause: error,
      });
    }
  }
}

/** Cuts bytes into parts of these lengths, and the rest. */
function split(bytes: Buffer, a: number, b: number, c: number): [Buffer, Buffer, Buffer, Buffer] {
  return [bytes.subarray(0, a), bytes.subarray(a, a + b), bytes.subarray(a + b, a + b + c), bytes.subarray(a + b + c)];
}
