import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { FairSemaphore } from '../common/scheduling/fair-semaphore';
import type { Settings } from '../config/settings';
import { SETTINGS } from '../config/settings.module';
import { PasswordsBusyError, PasswordSignInOffError } from './people-errors';

/** OWASP's parameters of Argon2id: 19 MiB and two passes, which take some 30 ms of a thread of libuv. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Passwords that are hashed at a time: they bound the memory, and leave threads to files and look-ups of names. */
const CONCURRENT = 2;
const MAX_WAITING = 500;
const MAX_WAIT_MS = 20_000;

/** NIST SP 800-63B §5.1.1.2: what looks the same is the same. */
const normalize = (password: string): string => password.normalize('NFKC');

/** Returns a hash that no password is known to have. Comparing a password with it takes as long as with another hash. */
function hashOfNoPassword(): string {
  const { memoryCost, timeCost, parallelism } = ARGON2ID;
  const [salt, bytes] = [16, 32].map((length) => randomBytes(length).toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}$${bytes}`;
}

/** Hashes passwords and compares them, off the event loop. */
@Injectable()
export class Passwords {
  private readonly turns = new FairSemaphore({
    slots: CONCURRENT,
    slotsPerGroup: CONCURRENT,
    maxWaiting: MAX_WAITING,
    timeoutMs: MAX_WAIT_MS,
    createRefusal: () => new PasswordsBusyError(),
  });
  /** With it, the password of an unknown person is compared. */
  private readonly dummy = hashOfNoPassword();

  constructor(@Inject(SETTINGS) private readonly settings: Pick<Settings, 'passwordSignIn'>) {}

  /** Whether persons sign in with passwords. */
  get areUsed(): boolean {
    return this.settings.passwordSignIn;
  }

  /** @throws PasswordSignInOffError */
  assertUsed(): void {
    if (!this.areUsed) throw new PasswordSignInOffError();
  }

  /** @param network of the client: networks take turns. @throws PasswordsBusyError, PasswordSignInOffError */
  async hash(password: string, network: string): Promise<string> {
    this.assertUsed();
    return this.turns.run(network, () => hash(normalize(password), ARGON2ID));
  }

  /**
   * Returns whether a password is the one of a hash. It takes as long without one.
   *
   * @param stored null if the person is unknown or has no password
   * @throws PasswordsBusyError, PasswordSignInOffError
   */
  async verify(stored: string | null, password: string, network: string): Promise<boolean> {
    this.assertUsed();
    const isSame = await this.turns.run(network, () => verify(stored ?? this.dummy, normalize(password)));
    return isSame && stored !== null;
  }
}
