import { AnimatedPictureError, UnknownPictureError } from '../screenshot-errors';

export const PICTURE_FORMATS = ['png', 'jpeg', 'webp'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
/** The flag of animations in the first chunk of an extended WebP file. */
const WEBP_ANIMATION = 0x02;

/**
 * Returns the format of a picture by its first bytes, whatever its name or content type is.
 *
 * @throws UnknownPictureError, AnimatedPictureError
 */
export function pictureFormatOf(bytes: Buffer): PictureFormat {
  const format = findFormat(bytes);
  if (!format) throw new UnknownPictureError();
  if (format === 'png' ? isAnimatedPng(bytes) : format === 'webp' && isAnimatedWebp(bytes))
    throw new AnimatedPictureError();
  return format;
}

function findFormat(bytes: Buffer): PictureFormat | undefined {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'png';
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return 'jpeg';
  return textAt(bytes, 0) === 'RIFF' && textAt(bytes, 8) === 'WEBP' ? 'webp' : undefined;
}

const textAt = (bytes: Buffer, offset: number): string => bytes.toString('latin1', offset, offset + 4);

/** Whether a PNG file has the chunk of animations (`acTL`) before its first pixels. */
function isAnimatedPng(bytes: Buffer): boolean {
  // A chunk is its length, its type, its data and a checksum.
  for (let at = PNG.length; at + 8 <= bytes.length; at += bytes.readUInt32BE(at) + 12) {
    const type = textAt(bytes, at + 4);
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
  }
  return false;
}

const isAnimatedWebp = (bytes: Buffer): boolean =>
  textAt(bytes, 12) === 'VP8X' && ((bytes[20] ?? 0) & WEBP_ANIMATION) !== 0;
