import { readSettings } from '../config/settings';
import { SigningSecrets, UnreadableSecretError } from './signing-secrets';

const KEY = 'k'.repeat(32);
const [ID, OTHER_ID] = ['019a9f3e-9d5e-7b21-8c3f-2a3b4c5d6e7f', '019a9f3e-9d5e-7b21-8c3f-2a3b4c5d6e80'];

const secretsWith = (webhookEncryptionKey?: string): SigningSecrets =>
  new SigningSecrets({ ...readSettings({}), webhookEncryptionKey });

describe('a signing secret', () => {
  it('has 32 random bytes, as Standard Webhooks requires', () => {
    const secret = secretsWith().generate();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(secretsWith().generate()).not.toBe(secret);
  });

  it.each([
    ['in the clear', undefined],
    ['encrypted', KEY],
  ])('is what was stored: %s', (_, key) => {
    const secrets = secretsWith(key);
    const secret = secrets.generate();
    expect(secrets.open(ID, secrets.seal(ID, secret))).toBe(secret);
  });

  it('is not in the stored bytes if it is encrypted, and never stored twice as the same bytes', () => {
    const secrets = secretsWith(KEY);
    const secret = secrets.generate();
    const [one, two] = [secrets.seal(ID, secret), secrets.seal(ID, secret)];
    const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
    expect([one.includes(bytes), one.includes(bytes.subarray(0, 8)), one.equals(two)]).toEqual([false, false, false]);
  });

  it('can be read after a key is set if it was stored in the clear', () => {
    const secret = secretsWith().generate();
    expect(secretsWith(KEY).open(ID, secretsWith().seal(ID, secret))).toBe(secret);
  });

  it.each<[string, (sealed: Buffer) => string]>([
    ['without the key', (sealed) => secretsWith().open(ID, sealed)],
    ['with another key', (sealed) => secretsWith('l'.repeat(32)).open(ID, sealed)],
    ['for another webhook', (sealed) => secretsWith(KEY).open(OTHER_ID, sealed)],
    ['when a bit is flipped', (sealed) => secretsWith(KEY).open(ID, flipLastBit(sealed))],
    ['when it is cut off', (sealed) => secretsWith(KEY).open(ID, sealed.subarray(0, 20))],
  ])('cannot be read if it is encrypted: %s', (_, open) => {
    const secrets = secretsWith(KEY);
    const sealed = secrets.seal(ID, secrets.generate());
    expect(() => open(sealed)).toThrow(UnreadableSecretError);
  });
});

function flipLastBit(bytes: Buffer): Buffer {
  const flipped = Buffer.from(bytes);
  flipped[flipped.length - 1]! ^= 1;
  return flipped;
}
