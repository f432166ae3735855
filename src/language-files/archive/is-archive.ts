/** Signatures of a zip's first entry, and of an empty zip (APPNOTE 4.3.7, 4.3.16). */
const FIRST_ENTRY = 0x04034b50;
const END = 0x06054b50;
/** Length of the end record without its comment, and where in it the directory's offset stands (APPNOTE 4.3.16). */
const END_BYTES = 22;
const DIRECTORY_OFFSET = 16;

/** The part that every Office Open XML document has, under this name (ECMA-376 part 2, §7.2.3.2). */
const CONTENT_TYPES = '[Content_Types].xml';

/** Whether the bytes are a zip of files: a workbook is a zip too, but one file. */
export function isArchive(bytes: Uint8Array): boolean {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const signature = zip.length >= 4 ? zip.readUInt32LE(0) : 0;
  return (signature === FIRST_ENTRY || signature === END) && !directoryOf(zip).includes(CONTENT_TYPES);
}

/** The list of its own entries; what is in them may be a workbook. Empty where the zip is damaged. */
function directoryOf(zip: Buffer): Buffer {
  const signature = Buffer.alloc(4);
  signature.writeUInt32LE(END);
  const end = zip.lastIndexOf(signature);
  return end < 0 || end + END_BYTES > zip.length
    ? Buffer.alloc(0)
    : zip.subarray(zip.readUInt32LE(end + DIRECTORY_OFFSET), end);
}
