import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { StorageFullError } from '../../common/errors/storage-full.error';
import type { FileSpace } from '../render/file-space';

const BLOCK_BYTES = 256 * 1_024;

/** A rendering in a temporary file without a name. Closing it frees its disk space. */
export class SpooledFile {
  private closed = false;

  constructor(
    private readonly file: FileHandle,
    readonly size: number,
    private readonly space: FileSpace,
  ) {}

  /** Returns a new stream over the whole file. Streams are independent of each other and hold no content in memory. */
  stream(): Readable {
    return Readable.from(this.blocks(), { objectMode: false, highWaterMark: BLOCK_BYTES });
  }

  /** Reads a part of the file. */
  async read(position: number, length: number): Promise<Buffer> {
    const { bytesRead, buffer } = await this.file.read(Buffer.allocUnsafe(length), 0, length, position);
    if (bytesRead < length) throw new Error('the temporary file is shorter than what was written to it');
    return buffer;
  }

  /**
   * Closes the file after reads that are in progress. Streams that are not finished fail. A second call has no effect.
   */
  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.space.free(this.size);
    void this.file.close();
  }

  private async *blocks(): AsyncGenerator<Buffer> {
    for (let position = 0; position < this.size;) {
      if (this.closed) throw new Error('the temporary file was closed before it was sent');
      const { bytesRead, buffer } = await this.file.read(Buffer.allocUnsafe(BLOCK_BYTES), 0, BLOCK_BYTES, position);
      if (bytesRead === 0) throw new Error('the temporary file is shorter than what was written to it');
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }
}

/**
 * Opens a temporary file and unlinks it at once, so that the system deletes it when the process closes it or ends.
 *
 * @throws StorageFullError when the temporary folder has no space, is read-only or cannot be written
 */
export async function openTemporaryFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `glossa-${randomUUID()}`);
  try {
    const file = await open(path, 'wx+', 0o600);
    await unlink(path);
    return file;
  } catch (error) {
    throw new StorageFullError(
      'the service cannot create the temporary file that a large export needs',
      error as Error,
    );
  }
}

/** Returns why large exports cannot be made, or undefined if a temporary file can be created. */
export async function problemOfTemporaryFolder(): Promise<string | undefined> {
  try {
    await (await openTemporaryFile()).close();
    return undefined;
  } catch (error) {
    const { code } = (error as StorageFullError).cause as NodeJS.ErrnoException;
    return `the temporary folder ${tmpdir()} cannot be written (${code}): exports of more than 32 MiB are refused. Set TMPDIR.`;
  }
}
