import { readFileSync, writeSync } from 'node:fs';
import { startCpuClock } from './cpu-time.contract';
import { codecById } from '../model/registry';
import { orRefusal } from './expectations.contract';
import { mutants } from './mutants.contract';
import { readBytes, samplesOf, writeSamples } from './round-trip.contract';

/** A mutant is a few kilobytes, read in a millisecond. */
const CPU_SECONDS = 1;
const MEGABYTES = 200;

/** What this program is given on its input. */
export interface MutantsToRead {
  /** Of the codec. */
  id: string;
  /** In base64. */
  files: string[];
  language: string;
  count: number;
}

const megabytesAtMost = (): number => process.resourceUsage().maxRSS / 1_024;

/** Says the number of each mutant before it reads it, so that the last one is known however this ends. */
function readAll({ id, files, language, count }: MutantsToRead): void {
  const codec = codecById(id);
  if (!codec) throw new Error(`there is no codec ${id}`);
  const atStart = megabytesAtMost();
  let number = 0;
  for (const mutant of mutants(
    files.map((file) => Buffer.from(file, 'base64')),
    count,
  )) {
    writeSync(1, `${number++}\n`);
    const spent = startCpuClock();
    const read = orRefusal(() => readBytes(codec, mutant, language));
    if (read) orRefusal(() => writeSamples(codec, samplesOf(codec, read.file, language), language, read.file.meta));
    const [seconds, megabytes] = [spent(), megabytesAtMost() - atStart];
    if (seconds > CPU_SECONDS) throw new Error(`it took ${seconds} s`);
    if (megabytes > MEGABYTES) throw new Error(`it took the process ${megabytes} MB beyond those of its start`);
  }
}

readAll(JSON.parse(readFileSync(0, 'utf8')) as MutantsToRead);
