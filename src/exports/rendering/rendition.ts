import { pipeline, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createGzip, gzip } from 'node:zlib';
import type { ContentCoding, Representation } from '../../http/responses/representation';
import type { Warnings } from '../../language-files';
import { SpooledFile } from './spool';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Smaller ones gain nothing by being compressed. */
const CODED_BYTES = 1_024;

export interface RenditionContent {
  mediaType: string;
  fileName?: string;
  hash: string;
  content: Buffer | SpooledFile;
  warnings: Warnings;
}

/**
 * An export as it was rendered once. Compressed off the event loop: in memory at most once a coding; from a file, as it is
 * sent, for each client anew and therefore lightly.
 */
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
    this.codings = codingsOf(mediaType, content);
  }

  get memoryBytes(): number {
    return (Buffer.isBuffer(this.content) ? this.content.length : 0) + this.codedBytes + 1_024;
  }

  get fileBytes(): number {
    return this.content instanceof SpooledFile ? this.content.size : 0;
  }

  async bytes(coding: ContentCoding): ReturnType<Representation['bytes']> {
    if (this.content instanceof SpooledFile) {
      const stream = this.content.stream();
      return coding === 'gzip' ? { stream: compressed(stream) } : { stream, size: this.content.size };
    }
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

function codingsOf(mediaType: string, content: Buffer | SpooledFile): readonly ContentCoding[] {
  if (isCompressed(mediaType)) return [];
  if (content instanceof SpooledFile) return ['gzip'];
  return content.length >= CODED_BYTES ? ['gzip', 'br'] : [];
}

/** Whichever of the two ends early ends the other. */
function compressed(stream: Readable): Readable {
  return pipeline(stream, createGzip({ level: constants.Z_BEST_SPEED }), () => undefined);
}

const isCompressed = (mediaType: string): boolean =>
  mediaType === 'application/zip' || mediaType.includes('openxmlformats');
