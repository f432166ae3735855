import type { ParseContext } from '../model/codec';
import type { ParsedEntry } from '../model/entry';
import { KeyPaths } from '../model/nesting/key-paths';
import { visitJson, type JsonEvents, type JsonPosition, type JsonScalarKind } from './json-reader';

/**
 * Every text of a JSON file under its dotted key (`menu.items[0]`), in the order of the file, duplicates included.
 * Numbers and booleans become texts as they are written, with a warning; `null` stays null; an empty object or array holds
 * no text, with a warning.
 *
 * @throws MalformedFileError, FileLimitError as `visitJson` does
 */
export function jsonEntries(text: string, warn: ParseContext['warn']): ParsedEntry[] {
  const collector = new EntryCollector(warn);
  visitJson(text, collector);
  return collector.entries;
}

interface OpenContainer {
  /** Undefined for the root. */
  key: string | undefined;
  kind: 'object' | 'array';
  size: number;
  line: number;
}

class EntryCollector implements JsonEvents {
  readonly entries: ParsedEntry[] = [];
  private readonly open: OpenContainer[] = [];
  private readonly paths = new KeyPaths();
  private name = '';

  constructor(private readonly warn: ParseContext['warn']) {}

  member(name: string): void {
    this.name = name;
  }

  beginObject(position: JsonPosition): void {
    this.open.push({ key: this.nextKey(position), kind: 'object', size: 0, line: position.line });
  }

  beginArray(position: JsonPosition): void {
    this.open.push({ key: this.nextKey(position), kind: 'array', size: 0, line: position.line });
  }

  endObject(): void {
    this.close();
  }

  endArray(): void {
    this.close();
  }

  scalar(kind: JsonScalarKind, text: string, position: JsonPosition): void {
    const key = this.nextKey(position) ?? '';
    this.entries.push({ key, value: kind === 'null' ? null : text, line: position.line });
    if (kind === 'number' || kind === 'boolean') {
      this.warn({
        code: 'value_became_text',
        detail: `the ${kind} ${text} is kept as a text`,
        key,
        line: position.line,
      });
    }
  }

  private nextKey(position: JsonPosition): string | undefined {
    const parent = this.open.at(-1);
    if (!parent) return undefined;
    const index = parent.size++;
    if (parent.kind === 'array' && parent.key !== undefined) return this.paths.item(parent.key, index, position);
    return this.paths.child(parent.key, this.name, position);
  }

  private close(): void {
    const closed = this.open.pop();
    if (closed?.size !== 0 || closed.key === undefined) return;
    this.warn({
      code: 'empty_container',
      detail: `an empty ${closed.kind} holds no text`,
      key: closed.key,
      line: closed.line,
    });
  }
}
