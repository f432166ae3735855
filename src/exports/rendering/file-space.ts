import { DomainError } from '../../common/errors/domain-error';

/** Files of renderings have no more space: others are being made, or read. */
export class ExportsBusyError extends DomainError {
  constructor() {
    super('exports_busy', 'large exports take all the space there is for them', { headers: { 'retry-after': '30' } });
  }
}

/** What all files of renderings take together: those that are kept, under way, or still being read. */
export class FileSpace {
  private taken = 0;

  /** @param max in bytes */
  constructor(private readonly max: number) {}

  /** @throws ExportsBusyError */
  take(bytes: number): void {
    if (this.taken + bytes > this.max) throw new ExportsBusyError();
    this.taken += bytes;
  }

  giveBack(bytes: number): void {
    this.taken -= bytes;
  }
}
