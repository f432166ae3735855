import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ThreadPool } from '../../background/thread-pool';
import { FairSemaphore } from '../../common/scheduling/fair-semaphore';
import { GlossaryBusyError } from '../glossary-errors';
import { readTerms, type TermFile } from './read-terms';
import type { ReadTerms } from './term-pages';
import { ThreadTermReader } from './thread-term-reader';

const MAX_THREADS = 2;
/** Bytes of a file that is read faster than a thread starts. */
const MAX_INLINE_BYTES = 4_096;
const MAX_WAIT_MS = 30_000;
/** The most files of an organization that wait: each is in memory. */
const MAX_WAITING = 4;

/** Reads files of terms in worker threads, so that the event loop stays free. Organizations take turns. */
@Injectable()
export class TermReader implements OnApplicationShutdown {
  private readonly turns = new FairSemaphore({
    slots: MAX_THREADS,
    slotsPerGroup: MAX_THREADS - 1,
    maxWaiting: MAX_WAITING,
    timeoutMs: MAX_WAIT_MS,
    createRefusal: () => new GlossaryBusyError(),
  });
  /** Imports are rare: no thread is kept. */
  private readonly threads = new ThreadPool(() => new ThreadTermReader(), 0);

  /** @throws TermFileError, GlossaryTooLargeError, GlossaryBusyError */
  async read(organizationId: string, file: TermFile): Promise<ReadTerms> {
    if (file.bytes.length <= MAX_INLINE_BYTES) return readTerms(file);
    return this.turns.run(organizationId, async () =>
      ThreadTermReader.isAvailable ? this.threads.run((thread) => thread.read(file)) : readTerms(file),
    );
  }

  onApplicationShutdown(): Promise<void> {
    return this.threads.close();
  }
}
