import { strToU8 } from 'fflate';
import { type GeneratedFile, replaceMarker } from './generated-file.contract';
import { LINE_FILES } from './pumped-line-files.contract';
import { NESTED_FILES } from './pumped-nested-files.contract';
import { ATOMS, pump } from './pumped-texts.contract';
import { xmlFiles } from './pumped-xml-files.contract';
import { between, type Pumped } from './pumped.contract';

/** Files of all formats, valid and broken. Every codec reads all of them: others must refuse them just as quickly. */
const FILES: readonly Pumped[] = [...between('', '', ATOMS), ...NESTED_FILES, ...LINE_FILES, ...xmlFiles()];

/**
 * Yields each file in all sizes, the smallest first: as a whole, and, for atoms, in the place of a text of the sample
 * file.
 *
 * @param sample a file with one text, which is `MARKER`
 * @param every one construct of so many is kept
 */
export function* pumpedFiles(sample: Uint8Array, lengths: readonly number[], every: number): Generator<GeneratedFile> {
  for (const [number, { start, item, end }] of FILES.entries()) {
    if (number % every !== 0) continue;
    const name = `${JSON.stringify(item)} between ${JSON.stringify(start)} and ${JSON.stringify(end)}`;
    for (const length of lengths) yield { name, bytes: strToU8(start + pump(item, length) + end) };
  }
  for (const [number, atom] of ATOMS.entries()) {
    if (number % every !== 0) continue;
    for (const quoted of [false, true]) {
      const name = `${JSON.stringify(atom)} as ${quoted ? 'a value' : 'a text'}`;
      for (const length of lengths) yield { name, bytes: replaceMarker(sample, pump(atom, length), quoted) };
    }
  }
}
