import {
  codecById,
  createDeferredWarnings,
  type DeferredWarnings,
  deferWarning,
  type EntryToWrite,
  type FileFacts,
  FormatError,
  FileWriter,
  TemplateCache,
} from '../../language-files';
import { type EntryColumns, fromColumns } from '../snapshot/entry-columns';
import { changeEntries, type KeptEntries, keptBytes } from './kept-entries';
import { readFacts, type ReplacingTemplate, type StoredFileFacts, withTemplate } from './stored-template';

/** A file without its entries, as plain data. */
export type FileHead = Omit<StoredFileFacts, 'warn'>;

/**
 * A message to the serializer: a file, its entries in parts, or what has changed in the kept entries, their end, then
 * requests for the next block of the file. Between files: a file that will replace the template of kept entries, or the
 * number of entries that are not needed any more.
 */
export type SerializerRequest =
  | {
      kind: 'file';
      codecId: string;
      head: FileHead;
      /** The number of a file whose entries the file continues. They are kept no longer. */
      base?: number;
      /** The file has the template of that file, which `head` does not contain. */
      hasBaseTemplate?: boolean;
    }
  | { kind: 'entries'; columns: EntryColumns }
  | { kind: 'changes'; removed: readonly string[]; columns: EntryColumns }
  | {
      kind: 'end';
      /** The number by which the entries are kept when the file is written. Default: they are not. */
      keepAs?: number;
    }
  | { kind: 'next' }
  | ({ kind: 'template'; number: number } & ReplacingTemplate)
  | { kind: 'drop'; number: number };

/** The answer to the end of the entries, and to each request for a block. */
export type SerializerMessage =
  | { kind: 'block'; bytes: Uint8Array<ArrayBuffer> }
  | {
      kind: 'end';
      warnings: DeferredWarnings;
      /** The memory of the entries that are kept; undefined: they are not. */
      keptBytes?: number;
    }
  | { kind: 'refused'; refusal: Pick<FormatError, 'code' | 'message' | 'position'> }
  | { kind: 'failed'; error: unknown };

/** A message that the thread of a serializer answers with itself, when it has handled the requests before it. */
export const DRAINED = 'drained';

/** Bytes per block: few messages, each of which the main thread takes in at once. */
const BLOCK_BYTES = 256 * 1_024;
/** Characters that are encoded at a time. */
const TEXT_BLOCK = 64 * 1_024;

/** A file whose entries arrive. */
interface OpenFile {
  codecId: string;
  writer: FileWriter;
  warnings: DeferredWarnings;
  file: FileFacts;
  entries: EntryToWrite[];
}

/** Writes files of entries that arrive in parts, and keeps entries for later versions of their files. */
export class Serializer {
  private readonly templates = new TemplateCache();
  private readonly kept = new Map<number, KeptEntries & { codecId: string }>();
  private file: OpenFile | undefined;
  private messages: Iterator<SerializerMessage> = [][Symbol.iterator]();

  /** @returns the answer to a request for a block */
  handle(request: SerializerRequest): SerializerMessage | undefined {
    switch (request.kind) {
      case 'file':
        this.file = this.open(request);
        return undefined;
      case 'entries':
        this.add(fromColumns(request.columns));
        return undefined;
      case 'changes':
        this.change(request.removed, fromColumns(request.columns));
        return undefined;
      case 'template':
        this.readAhead(request);
        return undefined;
      case 'drop':
        this.kept.delete(request.number);
        return undefined;
      case 'end':
        this.messages = this.file ? this.serialize(this.file, request.keepAs) : [][Symbol.iterator]();
        this.file = undefined;
    }
    const message = this.takeNext();
    // Releases the memory of the file.
    if (message.kind !== 'block') this.messages = [][Symbol.iterator]();
    return message;
  }

  /** Drops the templates that were read. The templates of kept entries are read again. */
  forgetTemplates(): void {
    this.templates.clear();
  }

  private open({ codecId, head, base, hasBaseTemplate }: SerializerRequest & { kind: 'file' }): OpenFile | undefined {
    const codec = codecById(codecId);
    const kept = base === undefined ? undefined : this.kept.get(base);
    if (base !== undefined) this.kept.delete(base);
    if (!codec || (base !== undefined && !kept)) return undefined;
    const warnings = createDeferredWarnings();
    const warn: StoredFileFacts['warn'] = (warning) => deferWarning(warnings, warning);
    const facts = readFacts({ ...head, warn });
    const file = hasBaseTemplate ? { ...facts, template: kept?.file.template } : facts;
    const writer = new FileWriter(codec, file, this.templates);
    writer.prepare();
    return { codecId, writer, warnings, file, entries: kept?.entries ?? [] };
  }

  /** Reads a template while templates are kept: soon after an export. */
  private readAhead({ number, ...template }: SerializerRequest & { kind: 'template' }): void {
    const kept = this.kept.get(number);
    const codec = kept && codecById(kept.codecId);
    if (codec && !this.templates.isEmpty)
      new FileWriter(codec, withTemplate(kept.file, template), this.templates).prepare();
  }

  private add(entries: readonly EntryToWrite[]): void {
    if (!this.file) return;
    for (const entry of entries) this.file.entries.push(entry);
    this.file.writer.add(entries);
  }

  private change(removed: readonly string[], set: readonly EntryToWrite[]): void {
    if (!this.file) return;
    this.file.entries = changeEntries(this.file.entries, { removed, set });
    this.file.writer.add(this.file.entries);
  }

  private takeNext(): SerializerMessage {
    try {
      const next = this.messages.next();
      return next.done ? { kind: 'failed', error: new Error('the file has no more blocks') } : next.value;
    } catch (error) {
      if (!(error instanceof FormatError)) return { kind: 'failed', error };
      const { code, message, position } = error;
      return { kind: 'refused', refusal: { code, message, position } };
    }
  }

  private *serialize(
    { writer, warnings, entries, file, codecId }: OpenFile,
    keepAs: number | undefined,
  ): Generator<SerializerMessage> {
    let block: Uint8Array[] = [];
    let bytes = 0;
    for (const part of encoded(writer.write())) {
      block.push(part);
      bytes += part.length;
      if (bytes < BLOCK_BYTES) continue;
      yield { kind: 'block', bytes: join(block, bytes) };
      [block, bytes] = [[], 0];
    }
    if (bytes > 0) yield { kind: 'block', bytes: join(block, bytes) };
    if (keepAs === undefined) {
      yield { kind: 'end', warnings };
      return;
    }
    const kept = { entries, file, codecId };
    this.kept.set(keepAs, kept);
    yield { kind: 'end', warnings, keptBytes: keptBytes(kept) };
  }
}

/** Encodes texts, many short ones at a time. */
function* encoded(chunks: Iterable<string | Uint8Array>): Generator<Uint8Array> {
  let text = '';
  for (const chunk of chunks) {
    if (typeof chunk === 'string') {
      text += chunk;
      if (text.length < TEXT_BLOCK) continue;
    }
    if (text !== '') yield Buffer.from(text);
    text = '';
    if (typeof chunk !== 'string') yield chunk;
  }
  if (text !== '') yield Buffer.from(text);
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
