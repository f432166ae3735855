import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { FormatCodec } from '../model/codec';
import type { FilesToRead } from './generated-file-reader.contract';
import { type FileRecipe, generateFiles } from './generated-files.contract';

/**
 * The limit of the JavaScript heap, garbage included. The rest of the memory limit is for memory outside of the heap.
 */
const HEAP_MB = 512;
const TIMEOUT_MS = 900_000;
const READER = join(__dirname, 'generated-file-reader.contract.ts');
const TYPESCRIPT = join(__dirname, '../../../test/support/typescript.cjs');

/**
 * Reads generated files in a child process, which ends when one of them takes too much time or memory, or fails with
 * anything but a `FormatError`.
 *
 * @throws Error with the file that ended the process
 */
export function readGeneratedFiles(codec: FormatCodec, language: string, recipe: FileRecipe): void {
  const input: FilesToRead = { id: codec.id, language, recipe };
  // With one thread, the processor time of a file includes the collection of its garbage.
  const flags = ['--single-threaded', `--max-old-space-size=${HEAP_MB}`, '--require', TYPESCRIPT];
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [...flags, READER], {
    input: JSON.stringify(input),
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
  });
  if (status === 0) return;
  const last = Number(stdout.trimEnd().split('\n').at(-1));
  throw new Error(`${codec.id}, ${describeFile(recipe, last)} (${signal ?? status})\n${stderr.slice(-4_000)}`);
}

function describeFile(recipe: FileRecipe, number: number): string {
  let index = 0;
  for (const { name, bytes } of generateFiles(recipe)) {
    if (index++ < number) continue;
    return `file ${number}, ${name}: ${JSON.stringify(Buffer.from(bytes).toString('latin1', 0, 2_000))}`;
  }
  return 'before the first file';
}
