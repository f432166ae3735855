import { UUID_BYTES, writeUuid } from './uuid-bytes';

/** Object identifiers of element types (PostgreSQL, src/include/catalog/pg_type.dat). */
const SMALLINT = 21;
const TEXT = 25;
const UUID = 2950;
const JSONB = 3802;

/** The only version of the binary form of jsonb. */
const JSONB_VERSION = 1;

/** Number of dimensions, flag for nulls, element type; number and lower bound of the only dimension. */
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
/** The length of a null. */
const NULL = -1;

type Text = string | null | undefined;

/**
 * Array parameters of statements, in PostgreSQL's binary form (`array_send`). The driver writes an array as a text that
 * consists of a million small strings, most of which outlive a garbage collection; these take no memory of the
 * JavaScript heap.
 *
 * @returns the value of a parameter of the type `text[]`
 */
export function textArray(values: readonly Text[]): Buffer {
  return encode(
    TEXT,
    values,
    (text) => Buffer.byteLength(text),
    (bytes, text, offset) => bytes.write(text, offset),
  );
}

/** @param values UUIDs that are well-formed. @returns the value of a parameter of the type `uuid[]` */
export function uuidArray(values: readonly string[]): Buffer {
  return encode(
    UUID,
    values,
    () => UUID_BYTES,
    (bytes, uuid, offset) => writeUuid(uuid, bytes, offset),
  );
}

/** @param values JSON texts. @returns the value of a parameter of the type `jsonb[]` */
export function jsonbArray(values: readonly Text[]): Buffer {
  return encode(
    JSONB,
    values,
    (json) => 1 + Buffer.byteLength(json),
    (bytes, json, offset) => bytes.write(json, bytes.writeUInt8(JSONB_VERSION, offset)),
  );
}

/** @param values whole numbers of 16 bits. @returns the value of a parameter of the type `smallint[]` */
export function smallintArray(values: readonly (number | null | undefined)[]): Buffer {
  return encode(
    SMALLINT,
    values,
    () => 2,
    (bytes, number, offset) => bytes.writeInt16BE(number, offset),
  );
}

/**
 * @param sizeOf returns the size of a value in bytes
 * @param write writes a value at an offset
 */
function encode<T extends string | number>(
  type: number,
  values: readonly (T | null | undefined)[],
  sizeOf: (value: T) => number,
  write: (bytes: Buffer, value: T, offset: number) => unknown,
): Buffer {
  let size = HEADER_BYTES;
  for (const value of values) size += LENGTH_BYTES + (value === null || value === undefined ? 0 : sizeOf(value));
  const bytes = Buffer.allocUnsafe(size);
  let offset = 0;
  for (const field of [1, 1, type, values.length, 1]) offset = bytes.writeInt32BE(field, offset);
  for (const value of values) {
    if (value === null || value === undefined) {
      offset = bytes.writeInt32BE(NULL, offset);
      continue;
    }
    const length = sizeOf(value);
    offset = bytes.writeInt32BE(length, offset);
    write(bytes, value, offset);
    offset += length;
  }
  return bytes;
}
