import type { ParseContext } from '../model/codec';
import { createDuplicateWarning } from '../model/duplicates';
import type { ParsedEntry } from '../model/entry';
import { countNames, type KeyPlace, KeyPlaces } from '../model/nesting/key-path';
import { KeyPaths } from '../model/nesting/key-paths';
import { KeySeparator } from '../model/nesting/key-separator';
import type { ReplacedTexts } from '../model/nesting/replaced-texts';
import type { JsonHandler, JsonPosition, JsonScalarKind } from './json-handler';
import { visitJson } from './json-reader';
import { findReplacedValues, readReplacedTexts, type ReplacedValues } from './replaced-values';

/**
 * Passes on every text of a JSON file under its dotted key (`menu.items[0]`), in file order, duplicates included. Of
 * two members of a name of which one is an object or array, the last one counts, with a warning if they are different.
 * Numbers and booleans become texts as written, with a warning; `null` stays null; an empty object or array yields no
 * entry but a warning.
 *
 * @param context `isFlat`: a format of flat files, in which the dots of a name in the root tell nothing
 * @throws MalformedFileError, FileLimitError as `visitJson` does
 */
export function visitJsonEntries(
  text: string,
  context: JsonContext & { isFlat?: boolean },
  add: (entry: ParsedEntry) => void,
): void {
  const file = findReplacedValues(text);
  const { isNested, replaced } = file;
  const values = { isNested: isNested && !context.isFlat, replaced };
  visitJson(text, new EntryReader(context, values, readReplacedTexts(text, file), add));
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
  place: KeyPlace | undefined;
  kind: 'object' | 'array';
  /** Members or items read so far. */
  size: number;
  line: number;
}

class EntryReader implements JsonHandler {
  private readonly openContainers: OpenContainer[] = [];
  private readonly paths: KeyPaths;
  private readonly places: KeyPlaces;
  private memberName = '';
  /** The number of open objects and arrays in a value that is left out, with itself. */
  private leftOut = 0;

  constructor(
    private readonly context: JsonContext,
    private readonly file: ReplacedValues,
    private readonly texts: ReplacedTexts,
    private readonly add: (entry: ParsedEntry) => void,
  ) {
    this.paths = new KeyPaths(context.keySeparator);
    this.places = new KeyPlaces(new KeySeparator(context.keySeparator));
  }

  member(name: string): void {
    this.memberName = name;
  }

  beginObject(position: JsonPosition, start: number): void {
    this.begin('object', position, start);
  }

  beginArray(position: JsonPosition, start: number): void {
    this.begin('array', position, start);
  }

  endObject(): void {
    this.closeContainer();
  }

  endArray(): void {
    this.closeContainer();
  }

  scalar(kind: JsonScalarKind, text: string, { line, column }: JsonPosition, start: number): void {
    if (this.leavesOut({ line, column }, start)) return;
    const place = this.nextPlace();
    const key = this.nextKey({ line, column }) ?? '';
    const path = place && this.pathOf(place, key);
    this.add({ key, value: kind === 'null' ? null : text, line, ...(path && { path }) });
    if (kind === 'number' || kind === 'boolean') {
      this.context.warn({ code: 'value_became_text', detail: `the ${kind} ${text} is imported as text`, key, line });
    }
  }

  /** Leaves out a value whose name occurs again in its object, with another value that has no text of the same key. */
  private leavesOut(position: JsonPosition, start: number): boolean {
    if (this.leftOut > 0) return true;
    const last = this.file.replaced.get(start);
    if (!last) return false;
    const key = this.nextKey(position) ?? '';
    if (!this.texts.areSame(start, last))
      this.context.warn(createDuplicateWarning({ key, earlierLine: position.line, line: last.line }, 'last'));
    return true;
  }

  private begin(kind: OpenContainer['kind'], position: JsonPosition, start: number): void {
    if (this.leavesOut(position, start)) {
      this.leftOut++;
      return;
    }
    const place = this.nextPlace();
    this.openContainers.push({ key: this.nextKey(position), place, kind, size: 0, line: position.line });
  }

  /** A file without nested objects tells nothing about the path of a text. */
  private pathOf(place: KeyPlace, key: string): ParsedEntry['path'] {
    const path = this.places.pathOf(place, key);
    return path && (countNames(path) > 1 || this.file.isNested) ? path : undefined;
  }

  /** Returns the place of the value that begins, before its key is built; undefined for the root. */
  private nextPlace(): KeyPlace | undefined {
    const parent = this.openContainers.at(-1);
    if (!parent) return undefined;
    return parent.kind === 'array' && parent.place
      ? this.places.item(parent.place, parent.size)
      : this.places.child(parent.place, this.memberName);
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
    if (this.leftOut > 0) {
      this.leftOut--;
      return;
    }
    const closed = this.openContainers.pop();
    if (closed?.size !== 0 || closed.key === undefined) return;
    const { kind, key, line } = closed;
    this.context.warn({ code: 'empty_container', detail: `the ${kind} is empty; it is not imported`, key, line });
  }
}
