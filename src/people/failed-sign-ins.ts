import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { recordAuditOfPerson } from '../audit/record';
import { Database } from '../database/database';

const WRITE_INTERVAL_MS = 1_000;
/** The most accounts whose attempts wait to be written; attempts for further ones are not recorded. */
const MAX_WAITING = 1_000;
/** The time in which one entry counts all attempts for an account. */
const ENTRY_MS = 60_000;

/** How somebody tried to sign in. */
type Way = 'password' | 'passkey';

/** Attempts to sign in that failed. */
interface Failures {
  personId: string;
  by: Way;
  count: number;
  /** The address of the client that made the last one. */
  address: string;
  /** When they are written, in milliseconds since the epoch. */
  due: number;
}

/**
 * Records failed sign-ins in the audit: the first one of an account within a second, the further ones of a minute in one entry of each way. A request
 * writes nothing, so that its duration does not tell whether the address has an account.
 */
@Injectable()
export class FailedSignIns implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(FailedSignIns.name);
  private readonly waiting = new Map<string, Failures>();
  private timer: NodeJS.Timeout | undefined;
  private writing = Promise.resolve();

  constructor(private readonly database: Database) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.writeDue(Date.now()), WRITE_INTERVAL_MS);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.writeDue(Infinity);
  }

  add(personId: string, address: string, by: Way = 'password'): void {
    const key = `${by} ${personId}`;
    const known = this.waiting.get(key);
    if (known) Object.assign(known, { count: known.count + 1, address });
    else if (this.waiting.size < MAX_WAITING) this.waiting.set(key, { personId, by, count: 1, address, due: 0 });
  }

  /** Writes what is due, after what is being written. @param now in milliseconds since the epoch */
  writeDue(now: number): Promise<void> {
    this.writing = this.writing.then(() => this.writeNext(now));
    return this.writing;
  }

  private async writeNext(now: number): Promise<void> {
    for (const [key, failures] of this.waiting) {
      if (failures.due > now) continue;
      // An account without attempts for a minute is forgotten.
      this.waiting.delete(key);
      if (failures.count === 0) continue;
      this.waiting.set(key, { ...failures, count: 0, due: now + ENTRY_MS });
      await this.write(failures);
    }
  }

  private async write({ personId, by, count, address }: Failures): Promise<void> {
    const target = { type: 'person', id: personId } as const;
    const event = { action: 'session.failed', target, details: { by, count } } as const;
    try {
      await recordAuditOfPerson(this.database, personId, event, { address, isProved: false });
    } catch (error) {
      this.logger.warn(`could not record a failed sign-in: ${String(error)}`);
    }
  }
}
