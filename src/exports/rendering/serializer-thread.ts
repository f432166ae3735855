import { parentPort } from 'node:worker_threads';
import {
  codecById,
  createDeferredWarnings,
  type DeferredWarnings,
  deferWarning,
  FormatError,
  FileWriter,
  TemplateCache,
} from '../../language-files';
import { type EntryColumns, fromColumns } from './entry-columns';
import { readFacts, type StoredFileFacts } from './stored-template';

/** A file without its entries, as plain data. */
export type FileHead = Omit<StoredFileFacts, 'warn'>;

/** A message to the thread: a file, its entries in parts, their end, then requests for the next block of the file. */
export type SerializerRequest =
  | { kind: 'file'; codecId: string; head: FileHead }
  | { kind: 'entries'; columns: EntryColumns }
  | { kind: 'end' }
  | { kind: 'next' };

/** The answer to the end of the entries, and to each request for a block. */
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

let file: OpenFile | undefined;
let messages: Iterator<SerializerMessage> = [][Symbol.iterator]();

parentPort?.on('message', (request: SerializerRequest) => {
  switch (request.kind) {
    case 'file':
      forgetTemplates.refresh();
      file = openFile(request.codecId, request.head);
      return;
    case 'entries':
      file?.writer.add(fromColumns(request.columns));
      return;
    case 'end':
      messages = file ? serialize(file) : [][Symbol.iterator]();
      file = undefined;
  }
  sendNext();
});

/** A file whose entries arrive. */
interface OpenFile {
  writer: FileWriter;
  warnings: DeferredWarnings;
}

function openFile(codecId: string, head: FileHead): OpenFile | undefined {
  const codec = codecById(codecId);
  if (!codec) return undefined;
  const warnings = createDeferredWarnings();
  const warn: StoredFileFacts['warn'] = (warning) => deferWarning(warnings, warning);
  const writer = new FileWriter(codec, readFacts({ ...head, warn }), templates);
  writer.prepare();
  return { writer, warnings };
}

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

function* serialize({ writer, warnings }: OpenFile): Generator<SerializerMessage> {
  let block: Uint8Array[] = [];
  let bytes = 0;
  for (const chunk of writer.write()) {
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
