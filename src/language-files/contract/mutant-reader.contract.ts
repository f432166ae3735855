import { readFileSync, writeSync } from 'node:fs';
import { startCpuClock } from './cpu-time.contract';
import { codecById } from '../model/registry';
import { orFormatError } from './expectations.contract';
import { mutants } from './mutants.contract';
import { readBytes, toSamples, writeSamples } from './round-trip.contract';

/** The limits of one mutant, which has a few kilobytes and usually takes a millisecond. */
const CPU_SECONDS = 1;
const MEGABYTES = 200;

/** The input of this program, as JSON on standard input. */
export interface MutantsToRead {
  /** The id of the codec. */
  id: string;
  /** The contents of the files in base64. */
  files: string[];
  language: string;
  count: number;
}

const peakMegabytes = (): number => process.resourceUsage().maxRSS / 1_024;

/**
 * Prints the number of each mutant before it is read, so that the parent process can find the one that ends this
 * process.
 */
function readMutantsFromInput({ id, files, language, count }: MutantsToRead): void {
  const codec = codecById(id);
  if (!codec) throw new Error(`there is no codec ${id}`);
  const atStart = peakMegabytes();
  let number = 0;
  for (const mutant of mutants(
    files.map((file) => Buffer.from(file, 'base64')),
    count,
  )) {
    writeSync(1, `${number++}\n`);
    const spent = startCpuClock();
    const read = orFormatError(() => readBytes(codec, mutant, language));
    if (read) orFormatError(() => writeSamples(codec, toSamples(codec, read.file, language), language, read.file.meta));
    const [seconds, megabytes] = [spent(), peakMegabytes() - atStart];
    if (seconds > CPU_SECONDS) throw new Error(`the mutant took ${seconds} s`);
    if (megabytes > MEGABYTES) throw new Error(`the process grew by ${megabytes} MB`);
  }
}

readMutantsFromInput(JSON.parse(readFileSync(0, 'utf8')) as MutantsToRead);
