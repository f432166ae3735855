import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { FormatCodec } from '../model/codec';
import { mutants } from './mutants.contract';
import type { MutantsToRead } from './mutant-reader.contract';

/**
 * The limit of the JavaScript heap, garbage included. The rest of the memory limit is for memory outside of the heap.
 */
const HEAP_MB = 128;
const TIMEOUT_MS = 500_000;
const READER = join(__dirname, 'mutant-reader.contract.ts');
const TYPESCRIPT = join(__dirname, '../../../test/support/typescript.cjs');

/**
 * Reads damaged copies of files in a child process, which ends when one of them takes too much time or memory.
 *
 * @throws Error with the mutant that ended the process
 */
export function readMutants(
  codec: FormatCodec,
  { files, ...task }: { files: readonly Uint8Array[]; language: string; count: number },
): void {
  const input: MutantsToRead = {
    id: codec.id,
    files: files.map((bytes) => Buffer.from(bytes).toString('base64')),
    ...task,
  };
  // With one thread, the processor time of a mutant includes the collection of its garbage.
  const flags = ['--single-threaded', `--max-old-space-size=${HEAP_MB}`, '--require', TYPESCRIPT];
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [...flags, READER], {
    input: JSON.stringify(input),
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
  });
  if (status === 0) return;
  const last = Number(stdout.trimEnd().split('\n').at(-1));
  const mutant = [...mutants(files, last + 1)][last];
  throw new Error(`mutant ${last} of ${codec.id} (${signal ?? status}): ${quoted(mutant)}\n${stderr.slice(-4_000)}`);
}

const quoted = (bytes: Uint8Array = Buffer.of()): string =>
  JSON.stringify(Buffer.from(bytes).toString('latin1').slice(0, 2_000));
