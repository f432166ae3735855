import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { sha256Of } from '../sha256';
import { applyDelta, createDelta, DeltaError } from './delta';

/** A delta that is longer than this part of its file is not kept: a file is read with up to 20 of them in memory. */
const DELTA_SHARE = 1 / 16;
/** The same before compression. */
const RAW_SHARE = 1 / 4;
const QUALITY = 9;

/** The bytes of a content that is stored whole. */
export interface WholeContent {
  sha256: string;
  bytes: number;
  br: Uint8Array;
}

/** A content as a delta against another one. */
export interface PackedContent {
  sha256: string;
  bytes: number;
  delta: Uint8Array;
}

/** To make `target` a delta against `base`. */
export interface PackTask {
  kind: 'pack';
  base: WholeContent;
  target: WholeContent;
  /** The greatest length of the compressed delta. */
  maxBytes: number;
}

/** To read a content. Each delta is against the content before it, the first one against `base`. */
export interface ReadTask {
  kind: 'read';
  base: WholeContent;
  deltas: readonly PackedContent[];
}

/**
 * Does a task. It takes up to a second for large files: see `DeltaWorker`.
 *
 * @returns the compressed delta, or undefined if it would be too long; or the content
 * @throws DeltaError if bytes do not have their SHA-256
 */
export function doDeltaTask(task: PackTask | ReadTask): Buffer | undefined {
  if (task.kind === 'read') return read(task.base, task.deltas);
  const { base, target, maxBytes } = task;
  const [baseBytes, targetBytes] = [read(base, []), read(target, [])];
  const raw = createDelta(baseBytes, targetBytes, Math.floor(target.bytes * RAW_SHARE));
  if (!raw) return undefined;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
  };
  const delta = brotliCompressSync(raw, { params });
  if (delta.length > Math.min(maxBytes, target.bytes * DELTA_SHARE)) return undefined;
  assertHash(applyDelta(baseBytes, raw, target.bytes), target.sha256);
  return delta;
}

function read(base: WholeContent, deltas: readonly PackedContent[]): Buffer {
  let content: Buffer = brotliDecompressSync(base.br, { maxOutputLength: Math.max(1, base.bytes) });
  for (const { delta, bytes } of deltas) {
    const raw = brotliDecompressSync(delta, { maxOutputLength: Math.max(1, Math.floor(bytes * RAW_SHARE)) });
    content = applyDelta(content, raw, bytes);
  }
  assertHash(content, (deltas.at(-1) ?? base).sha256);
  return content;
}

function assertHash(content: Buffer, sha256: string): void {
  if (sha256Of(content) !== sha256) throw new DeltaError(`the stored bytes of ${sha256} have another SHA-256`);
}
