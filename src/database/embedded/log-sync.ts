import { close, fdatasync, open } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const openFile = (path: string): Promise<number> => promisify(open)(path, 'r+');
const closeFile = (descriptor: number): Promise<void> => promisify(close)(descriptor);
const syncFile = (descriptor: number): Promise<void> => promisify(fdatasync)(descriptor);

/**
 * Syncs the write-ahead log of an embedded database beside the thread that writes it: one sync for all commits that
 * arrive while the sync before is under way.
 */
export class LogSync {
  /** Names of segments that contain commits after the beginning of the last sync. */
  private readonly unsynced = new Set<string>();
  private running: Promise<void> | undefined;
  private next: Promise<void> | undefined;
  /** The last segment that was synced. A descriptor, because the garbage collector closes a FileHandle. */
  private current: { segment: string; descriptor: number } | undefined;

  /**
   * @param folder that contains the segments
   * @param onFailure called with the error of a sync: what the system has dropped of the log cannot be synced again
   */
  constructor(
    private readonly folder: string,
    private readonly onFailure: (error: Error) => void,
  ) {}

  /** Begins to sync a segment of the log, in which a commit is that nothing has synced. */
  add(segment: string): void {
    this.unsynced.add(segment);
    this.synced()?.catch(this.onFailure);
  }

  /** Returns a promise that resolves when all commits so far are on disk; undefined if they are. */
  synced(): Promise<void> | undefined {
    if (this.unsynced.size === 0) return this.running;
    return (this.next ??= (this.running ?? Promise.resolve()).then(() => this.begin()));
  }

  /** Waits for the running sync, and closes the file. */
  async close(): Promise<void> {
    await this.synced();
    if (this.current) await closeFile(this.current.descriptor);
    this.current = undefined;
  }

  private begin(): Promise<void> {
    const segments = [...this.unsynced].sort();
    this.unsynced.clear();
    this.next = undefined;
    this.running = this.sync(segments).finally(() => (this.running = undefined));
    return this.running;
  }

  private async sync(segments: readonly string[]): Promise<void> {
    for (const segment of segments) {
      const descriptor = await this.open(segment);
      if (descriptor !== undefined) await syncFile(descriptor);
    }
  }

  /** @returns undefined if a checkpoint has removed the segment; the other thread has synced it before that */
  private async open(segment: string): Promise<number | undefined> {
    if (this.current?.segment === segment) return this.current.descriptor;
    if (this.current) await closeFile(this.current.descriptor);
    this.current = undefined;
    const descriptor = await openFile(join(this.folder, segment)).catch(ignoreMissing);
    if (descriptor !== undefined) this.current = { segment, descriptor };
    return descriptor;
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
