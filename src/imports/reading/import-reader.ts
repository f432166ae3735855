import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ThreadPool } from '../../background/thread-pool';
import { FairSemaphore } from '../../common/scheduling/fair-semaphore';
import type { Settings } from '../../config/settings';
import { SETTINGS } from '../../config/settings.module';
import { ImportsBusyError } from '../import-errors';
import type { ImportedFile } from './imported-file';
import { readImport } from './read-import';
import { type ReadRequest, sizeOf } from './read-request';
import { ThreadReader } from './thread-reader';

const MAX_THREADS = 2;

/** Files of one organization that may wait together, in bytes. A small file counts as `MIN_WEIGHT`. */
const MAX_WAITING_BYTES = 100 * 1_048_576;
const MIN_WEIGHT = 1_048_576;

/**
 * Reads the files of imports in worker threads, in bounded time and memory, so that the event loop stays free.
 * Organizations take turns.
 */
@Injectable()
export class ImportReader implements OnApplicationShutdown {
  private readonly turns = new FairSemaphore({
    slots: MAX_THREADS,
    slotsPerGroup: MAX_THREADS - 1,
    maxWaiting: MAX_WAITING_BYTES,
    createRefusal: () => new ImportsBusyError(),
  });
  private readonly threads: ThreadPool<ThreadReader>;

  constructor(@Inject(SETTINGS) { readerHeapBytes }: Pick<Settings, 'readerHeapBytes'>) {
    this.threads = new ThreadPool(() => new ThreadReader(readerHeapBytes));
  }

  /**
   * @param signal of the client: a file that still waits when it is aborted is not read
   * @throws RefusedFileError if the file cannot be imported
   * @throws ImportsBusyError if too many files of the organization wait
   */
  read(request: ReadRequest, organizationId: string, signal: AbortSignal): Promise<ImportedFile> {
    const read = () =>
      ThreadReader.isAvailable ? this.threads.run((thread) => thread.read(request)) : readImport(request);
    return this.turns.run(organizationId, read, { weight: Math.max(MIN_WEIGHT, sizeOf(request)), signal });
  }

  onApplicationShutdown(): Promise<void> {
    return this.threads.close();
  }
}
