import type { ParseContext } from '../model/codec';
import type { ParsedEntry } from '../model/entry';
import { KeyPaths } from '../model/nesting/key-paths';
import type { JsonHandler, JsonPosition, JsonScalarKind } from './json-handler';
import { visitJson } from './json-reader';

/**
 * Passes on every text of a JSON file under its dotted key (`menu.items[0]`), in file order, duplicates included.
 * Numbers and booleans become texts as written, with a warning; `null` stays null; an empty object or array yields no
 * entry but a warning.
 *
 * @throws MalformedFileError, FileLimitError as `visitJson` does
 */
export function visitJsonEntries(text: string, context: JsonContext, add: (entry: ParsedEntry) => void): void {
  visitJson(text, new EntryReader(context, add));
}

type JsonContext = Pick<ParseContext, 'warn' | 'keySeparator'>;

/** Returns the entries that `visitJsonEntries` passes on. */
export function readJsonEntries(text: string, context: JsonContext): ParsedEntry[] {
  const entries: ParsedEntry[] = [];
  visitJsonEntries(text, context, (entry) => entries.push(entry));
  return entries;
}

interface OpenContainer {
  /** Undefined for the root. */
  key: string | undefined;
  kind: 'object' | 'array';
  /** Members or items read so far. */
  size: number;
  line: number;
}

class EntryReader implements JsonHandler {
  private readonly openContainers: OpenContainer[] = [];
  private readonly paths: KeyPaths;
  private memberName = '';

  constructor(
    private readonly context: JsonContext,
    private readonly add: (entry: ParsedEntry) => void,
  ) {
    this.paths = new KeyPaths(context.keySeparator);
  }

  member(name: string): void {
    this.memberName = name;
  }

  beginObject(position: JsonPosition): void {
    this.openContainers.push({ key: this.nextKey(position), kind: 'object', size: 0, line: position.line });
  }

  beginArray(position: JsonPosition): void {
    this.openContainers.push({ key: this.nextKey(position), kind: 'array', size: 0, line: position.line });
  }

  endObject(): void {
    this.closeContainer();
  }

  endArray(): void {
    this.closeContainer();
  }

  scalar(kind: JsonScalarKind, text: string, { line, column }: JsonPosition): void {
    const key = this.nextKey({ line, column }) ?? '';
    this.add({ key, value: kind === 'null' ? null : text, line });
    if (kind === 'number' || kind === 'boolean') {
      this.context.warn({ code: 'value_became_text', detail: `the ${kind} ${text} is imported as text`, key, line });
    }
  }

  /** Returns the key of the value that begins; undefined for the root. */
  private nextKey(position: JsonPosition): string | undefined {
    const parent = this.openContainers.at(-1);
    if (!parent) return undefined;
    const index = parent.size++;
    if (parent.kind === 'array' && parent.key !== undefined) return this.paths.item(parent.key, index, position);
    return this.paths.child(parent.key, this.memberName, position);
  }

  private closeContainer(): void {
    const closed = this.openContainers.pop();
    if (closed?.size !== 0 || closed.key === undefined) return;
    const { kind, key, line } = closed;
    this.context.warn({ code: 'empty_container', detail: `the ${kind} is empty; it is not imported`, key, line });
  }
}
