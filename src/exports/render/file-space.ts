import { ExportsBusyError } from '../export-errors';

/**
 * Bounds the disk space of all temporary files together: cached exports, exports in progress, files still being sent.
 */
export class FileSpace {
  private used = 0;

  /** @param max in bytes */
  constructor(private readonly max: number) {}

  /** Bytes in use. */
  get bytes(): number {
    return this.used;
  }

  /** @throws ExportsBusyError when fewer bytes are left */
  reserve(bytes: number): void {
    if (this.used + bytes > this.max)
      throw new ExportsBusyError('large exports use all the disk space that is reserved for them', 30);
    this.used += bytes;
  }

  free(bytes: number): void {
    this.used -= bytes;
  }
}

/**
 * The space of this process. It is twice what the rendition cache keeps, for exports in progress and files still being
 * sent.
 */
export const PROCESS_FILE_SPACE = new FileSpace(8 * 1_073_741_824);
