import { readFileSync, writeSync } from 'node:fs';
import type { FormatCodec } from '../model/codec';
import { codecById } from '../model/registry';
import { orFormatError } from './expectations.contract';
import { type FileRecipe, generateFiles } from './generated-files.contract';
import { LinearTimeCheck } from './linear-time.contract';
import { readBytes, toSamples, writeSamples } from './round-trip.contract';

/** The limits of one file. A mutant has a few kilobytes and usually takes a millisecond. */
const CPU_SECONDS = 1;
const CPU_SECONDS_PER_MEGABYTE = 5;
const MEGABYTES = 200;
/**
 * Libraries for YAML and Fluent make up to 400 bytes of objects for a byte of a file that is nothing but punctuation.
 * The service reads in threads with a limited heap, and refuses a file that needs more.
 */
const MEGABYTES_PER_MEGABYTE = 400;

/** The input of this program, as JSON on standard input. */
export interface FilesToRead {
  /** The id of the codec. */
  id: string;
  language: string;
  recipe: FileRecipe;
}

const peakMegabytes = (): number => process.resourceUsage().maxRSS / 1_024;

/**
 * Prints the number of each file before it is read, so that the parent process can find the file that ends this
 * process.
 */
function readFilesFromInput({ id, language, recipe }: FilesToRead): void {
  const codec = codecById(id);
  if (!codec) throw new Error(`there is no codec ${id}`);
  const atStart = peakMegabytes();
  const time = new LinearTimeCheck((size) => CPU_SECONDS + (size / 1e6) * CPU_SECONDS_PER_MEGABYTE);
  let number = 0;
  let largest = 0;
  for (const { name, bytes } of generateFiles(recipe)) {
    writeSync(1, `${number++}\n`);
    time.check(name, bytes.length, () => readAndWrite(codec, bytes, language));
    largest = Math.max(largest, bytes.length / 1e6);
    const megabytes = peakMegabytes() - atStart;
    if (megabytes > MEGABYTES + largest * MEGABYTES_PER_MEGABYTE)
      throw new Error(`the process grew by ${megabytes} MB`);
  }
}

function readAndWrite(codec: FormatCodec, bytes: Uint8Array, language: string): void {
  const read = orFormatError(() => readBytes(codec, bytes, language));
  if (read)
    orFormatError(() => writeSamples(codec, toSamples(codec, read.file, language), language, { meta: read.file.meta }));
}

readFilesFromInput(JSON.parse(readFileSync(0, 'utf8')) as FilesToRead);
