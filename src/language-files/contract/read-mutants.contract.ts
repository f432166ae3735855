import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { FormatCodec } from '../model/codec';
import { mutants } from './mutants.contract';
import type { MutantsToRead } from './mutant-reader.contract';

/** Of the heap, garbage included; with it, the rest of what a process may grow by is what lives outside the heap. */
const HEAP_MB = 128;
const TIMEOUT_MS = 500_000;
const READER = join(__dirname, 'mutant-reader.contract.ts');
const TYPESCRIPT = join(__dirname, '../../../test/support/typescript.cjs');

/**
 * Damaged copies of files, read in a process of their own, which ends where one takes too much memory.
 * @throws Error naming the mutant that was its end
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
  // Everything on one thread, so that its time is that of the mutant that is read: collecting its garbage, too.
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
