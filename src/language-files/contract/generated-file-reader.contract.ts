import { readFileSync, writeSync } from 'node:fs';
import { startCpuClock } from './cpu-time.contract';
import { codecById } from '../model/registry';
import { orFormatError } from './expectations.contract';
import { type FileRecipe, generateFiles } from './generated-files.contract';
import { readBytes, toSamples, writeSamples } from './round-trip.contract';

/** The limits of one file. A mutant has a few kilobytes and usually takes a millisecond. */
const CPU_SECONDS = 1;
const CPU_SECONDS_PER_MEGABYTE = 5;
const MEGABYTES = 200;

/** The input of this program, as JSON on standard input. */
export interface FilesToRead {
  /** The id of the codec. */
  id: string;
  language: string;
  recipe: FileRecipe;
}

const peakMegabytes = (): number => process.resourceUsage().maxRSS / 1_024;

/** Prints the number of each file before it is read, so that the parent process can find the one that ends this process. */
function readFilesFromInput({ id, language, recipe }: FilesToRead): void {
  const codec = codecById(id);
  if (!codec) throw new Error(`there is no codec ${id}`);
  const atStart = peakMegabytes();
  let number = 0;
  for (const { bytes } of generateFiles(recipe)) {
    writeSync(1, `${number++}\n`);
    const spent = startCpuClock();
    const read = orFormatError(() => readBytes(codec, bytes, language));
    if (read) orFormatError(() => writeSamples(codec, toSamples(codec, read.file, language), language, read.file.meta));
    const [seconds, megabytes] = [spent(), peakMegabytes() - atStart];
    const limit = CPU_SECONDS + (bytes.length / 1e6) * CPU_SECONDS_PER_MEGABYTE;
    if (seconds > limit) throw new Error(`the file of ${bytes.length} bytes took ${seconds} s`);
    if (megabytes > MEGABYTES) throw new Error(`the process grew by ${megabytes} MB`);
  }
}

readFilesFromInput(JSON.parse(readFileSync(0, 'utf8')) as FilesToRead);
