import { ThreadPool } from '../../background/thread-pool';
import { EventLoopYielder } from '../../common/scheduling/event-loop-yielder';
import { FairSemaphore, type Turn } from '../../common/scheduling/fair-semaphore';
import { largeWriters, memoryLimit } from '../../config/memory-limit';
import { type EntryToWrite, type FormatCodec, FormatError, forwardWarnings } from '../../language-files';
import { ExportsBusyError } from '../export-errors';
import { toColumns } from '../snapshot/entry-columns';
import { countCharacters } from './entry-size';
import type { EntryChanges } from './kept-entries';
import type { SerializerRequest } from './serializer';
import { HEAP_BYTES, openSerializer, type SerializerPort } from './serializer-port';
import type { ReplacingTemplate, StoredFileFacts } from './stored-template';

/** One idle serializer is kept, because starting a thread takes some hundred milliseconds. */
const serializers = new ThreadPool(openSerializer, 1);
/** A file with more characters is large: few are written at a time. */
const MAX_SMALL = 8 * 1_048_576;
/** A thread is not used again after a file of more characters, whose memory it would keep. */
const MAX_OF_REUSED = HEAP_BYTES / 4;
/** Characters that may wait for a serializer. */
const MAX_UNHANDLED = 4 * 1_048_576;
const MAX_WAIT_MS = 30_000;
const LARGE_WRITERS = largeWriters(memoryLimit());
const largeFiles = new FairSemaphore({
  slots: LARGE_WRITERS,
  slotsPerGroup: LARGE_WRITERS,
  timeoutMs: MAX_WAIT_MS,
  createRefusal: () => new ExportsBusyError('other exports of many characters take too long', 5),
});

/** Numbers the files whose entries are kept. */
let keptCount = 0;

/** The chunks of a file, then its entries if they are kept. */
export type WrittenFile = AsyncGenerator<string | Uint8Array, KeptFile | undefined>;

/** Whether the entries of a file are kept; is called when all were read. */
export type IsKept = () => boolean;

/**
 * The entries of a written file in the memory of a serializer, from which the file of a later revision can be written
 * once.
 */
export class KeptFile {
  /** @param bytes of memory that the entries take, with the template */
  constructor(
    private readonly serializer: SerializerPort,
    private readonly number: number,
    readonly bytes: number,
  ) {}

  /** Whether the serializer has the entries and has nothing else to do. */
  get isAvailable(): boolean {
    return serializers.isIdle(this.serializer);
  }

  /** Frees the memory. */
  drop(): void {
    if (this.serializer.isUsable) this.serializer.send({ kind: 'drop', number: this.number });
  }

  /** Has a file read that replaces the template, for the file of a later revision. */
  readAhead({ content, options }: ReplacingTemplate): void {
    if (this.isAvailable) this.serializer.send({ kind: 'template', number: this.number, content, options });
  }

  /**
   * Writes the file of a later revision, if the entries are available. They are kept no longer.
   *
   * @param file without its template if the written file has the same template
   * @throws FormatError
   */
  write(
    codec: FormatCodec,
    { warn, ...head }: StoredFileFacts,
    { removed, set }: EntryChanges,
    { isKept, hasSameTemplate }: { isKept: IsKept; hasSameTemplate: boolean },
  ): WrittenFile {
    const file = {
      kind: 'file',
      codecId: codec.id,
      head,
      base: this.number,
      hasBaseTemplate: hasSameTemplate,
    } as const;
    const requests: SizedRequest[] = [
      { request: file, characters: this.bytes },
      { request: { kind: 'changes', removed, columns: toColumns(set) }, characters: sizeOf(set) },
    ];
    return write(requests, warn, isKept);
  }
}

/** Writes a file, block by block, in a thread where there are threads. @throws FormatError */
export function serializeInThread(
  codec: FormatCodec,
  { warn, ...head }: StoredFileFacts,
  pages: AsyncIterable<EntryToWrite[]>,
  isKept: IsKept = () => false,
): WrittenFile {
  return write(requestsOf(codec, head, pages), warn, isKept);
}

async function* requestsOf(
  codec: FormatCodec,
  head: Omit<StoredFileFacts, 'warn'>,
  pages: AsyncIterable<EntryToWrite[]>,
): AsyncGenerator<SizedRequest> {
  yield { request: { kind: 'file', codecId: codec.id, head }, characters: head.template?.size ?? 0 };
  for await (const page of pages)
    yield { request: { kind: 'entries', columns: toColumns(page) }, characters: sizeOf(page) };
}

/** A request with about the number of characters that the serializer holds for it. */
interface SizedRequest {
  request: SerializerRequest;
  characters: number;
}

const sizeOf = (entries: readonly EntryToWrite[]): number =>
  entries.reduce((sum, entry) => sum + countCharacters(entry), 0);

async function* write(
  requests: Iterable<SizedRequest> | AsyncIterable<SizedRequest>,
  warn: StoredFileFacts['warn'],
  isKept: IsKept,
): WrittenFile {
  const serializer = serializers.take();
  let isReusable = false;
  let turn: Turn | undefined;
  try {
    const yielder = new EventLoopYielder();
    let [sent, unhandled] = [0, 0];
    for await (const { request, characters } of requests) {
      sent += characters;
      unhandled += characters;
      if (sent > MAX_SMALL) turn ??= await largeFiles.enter('');
      serializer.send(request);
      if (unhandled > MAX_UNHANDLED) {
        await serializer.drained();
        unhandled = 0;
      }
      const due = yielder.yieldIfDue();
      if (due) await due;
    }
    const isKeepable = sent <= MAX_OF_REUSED;
    const keepAs = isKeepable && isKept() ? ++keptCount : undefined;
    let message = await serializer.ask({ kind: 'end', keepAs });
    for (; message.kind === 'block'; message = await serializer.ask({ kind: 'next' })) yield message.bytes;
    isReusable = message.kind !== 'failed' && isKeepable;
    if (message.kind === 'refused') {
      const { code, message: detail, position } = message.refusal;
      throw new FormatError(code, detail, position);
    }
    if (message.kind === 'failed') throw message.error;
    forwardWarnings(message.warnings, warn);
    if (keepAs === undefined || message.keptBytes === undefined) return undefined;
    return new KeptFile(serializer, keepAs, message.keptBytes);
  } finally {
    if (!isReusable) serializer.retire();
    await serializers.giveBack(serializer);
    turn?.release();
  }
}
