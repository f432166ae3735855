/** The signatures of the first entry of a zip and of an empty zip (APPNOTE 4.3.7, 4.3.16). */
const FIRST_ENTRY = 0x04034b50;
const END_RECORD = 0x06054b50;
/**
 * The length of the end record without its comment, and the offset of the directory's position in it (APPNOTE 4.3.16).
 */
const END_RECORD_BYTES = 22;
const DIRECTORY_OFFSET = 16;

/** The part that every Office Open XML document contains (ECMA-376 part 2, §7.2.3.2). */
const CONTENT_TYPES = '[Content_Types].xml';

/** Returns whether the bytes begin like a zip container: an archive, or a document such as a workbook. */
export function isZip(zip: Buffer): boolean {
  const signature = zip.length >= 4 ? zip.readUInt32LE(0) : 0;
  return signature === FIRST_ENTRY || signature === END_RECORD;
}

/** Returns whether the bytes are a zip archive of files. A workbook is a zip container too, but a single file. */
export function isArchive(bytes: Uint8Array): boolean {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isZip(zip) && !readDirectory(zip).includes(CONTENT_TYPES);
}

/** Returns the bytes of the central directory, which do not contain the entries' content. Empty for a damaged zip. */
function readDirectory(zip: Buffer): Buffer {
  const signature = Buffer.alloc(4);
  signature.writeUInt32LE(END_RECORD);
  const end = zip.lastIndexOf(signature);
  return end < 0 || end + END_RECORD_BYTES > zip.length
    ? Buffer.alloc(0)
    : zip.subarray(zip.readUInt32LE(end + DIRECTORY_OFFSET), end);
}
