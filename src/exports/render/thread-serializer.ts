import { ThreadPool } from '../../background/thread-pool';
import { EventLoopYielder } from '../../common/scheduling/event-loop-yielder';
import { type EntryToWrite, type FormatCodec, FormatError, forwardWarnings } from '../../language-files';
import { toColumns } from '../snapshot/entry-columns';
import type { EntryChanges } from './kept-entries';
import type { SerializerRequest } from './serializer';
import { openSerializer, type SerializerPort } from './serializer-port';
import type { ReplacingTemplate, StoredFileFacts } from './stored-template';

/** One idle serializer is kept, because starting a thread takes some hundred milliseconds. */
const serializers = new ThreadPool(openSerializer, 1);
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
    const requests: SerializerRequest[] = [
      { kind: 'file', codecId: codec.id, head, base: this.number, hasBaseTemplate: hasSameTemplate },
      { kind: 'changes', removed, columns: toColumns(set) },
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
): AsyncGenerator<SerializerRequest> {
  yield { kind: 'file', codecId: codec.id, head };
  for await (const page of pages) yield { kind: 'entries', columns: toColumns(page) };
}

async function* write(
  requests: Iterable<SerializerRequest> | AsyncIterable<SerializerRequest>,
  warn: StoredFileFacts['warn'],
  isKept: IsKept,
): WrittenFile {
  const serializer = serializers.take();
  let isReusable = false;
  try {
    const yielder = new EventLoopYielder();
    for await (const request of requests) {
      serializer.send(request);
      const due = yielder.yieldIfDue();
      if (due) await due;
    }
    const keepAs = isKept() ? ++keptCount : undefined;
    let message = await serializer.ask({ kind: 'end', keepAs });
    for (; message.kind === 'block'; message = await serializer.ask({ kind: 'next' })) yield message.bytes;
    isReusable = message.kind !== 'failed';
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
  }
}
