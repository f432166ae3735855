import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SealError, Sealer, type SealIssue } from '../common/sealer';
import { SETTINGS } from '../config/settings.module';
import type { Settings } from '../config/settings';

/** Standard Webhooks, "Signature scheme": between 24 and 64 random bytes. */
const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

const MESSAGES: Readonly<Record<SealIssue, string>> = {
  'no-key': 'WEBHOOK_ENCRYPTION_KEY is not set, and the secret is encrypted',
  'other-key': 'WEBHOOK_ENCRYPTION_KEY is not the one with which the secret was encrypted',
  damaged: 'the stored secret is damaged, or belongs to another webhook',
};

/** A stored secret cannot be read with the setting WEBHOOK_ENCRYPTION_KEY. */
export class UnreadableSecretError extends Error {}

/**
 * Makes the signing secrets of webhooks, and their form in the database. With `WEBHOOK_ENCRYPTION_KEY`, they are
 * encrypted (AES-256-GCM, bound to the id of the webhook), and the database alone does not reveal them.
 */
@Injectable()
export class SigningSecrets {
  private readonly sealer: Sealer;

  constructor(@Inject(SETTINGS) { webhookEncryptionKey }: Settings) {
    this.sealer = new Sealer(webhookEncryptionKey, 'glossa webhook secrets');
  }

  get areEncrypted(): boolean {
    return this.sealer.encrypts;
  }

  /** @returns `whsec_` and base64 of random bytes */
  generate(): string {
    return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
  }

  /** Returns the form in which the database stores a secret. */
  seal(webhookId: string, secret: string): Buffer {
    return this.sealer.seal(webhookId, Buffer.from(secret.slice(PREFIX.length), 'base64'));
  }

  /** @throws UnreadableSecretError if the secret was encrypted with another key, or for another webhook */
  open(webhookId: string, sealed: Buffer): string {
    try {
      return PREFIX + this.sealer.open(webhookId, sealed).toString('base64');
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      throw new UnreadableSecretError(MESSAGES[error.issue], { cause: error });
    }
  }
}
