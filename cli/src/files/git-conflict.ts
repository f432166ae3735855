import { usageError } from '../exit-code';
import { printable } from '../history/text-lines';

const START = '<<<<<<< ';

/** Returns the number of the line at which a conflict begins that git has left in a text. */
export function findGitConflict(bytes: Uint8Array): number | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!text.includes(START)) return undefined;
  let start: number | undefined;
  let isDivided = false;
  for (const [index, line] of text.toString('latin1').split('\n').entries()) {
    if (line.startsWith(START)) [start, isDivided] = [index + 1, false];
    else if (/^={7}\r?$/.test(line)) isDivided = true;
    else if (start !== undefined && isDivided && line.startsWith('>>>>>>> ')) return start;
  }
  return undefined;
}

/** Some formats, such as `properties`, read the marks of a conflict as texts. @throws CommandError */
export function assertNoGitConflict(files: readonly { path: string; bytes: Uint8Array }[]): void {
  for (const { path, bytes } of files) {
    const line = findGitConflict(bytes);
    if (line === undefined) continue;
    throw usageError(`${printable(path)} has a conflict that git has left, at the line ${line}`, 'Resolve it first.');
  }
}
