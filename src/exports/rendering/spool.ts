import { randomUUID } from 'node:crypto';
import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FileSpace } from './file-space';

/** Renderings up to this size are kept in memory; larger ones in a file without a name, which ends with the process. */
export const MEMORY_BYTES = 32 * 1_048_576;
/** The process has one system's temporary folder: twice what is kept, for renderings under way and those still being read. */
const FILE_SPACE = new FileSpace(8 * 1_073_741_824);
/** Whoever was given a rendering may not have begun to read it yet when it is dropped. */
const GRACE_MS = 10_000;
const FLUSH_BYTES = 256 * 1_024;
/** Characters that become bytes together: until then, all the texts that they were put together from are held. */
const TEXT_BLOCK = 16 * 1_024;

/** A file of which only this process knows: its space is free again when the last reader has closed it. */
export class SpooledFile {
  private readers = 0;
  private dropped = false;
  private closed = false;

  constructor(
    private readonly file: FileHandle,
    readonly size: number,
    private readonly space: FileSpace,
  ) {}

  /** Each reader goes at its own pace and holds nothing but the file. */
  stream(): Readable {
    if (this.closed) throw new Error('the rendering was dropped');
    this.readers++;
    const stream = Readable.from(this.blocks(), { objectMode: false, highWaterMark: FLUSH_BYTES });
    stream.once('close', () => {
      this.readers--;
      this.closeWhenUnused();
    });
    return stream;
  }

  /** It is no longer kept; readers that have it finish. */
  drop(): void {
    setTimeout(() => {
      this.dropped = true;
      this.closeWhenUnused();
    }, GRACE_MS).unref();
  }

  private async *blocks(): AsyncGenerator<Buffer> {
    for (let position = 0; position < this.size;) {
      const { bytesRead, buffer } = await this.file.read(Buffer.allocUnsafe(FLUSH_BYTES), 0, FLUSH_BYTES, position);
      if (bytesRead === 0) throw new Error('a rendering ended early');
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  private closeWhenUnused(): void {
    if (!this.dropped || this.closed || this.readers > 0) return;
    this.closed = true;
    this.space.giveBack(this.size);
    void this.file.close();
  }
}

/** Takes a rendering as it is made: hashes it, keeps it in memory while it is small, spills it to a file when it is not. */
export class Spool {
  private readonly hash: Hash = createHash('sha256');
  private pending: Buffer[] = [];
  private pendingBytes = 0;
  private texts = '';
  private size = 0;
  private file?: FileHandle;
  private fileBytes = 0;

  constructor(private readonly space = FILE_SPACE) {}

  /**
   * @returns undefined unless there is something to wait for
   * @throws ExportsBusyError
   */
  write(chunk: string | Uint8Array): Promise<void> | undefined {
    if (typeof chunk === 'string') {
      this.texts += chunk;
      if (this.texts.length < TEXT_BLOCK) return undefined;
      this.takeTexts();
    } else {
      this.takeTexts();
      this.take(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    }
    const isFull = this.file ? this.pendingBytes >= FLUSH_BYTES : this.size > MEMORY_BYTES;
    return isFull ? this.flush() : undefined;
  }

  async end(): Promise<{ hash: string; content: Buffer | SpooledFile }> {
    this.takeTexts();
    if (this.file) await this.flush();
    const content = this.file
      ? new SpooledFile(this.file, this.size, this.space)
      : Buffer.concat(this.pending, this.size);
    return { hash: this.hash.digest('hex'), content };
  }

  /** The rendering failed. */
  async abandon(): Promise<void> {
    this.space.giveBack(this.fileBytes);
    await this.file?.close();
  }

  private takeTexts(): void {
    if (this.texts === '') return;
    this.take(Buffer.from(this.texts));
    this.texts = '';
  }

  private take(bytes: Buffer): void {
    this.hash.update(bytes);
    this.pending.push(bytes);
    this.pendingBytes += bytes.length;
    this.size += bytes.length;
  }

  private async flush(): Promise<void> {
    this.space.take(this.pendingBytes);
    this.fileBytes += this.pendingBytes;
    this.file ??= await openNameless();
    const { bytesWritten } = await this.file.writev(this.pending);
    if (bytesWritten < this.pendingBytes) throw new Error('the disk took but a part of a rendering');
    this.pending = [];
    this.pendingBytes = 0;
  }
}

async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `glossa-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}
