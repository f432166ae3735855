import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { DomainError } from '../common/errors/domain-error';
import { UnknownRevisionError } from '../common/errors/unknown-revision.error';
import type { Database, ReadLimits } from './database';
import type { Standby } from './standby/standby';

/** Milliseconds that a read waits for the standby to have the revision that it asks for. */
const MAX_WAIT_MS = 250;
const FIRST_PAUSE_MS = 5;
/** Milliseconds that one statement of a read may take, unless the setting says otherwise. */
const DEFAULT_TIMEOUT_MS = 300_000;

/** Runs reads on the standby where there is one that can be read, and else on the primary. */
export class Reads {
  readonly counters = { standby: 0, primary: 0 };
  private readonly logger = new Logger('Standby');

  constructor(
    private readonly primary: Database,
    readonly standby?: Standby,
    private readonly timeoutMs = DEFAULT_TIMEOUT_MS,
  ) {}

  /** The primary, and the standby where there is one. */
  get databases(): Database[] {
    return this.standby ? [this.primary, this.standby.database] : [this.primary];
  }

  /**
   * Runs a read, whose result may be older than the last write. All that is not a result is the primary's: whether the
   * standby failed, or did not know a project, a language or a revision yet, the read is repeated on the primary.
   *
   * @param read runs its statements on the database that it is given, and has no effects
   * @param client of a read that can last: returns a signal that is aborted when the client disconnects, which cancels
   *   the statement
   * @throws ReadTimeoutError, and the reason of the signal
   */
  async run<T>(read: (database: Database) => Promise<T>, client?: () => AbortSignal): Promise<T> {
    const { standby } = this;
    const signal = client?.();
    if (standby?.isUsable) {
      try {
        const result = await untilReached(() =>
          read(client ? standby.limited(this.limitsOf(signal)) : standby.database),
        );
        this.counters.standby++;
        return result;
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof DomainError)) this.logger.warn(`repeated on the primary: ${String(error)}`);
      }
    }
    this.counters.primary++;
    return read(client ? this.primary.limitedTo(this.limitsOf(signal)) : this.primary);
  }

  /** Returns the primary for a read that can last. @param client as for `run` */
  onPrimary(client: () => AbortSignal): Database {
    return this.primary.limitedTo(this.limitsOf(client()));
  }

  /** Limits the reads of a database that `run` has passed. */
  limit(database: Database, signal: AbortSignal): Database {
    return database === this.standby?.database
      ? this.standby.limited(this.limitsOf(signal))
      : database.limitedTo(this.limitsOf(signal));
  }

  private limitsOf(signal: AbortSignal | undefined): ReadLimits {
    return { signal, timeoutMs: this.timeoutMs };
  }
}

/**
 * Repeats a read while the standby does not have its revision, for a bounded time. A read that waits holds no
 * connection.
 */
async function untilReached<T>(read: () => Promise<T>): Promise<T> {
  const end = performance.now() + MAX_WAIT_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause *= 2) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof UnknownRevisionError) || performance.now() + pause > end) throw error;
    }
    await delay(pause);
  }
}
