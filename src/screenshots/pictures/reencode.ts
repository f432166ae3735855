import type { Sharp, SharpOptions } from 'sharp';
import { DamagedPictureError, SlowPictureError, TooLargePictureError, TooManyPixelsError } from '../screenshot-errors';
import { type PictureFormat, pictureFormatOf } from './picture-format';

/** Pixels of a side: the most that WebP has. */
const MAX_SIDE = 16_383;
/** Seconds that decoding and encoding one picture may take together. */
const MAX_SECONDS = 60;
/** Bytes of a picture as it is kept. */
const MAX_BYTES = 20 * 1_048_576;

/** A picture as it is kept and served. */
export interface Picture {
  format: PictureFormat;
  width: number;
  height: number;
  content: Buffer;
}

/** The only readers of libvips that take part; sharp would also read SVG, TIFF, PDF and more. */
const READERS = ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'];

/** Encoders that hold little more than some rows at once, except the encoder of WebP. */
const ENCODE: Readonly<Record<PictureFormat, (picture: Sharp) => Sharp>> = {
  png: (picture) => picture.png({ compressionLevel: 6 }),
  jpeg: (picture) => picture.jpeg({ quality: 90, chromaSubsampling: '4:4:4', optimiseCoding: false }),
  webp: (picture) => picture.webp({ quality: 90, effort: 1 }),
};

/** What is used of the library. Its own type is another one for each way of resolving modules. */
interface Library {
  (input: Buffer, options: SharpOptions): Sharp;
  cache(options: boolean): unknown;
  concurrency(threads: number): unknown;
  block(options: { operation: string[] }): void;
  unblock(options: { operation: string[] }): void;
}

let loaded: Library | undefined;

/** Loads the library with the first picture, because most processes never need it. */
function load(): Library {
  if (loaded) return loaded;
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- an import would load the library with the service
  const sharp = require('sharp') as Library;
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: READERS });
  return (loaded = sharp);
}

/**
 * Decodes a picture and encodes it again in its format, in a thread of its own: turned as its EXIF data say, in sRGB with 8 bits, and
 * without metadata and whatever stood behind the picture.
 *
 * @throws UnknownPictureError, AnimatedPictureError, DamagedPictureError, TooManyPixelsError, TooLargePictureError, SlowPictureError
 */
export async function reencode(bytes: Buffer, maxPixels: number): Promise<Picture> {
  const format = pictureFormatOf(bytes);
  const sharp = load();
  const options = { failOn: 'error', limitInputPixels: false, pages: 1 } as const;
  const head = await sharp(bytes, options).metadata().catch(refuse);
  const { width, height } = head;
  if (width * height > maxPixels || Math.max(width, height) > MAX_SIDE)
    throw new TooManyPixelsError({ width, height, maxPixels, maxSide: MAX_SIDE });
  const picture = sharp(bytes, { ...options, limitInputPixels: maxPixels }).autoOrient();
  const { data, info } = await ENCODE[format](picture)
    .timeout({ seconds: MAX_SECONDS })
    .toBuffer({ resolveWithObject: true })
    .catch(refuse);
  if (data.length > MAX_BYTES) throw new TooLargePictureError(MAX_BYTES);
  return { format, width: info.width, height: info.height, content: data };
}

/** libvips has no codes: every message but the one of the time limit is about the file. */
function refuse(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  if (/timeout/.test(message)) throw new SlowPictureError(MAX_SECONDS);
  throw new DamagedPictureError();
}
