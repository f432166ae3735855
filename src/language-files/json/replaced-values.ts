import { type LastMember, type MemberVisitor, ReplacedMembers } from '../model/nesting/replaced-members';
import { ReplacedTexts } from '../model/nesting/replaced-texts';
import type { JsonHandler, JsonPosition, JsonScalarKind } from './json-handler';
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
  const members = new ReplacedMembers();
  const visitor = new JsonMembers(members);
  // A file without objects and arrays in its root has texts only, whose duplicates are found by their keys.
  if (/[[{]/.test(text.slice(text.indexOf('{') + 1))) visitJson(text, visitor);
  return { isNested: visitor.objects > 1, replaced: members.replaced };
}

/** Reads the texts of values that are replaced. */
export function readReplacedTexts(text: string, { replaced }: ReplacedValues): ReplacedTexts {
  const texts = new ReplacedTexts(replaced);
  if (replaced.size > 0) visitJson(text, new JsonMembers(texts));
  return texts;
}

class JsonMembers implements JsonHandler {
  objects = 0;
  /** Undefined for an item of an array. */
  private name?: string;

  constructor(private readonly members: MemberVisitor) {}

  member(name: string): void {
    this.name = name;
  }

  beginObject({ line }: JsonPosition, start: number): void {
    this.objects++;
    this.add(line, start, undefined);
    this.members.begin(true);
  }

  beginArray({ line }: JsonPosition, start: number): void {
    this.add(line, start, undefined);
    this.members.begin(false);
  }

  endObject(): void {
    this.members.end();
  }

  endArray(): void {
    this.members.end();
  }

  scalar(kind: JsonScalarKind, text: string, { line }: JsonPosition, start: number): void {
    this.add(line, start, kind === 'null' ? null : text);
  }

  private add(line: number, start: number, text: string | null | undefined): void {
    this.members.add(this.name, line, start, text);
    this.name = undefined;
  }
}
