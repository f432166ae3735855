import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { InvalidValue, wholeNumber } from './parse-values';

const MEBIBYTE = 1_048_576;
const DEFAULT_UPLOAD_BYTES = 50 * MEBIBYTE;
const MAX_UPLOAD_BYTES = 1_024 * MEBIBYTE;
/** Uploads of this size are possible whatever the limit is. */
const MIN_UPLOAD_BYTES = MEBIBYTE;

/** Resident memory of the service between imports, with its thread for reading files. */
const IDLE_BYTES = 224 * MEBIBYTE;
/** Resident memory of the embedded database, once it is created. */
const EMBEDDED_BYTES = 224 * MEBIBYTE;
/**
 * Bytes of memory over idle for each byte of an upload, as measured for JSON files with the shortest texts
 * (docs/deploy.md).
 */
const BYTES_PER_UPLOADED_BYTE = 6;

/** The heap of a thread that reads a file. The smaller number suffices for most files of a megabyte. */
const [MIN_HEAP_BYTES, MAX_HEAP_BYTES] = [64 * MEBIBYTE, 1_024 * MEBIBYTE];
/** Bytes outside that heap for each byte of an upload: the file itself until it is decoded, then its packed texts. */
const OUTSIDE_HEAP = 3;

/** The memory of indexes for searches. */
const MAX_SEARCH_BYTES = 256 * MEBIBYTE;
/** Its share of the memory limit. */
const SEARCH_SHARE = 1 / 8;

/** Returns the memory limit of the container (cgroup, version 1 or 2) in bytes, or the memory of the machine. */
export const memoryLimit = (): number => Math.min(process.constrainedMemory() || Infinity, totalmem());

/** Returns the bytes that the memory limit leaves beside the idle service. */
export const memoryBesideIdle = (limit: number, isEmbedded: boolean): number =>
  Math.max(0, limit - IDLE_BYTES - (isEmbedded ? EMBEDDED_BYTES : 0));

/** Returns the largest upload that the memory beside the idle service can carry, in bytes. */
const largestUpload = (memory: number): number =>
  Math.max(MIN_UPLOAD_BYTES, Math.floor(memory / BYTES_PER_UPLOADED_BYTE));

/** Returns the largest import file where the operator sets none. @param memory beside the idle service */
export const defaultUpload = (memory: number): number => Math.min(DEFAULT_UPLOAD_BYTES, largestUpload(memory));

/**
 * Returns the heap that the thread which reads a file may take, in bytes: the memory that remains. The parsers of most
 * formats hold a whole file as objects, which takes up to 70 bytes for each byte. A file that needs more is refused;
 * without this limit, the system would end the process.
 *
 * @param memory beside the idle service
 * @param uploadBytes the largest import file
 */
export const readerHeap = (memory: number, uploadBytes: number): number =>
  Math.min(MAX_HEAP_BYTES, Math.max(MIN_HEAP_BYTES, memory - OUTSIDE_HEAP * uploadBytes));

/** The heap of a thread that writes a file whose format needs all its texts at once, and its share of the memory limit. */
const [MIN_WRITER_BYTES, MAX_WRITER_BYTES] = [64 * MEBIBYTE, 1_024 * MEBIBYTE];
const WRITER_SHARE = 1 / 5;
/** The memory limit that two such threads with large files fit into. */
const TWO_WRITERS_BYTES = 1_024 * MEBIBYTE;

/** Returns the heap that a thread which writes a file may take, in bytes. A file that needs more is refused. */
export const writerHeap = (limit: number): number =>
  Math.min(MAX_WRITER_BYTES, Math.max(MIN_WRITER_BYTES, Math.floor(limit * WRITER_SHARE)));

/** Returns how many threads may write large files at a time. */
export const largeWriters = (limit: number): number => (limit < TWO_WRITERS_BYTES ? 1 : 2);

/** Returns the memory that the indexes for searches of all projects may take, in bytes. */
export const searchIndexBytes = (limit: number): number => Math.min(MAX_SEARCH_BYTES, Math.floor(limit * SEARCH_SHARE));

/** Returns the memory that delivered files may take, in bytes. */
export const deliveryCacheBytes = (limit: number): number => Math.min(64 * MEBIBYTE, Math.floor(limit / 16));

/** Bytes of memory for each pixel of a picture, as measured for several pictures, one after the other, of the format that takes the most (docs/screenshots.md). */
const BYTES_PER_PIXEL = 20;
/** Pixels of a picture that is accepted whatever the limit is, and of the largest one: a screen of 4096 × 2160, and about three of them. */
const [MIN_PIXELS, MAX_PIXELS] = [9_000_000, 25_000_000];

/**
 * Returns the most pixels of a picture, which is decoded while the bodies of others wait.
 *
 * @param memory beside the idle service
 */
export const picturePixels = (memory: number): number =>
  Math.min(MAX_PIXELS, Math.max(MIN_PIXELS, Math.floor((memory - requestBytes(memory)) / BYTES_PER_PIXEL)));

/**
 * The share of the memory beside the idle service, and of the heap, that requests may take: files of imports and caches
 * need the rest.
 */
const REQUESTS_SHARE = 1 / 3;
/** The memory of some pages of lists. */
const MIN_REQUEST_BYTES = 64 * MEBIBYTE;

/**
 * Returns the memory that the bodies and the answers of all requests may take together, in bytes.
 *
 * @param memory beside the idle service
 * @param heap the limit of the heap of the main thread, in bytes
 */
export const requestBytes = (memory: number, heap = getHeapStatistics().heap_size_limit): number =>
  Math.max(MIN_REQUEST_BYTES, Math.floor(Math.min(memory, heap) * REQUESTS_SHARE));

/** Parses the size of the largest import file, which must fit into the memory. @param memory beside the idle service */
export const uploadBytes =
  (limit: number, memory: number) =>
  (value: string): number => {
    const bytes = wholeNumber(1, MAX_UPLOAD_BYTES)(value);
    const largest = largestUpload(memory);
    if (bytes <= largest) return bytes;
    throw new InvalidValue(
      `is ${bytes}, but the memory limit of ${limit} bytes can carry files of at most ${largest} bytes: ` +
        'set less, or nothing, or raise the limit (docs/deploy.md)',
    );
  };
