import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ContentCoding, Representation } from '../../common/http/representation';
import type { Warnings } from '../warnings';
import { SpooledFile } from './spool';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Smaller ones gain nothing; larger ones are sent as they are. */
const CODED_BYTES = { min: 1_024, max: 32 * 1_048_576 };

export interface RenditionContent {
  mediaType: string;
  fileName?: string;
  hash: string;
  content: Buffer | SpooledFile;
  warnings: Warnings;
}

/** An export as it was rendered once; compressed at most once a coding, and off the event loop. */
export class Rendition implements Representation {
  readonly mediaType: string;
  readonly fileName?: string;
  readonly hash: string;
  readonly codings: readonly ContentCoding[];
  readonly warnings: Warnings;
  private readonly content: Buffer | SpooledFile;
  private readonly coded = new Map<ContentCoding, Promise<Buffer>>();
  private codedBytes = 0;

  /** @param onGrown a coding was added to what is held */
  constructor(
    { mediaType, fileName, hash, content, warnings }: RenditionContent,
    private readonly onGrown: (rendition: Rendition) => void,
  ) {
    this.mediaType = mediaType;
    this.fileName = fileName;
    this.hash = hash;
    this.content = content;
    this.warnings = warnings;
    const { length } = Buffer.isBuffer(content) ? content : { length: Infinity };
    this.codings =
      length >= CODED_BYTES.min && length <= CODED_BYTES.max && !isCompressed(mediaType) ? ['gzip', 'br'] : [];
  }

  get memoryBytes(): number {
    return (Buffer.isBuffer(this.content) ? this.content.length : 0) + this.codedBytes + 1_024;
  }

  get fileBytes(): number {
    return this.content instanceof SpooledFile ? this.content.size : 0;
  }

  async bytes(coding: ContentCoding): ReturnType<Representation['bytes']> {
    if (this.content instanceof SpooledFile) return { stream: this.content.stream(), size: this.content.size };
    if (coding === 'identity') return this.content;
    const coded = this.coded.get(coding) ?? this.compress(this.content, coding);
    this.coded.set(coding, coded);
    return coded;
  }

  /** It is no longer kept; whoever is being sent it still gets all of it. */
  drop(): void {
    if (this.content instanceof SpooledFile) this.content.drop();
  }

  private async compress(content: Buffer, coding: ContentCoding): Promise<Buffer> {
    const bytes =
      coding === 'br'
        ? await brotli(content, {
            params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
          })
        : await deflate(content, { level: 6 });
    this.codedBytes += bytes.length;
    this.onGrown(this);
    return bytes;
  }
}

const isCompressed = (mediaType: string): boolean =>
  mediaType === 'application/zip' || mediaType.includes('openxmlformats');
