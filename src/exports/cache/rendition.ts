import { pipeline, type Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import { compress } from '../../http/responses/compress';
import { attachment, type ContentCoding, type Representation } from '../../http/responses/representation';
import type { Warnings } from '../../language-files';
import { type Reference, ReferenceCounter } from './reference-counter';
import type { SpooledContent } from './spool';
import { SpooledFile } from './spooled-file';

/** Smaller content is sent uncompressed. */
const MIN_COMPRESSED_BYTES = 1_024;
/** The estimated memory of a rendition without its content. */
const OVERHEAD_BYTES = 1_024;

export interface RenditionContent extends SpooledContent {
  /** The revision of the project that it shows. */
  revision: string;
  mediaType: string;
  fileName?: string;
  contentLanguage?: string;
  /** Whether the export has the layout of imported files. Undefined: it has no layout. */
  layout?: 'template' | 'canonical';
  warnings: Warnings;
}

/**
 * A rendered export that several requests share, with its compressed forms. It is compressed off the event loop:
 * content in memory once per coding, and a file for each response as it is sent, at the fastest level. The file stays
 * open until the last reference is released.
 */
export class Rendition implements Representation {
  readonly mediaType: string;
  readonly contentDisposition?: string;
  readonly contentLanguage?: string;
  readonly layout?: 'template' | 'canonical';
  readonly hash: string;
  readonly revision: string;
  readonly codings: readonly ContentCoding[];
  readonly warnings: Warnings;
  private readonly content: Buffer | SpooledFile;
  private readonly compressed = new Map<ContentCoding, Promise<Buffer>>();
  private compressedBytes = 0;
  private readonly references = new ReferenceCounter(() => this.close());

  /** @param onGrowth is called when a compressed form was added, with the rendition that now takes more memory */
  constructor(
    { revision, mediaType, fileName, contentLanguage, layout, hash, content, warnings }: RenditionContent,
    private readonly onGrowth: (rendition: Rendition) => void,
  ) {
    this.mediaType = mediaType;
    if (fileName !== undefined) this.contentDisposition = attachment(fileName);
    this.contentLanguage = contentLanguage;
    this.layout = layout;
    this.hash = hash;
    this.revision = revision;
    this.content = content;
    this.warnings = warnings;
    this.codings = supportedCodings(mediaType, content);
  }

  get memoryBytes(): number {
    return (Buffer.isBuffer(this.content) ? this.content.length : 0) + this.compressedBytes + OVERHEAD_BYTES;
  }

  get fileBytes(): number {
    return this.content instanceof SpooledFile ? this.content.size : 0;
  }

  /** @throws Error when the last reference was released already */
  acquire(): Reference {
    return this.references.acquire();
  }

  async body(coding: ContentCoding): ReturnType<Representation['body']> {
    const { content } = this;
    if (content instanceof SpooledFile) {
      if (coding !== 'gzip') return { open: () => content.stream(), size: content.size };
      return { open: () => gzipStream(content.stream()) };
    }
    if (coding === 'identity') return content;
    const compressed = this.compressed.get(coding) ?? this.compress(content, coding);
    this.compressed.set(coding, compressed);
    return compressed;
  }

  private async compress(content: Buffer, coding: Exclude<ContentCoding, 'identity'>): Promise<Buffer> {
    const bytes = await compress(content, coding);
    this.compressedBytes += bytes.length;
    this.onGrowth(this);
    return bytes;
  }

  private close(): void {
    if (this.content instanceof SpooledFile) this.content.close();
  }
}

function supportedCodings(mediaType: string, content: Buffer | SpooledFile): readonly ContentCoding[] {
  if (isCompressedType(mediaType)) return [];
  if (content instanceof SpooledFile) return ['gzip'];
  return content.length >= MIN_COMPRESSED_BYTES ? ['gzip', 'br'] : [];
}

/** Destroying either stream destroys the other. */
function gzipStream(stream: Readable): Readable {
  return pipeline(stream, createGzip({ level: constants.Z_BEST_SPEED }), () => undefined);
}

const isCompressedType = (mediaType: string): boolean =>
  mediaType === 'application/zip' || mediaType.includes('openxmlformats');
