import { parentPort } from 'node:worker_threads';
import {
  codecById,
  createDeferredWarnings,
  type DeferredWarnings,
  deferWarning,
  type EntryToWrite,
  FormatError,
  type FileToWrite,
  TemplateCache,
  writeFile,
} from '../../language-files';

/** A file without its entries, as plain data. */
export type FileHead = Omit<FileToWrite, 'entries' | 'warn'>;

/** A message to the thread: the entries of a file in parts, then the file, then requests for the next block of it. */
export type SerializerRequest =
  | { kind: 'entries'; entries: readonly EntryToWrite[] }
  | { kind: 'file'; codecId: string; head: FileHead }
  | { kind: 'next' };

/** The answer to a file, and to each request for a block. */
export type SerializerMessage =
  | { kind: 'block'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'end'; warnings: DeferredWarnings }
  | { kind: 'refused'; refusal: Pick<FormatError, 'code' | 'message' | 'position'> }
  | { kind: 'failed'; error: unknown };

/** Bytes per block: few messages, each of which the main thread takes in at once. */
const BLOCK_BYTES = 256 * 1_024;

/** Templates are kept for exports after a few edits, and not while nobody exports. */
const KEPT_MS = 60_000;
const templates = new TemplateCache();
const forgetTemplates = setTimeout(() => templates.clear(), KEPT_MS).unref();

let entries: EntryToWrite[] = [];
let messages: Iterator<SerializerMessage> = [][Symbol.iterator]();

parentPort?.on('message', (request: SerializerRequest) => {
  if (request.kind === 'entries') {
    for (const entry of request.entries) entries.push(entry);
    return;
  }
  if (request.kind === 'file') {
    forgetTemplates.refresh();
    messages = serialize(request.codecId, request.head, entries);
    entries = [];
  }
  sendNext();
});

function sendNext(): void {
  const message = takeNext();
  if (message.kind === 'block') return parentPort?.postMessage(message, [message.bytes.buffer]);
  // Releases the memory of the file.
  messages = [][Symbol.iterator]();
  parentPort?.postMessage(message);
}

function takeNext(): SerializerMessage {
  try {
    const next = messages.next();
    return next.done ? { kind: 'failed', error: new Error('the file has no more blocks') } : next.value;
  } catch (error) {
    if (!(error instanceof FormatError)) return { kind: 'failed', error };
    const { code, message, position } = error;
    return { kind: 'refused', refusal: { code, message, position } };
  }
}

function* serialize(codecId: string, head: FileHead, all: readonly EntryToWrite[]): Generator<SerializerMessage> {
  const warnings = createDeferredWarnings();
  const file: FileToWrite = { ...head, entries: all, warn: (warning) => deferWarning(warnings, warning) };
  let block: Uint8Array[] = [];
  let bytes = 0;
  const codec = codecById(codecId);
  for (const chunk of codec ? writeFile(codec, file, templates) : []) {
    const part = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    block.push(part);
    bytes += part.length;
    if (bytes < BLOCK_BYTES) continue;
    yield { kind: 'block', bytes: join(block, bytes) };
    [block, bytes] = [[], 0];
  }
  if (bytes > 0) yield { kind: 'block', bytes: join(block, bytes) };
  yield { kind: 'end', warnings };
}

/** Returns the parts in memory of their own, which can be transferred. */
function join(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}
