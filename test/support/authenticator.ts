import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign as signBytes } from 'node:crypto';
import type { Json } from './client';

/** Flags of the authenticator data (W3C Web Authentication Level 3 §6.1). */
const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40];

/** A value of CBOR that an authenticator writes. */
type Cbor = number | string | Buffer | Map<number | string, Cbor> | Cbor[];

/** Encodes a value as CBOR (RFC 8949 §3). */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([name, member]) => [cbor(name), cbor(member)])]);
}

function head(type: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(type << 5) | length]);
  return length < 256 ? Buffer.from([(type << 5) | 24, length]) : Buffer.from([(type << 5) | 25, length >> 8, length]);
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** How an authenticator answers otherwise than it should. */
export interface Deviation {
  challenge?: string;
  origin?: string;
  rpId?: string;
  type?: string;
  isVerified?: boolean;
  /** What it adds to the number of its signatures. Default: 1. */
  step?: number;
  userHandle?: string;
  /** The statement of the attestation. Default: none. */
  attestation?: { format: string; statement: Map<string, Cbor> };
}

type Algorithm = 'ES256' | 'RS256' | 'EdDSA';

/** An authenticator in software, with one passkey, in a browser that shows pages of one origin. */
export class Authenticator {
  readonly id = randomBytes(16).toString('base64url');
  counter = 0;
  private userHandle = '';
  private readonly privateKey: KeyObject;
  private readonly publicKey: Map<number | string, Cbor>;

  constructor(
    readonly origin: string,
    private readonly algorithm: Algorithm = 'ES256',
  ) {
    const { privateKey, publicKey } = keysOf(algorithm);
    this.privateKey = privateKey;
    const { x = '', y = '', n = '', e = '' } = publicKey.export({ format: 'jwk' }) as Record<string, string>;
    const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
    // RFC 9053 §7, RFC 8812 §2.
    const keys: Record<Algorithm, [number, Cbor][]> = {
      ES256: [
        ...([
          [1, 2],
          [3, -7],
          [-1, 1],
        ] as [number, Cbor][]),
        [-2, bytes(x)],
        [-3, bytes(y)],
      ],
      EdDSA: [
        ...([
          [1, 1],
          [3, -8],
          [-1, 6],
        ] as [number, Cbor][]),
        [-2, bytes(x)],
      ],
      RS256: [
        ...([
          [1, 3],
          [3, -257],
        ] as [number, Cbor][]),
        [-1, bytes(n)],
        [-2, bytes(e)],
      ],
    };
    this.publicKey = new Map(keys[algorithm]);
  }

  /** Makes its passkey, as `navigator.credentials.create()` does. */
  create({ challenge, rp, user }: Json, deviation: Deviation = {}): Record<string, unknown> {
    this.userHandle = user.id;
    const id = Buffer.from(this.id, 'base64url');
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(this.publicKey)]);
    const authData = this.data(ATTESTED, { rpId: rp.id, ...deviation }, attested);
    const { format = 'none', statement = new Map<string, Cbor>() } = deviation.attestation ?? {};
    const attestation = new Map<string, Cbor>([
      ['fmt', format],
      ['attStmt', statement],
      ['authData', authData],
    ]);
    return {
      id: this.id,
      clientDataJSON: this.clientData({ type: 'webauthn.create', challenge, ...deviation }),
      attestationObject: cbor(attestation).toString('base64url'),
      transports: ['internal'],
    };
  }

  /** Signs a challenge, as `navigator.credentials.get()` does. */
  sign({ challenge, rpId }: Json, { userHandle = this.userHandle, ...deviation }: Deviation = {}): Json {
    this.counter += deviation.step ?? 1;
    const authenticatorData = this.data(0, { rpId, ...deviation });
    const clientDataJSON = this.clientData({ type: 'webauthn.get', challenge, ...deviation });
    const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    const hash = this.algorithm === 'EdDSA' ? null : 'sha256';
    return {
      id: this.id,
      clientDataJSON,
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signBytes(hash, signed, this.privateKey).toString('base64url'),
      userHandle,
    };
  }

  private data(flags: number, { rpId = '', isVerified = true }: Deviation, rest = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const bits = PRESENT | (isVerified ? VERIFIED : 0) | flags;
    return Buffer.concat([sha256(rpId), Buffer.from([bits]), counter, rest]);
  }

  private clientData({ type, challenge, origin = this.origin }: Deviation): string {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
  }
}

function keysOf(algorithm: Algorithm): { privateKey: KeyObject; publicKey: KeyObject } {
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519');
  if (algorithm === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2_048 });
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}
