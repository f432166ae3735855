import { shorten } from '../../common/shorten';
/** An archive was refused. The API returns 400 with the code. */
export class ArchiveError extends Error {
  constructor(
    readonly code: 'malformed_file' | 'limit_exceeded',
    message: string,
    /** The path of the entry at fault, as the archive has it. */
    readonly entry?: string,
  ) {
    super(entry === undefined ? message : `${JSON.stringify(shorten(entry))}: ${message}`);
    this.name = 'ArchiveError';
  }
}
