import { type LastMember, ReplacedMembers } from '../model/nesting/replaced-members';
import type { JsonHandler, JsonPosition } from './json-handler';
import { visitJson } from './json-reader';

/** A file, with the values that a later member of the same name replaces. */
export interface ReplacedValues {
  /** The file has objects in its root object, at any depth. */
  isNested: boolean;
  /** The last member of the name, by the offset of each earlier value, if one of them is an object or array. */
  replaced: ReadonlyMap<number, LastMember>;
}

/** Finds the values that are replaced. @throws FormatError as `visitJson` does */
export function findReplacedValues(text: string): ReplacedValues {
  const finder = new Finder();
  // A file without objects and arrays in its root has texts only, whose duplicates are found by their keys.
  if (/[[{]/.test(text.slice(text.indexOf('{') + 1))) visitJson(text, finder);
  return { isNested: finder.objects > 1, replaced: finder.members.replaced };
}

class Finder implements JsonHandler {
  objects = 0;
  readonly members = new ReplacedMembers();
  private name = '';

  member(name: string): void {
    this.name = name;
  }

  beginObject({ line }: JsonPosition, start: number): void {
    this.objects++;
    this.members.add(this.name, line, start, true);
    this.members.begin(true);
  }

  beginArray({ line }: JsonPosition, start: number): void {
    this.members.add(this.name, line, start, true);
    this.members.begin(false);
  }

  endObject(): void {
    this.members.end();
  }

  endArray(): void {
    this.members.end();
  }

  scalar(_kind: unknown, _text: string, { line }: JsonPosition, start: number): void {
    this.members.add(this.name, line, start, false);
  }
}
