import { createHash, type Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { StorageFullError } from '../../common/errors/storage-full.error';
import { PROCESS_FILE_SPACE } from '../render/file-space';
import { openTemporaryFile, SpooledFile } from './spooled-file';

/** Renderings up to this size stay in memory; larger ones are written to a temporary file. */
const MEMORY_BYTES = 32 * 1_048_576;
/** Bytes that are written to the file at a time. */
const FLUSH_BYTES = 256 * 1_024;
/** Characters that are encoded at a time. A longer string would keep alive all the strings that it was joined from. */
const TEXT_BLOCK = 16 * 1_024;

/** The content of a rendering with its SHA-256 in hexadecimal. */
export interface SpooledContent {
  hash: string;
  content: Buffer | SpooledFile;
}

/**
 * Collects a rendering chunk by chunk and hashes it. Content that is too large for memory moves to a temporary file.
 */
export class Spool {
  private readonly hash: Hash = createHash('sha256');
  private pending: Buffer[] = [];
  private pendingBytes = 0;
  private text = '';
  private size = 0;
  private file?: FileHandle;
  private fileBytes = 0;

  /** @param memoryBytes the largest content that stays in memory */
  constructor(
    private readonly space = PROCESS_FILE_SPACE,
    private readonly memoryBytes = MEMORY_BYTES,
  ) {}

  /**
   * Adds a chunk. The next one may only be added when the returned promise has resolved.
   * @returns undefined when nothing is written to the file, so that the caller need not wait
   * @throws ExportsBusyError
   */
  write(chunk: string | Uint8Array): Promise<void> | undefined {
    if (typeof chunk === 'string') {
      this.text += chunk;
      if (this.text.length < TEXT_BLOCK) return undefined;
      this.encodeText();
    } else {
      this.encodeText();
      this.append(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    }
    const isFull = this.file ? this.pendingBytes >= FLUSH_BYTES : this.size > this.memoryBytes;
    return isFull ? this.flush() : undefined;
  }

  /** Completes the rendering. The caller must close a returned file. */
  async end(): Promise<SpooledContent> {
    this.encodeText();
    if (this.file) await this.flush();
    const content = this.file
      ? new SpooledFile(this.file, this.size, this.space)
      : Buffer.concat(this.pending, this.size);
    return { hash: this.hash.digest('hex'), content };
  }

  /** Discards an incomplete rendering and frees its disk space. */
  async abort(): Promise<void> {
    this.space.free(this.fileBytes);
    await this.file?.close();
  }

  private encodeText(): void {
    if (this.text === '') return;
    this.append(Buffer.from(this.text));
    this.text = '';
  }

  private append(bytes: Buffer): void {
    this.hash.update(bytes);
    this.pending.push(bytes);
    this.pendingBytes += bytes.length;
    this.size += bytes.length;
  }

  private async flush(): Promise<void> {
    this.space.reserve(this.pendingBytes);
    this.fileBytes += this.pendingBytes;
    this.file ??= await openTemporaryFile();
    const { bytesWritten } = await this.file.writev(this.pending);
    // A disk that becomes full accepts a part first.
    if (bytesWritten < this.pendingBytes)
      throw new StorageFullError('the disk of temporary files has too little space');
    this.pending = [];
    this.pendingBytes = 0;
  }
}
