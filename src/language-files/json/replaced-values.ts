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
  return { isNested: finder.objects > 1, replaced: finder.replaced };
}

/** The last of several members of a name. */
export interface LastMember {
  line: number;
  isContainer: boolean;
}

/** The members of a name. */
interface Members extends LastMember {
  starts: number[];
  hasContainer: boolean;
}

class Finder implements JsonHandler {
  objects = 0;
  readonly replaced = new Map<number, LastMember>();
  /** The members of the open objects by name, most of them as an offset, which is negative for an object or array. */
  private readonly open: (Map<string, Members | number> | undefined)[] = [];
  private name = '';

  member(name: string): void {
    this.name = name;
  }

  beginObject({ line }: JsonPosition, start: number): void {
    this.objects++;
    this.add(line, start, true);
    this.open.push(new Map());
  }

  beginArray({ line }: JsonPosition, start: number): void {
    this.add(line, start, true);
    this.open.push(undefined);
  }

  endObject(): void {
    this.open.pop();
  }

  endArray(): void {
    this.open.pop();
  }

  scalar(_kind: unknown, _text: string, { line }: JsonPosition, start: number): void {
    this.add(line, start, false);
  }

  private add(line: number, start: number, isContainer: boolean): void {
    const named = this.open.at(-1);
    const earlier = named?.get(this.name);
    if (earlier === undefined) {
      named?.set(this.name, isContainer ? -start : start);
      return;
    }
    const members = typeof earlier === 'number' ? membersAt(earlier) : earlier;
    named?.set(this.name, members);
    members.hasContainer ||= isContainer;
    if (members.hasContainer) for (const offset of members.starts.splice(0)) this.replaced.set(offset, members);
    members.starts.push(start);
    Object.assign(members, { line, isContainer });
  }
}

function membersAt(offset: number): Members {
  const isContainer = offset < 0;
  return { starts: [Math.abs(offset)], line: 0, isContainer, hasContainer: isContainer };
}
