import { KeyPaths } from '../model/nesting/key-paths';
import { type LastMember, ReplacedMembers } from '../model/nesting/replaced-members';
import type { Span } from '../template/file-template';
import { type PhpElement, type PhpHandler, visitPhp } from './php-visitor';

/**
 * Returns the last element of the name, by the offset of each earlier value that it replaces, if one of them is an array.
 *
 * @param separator as in `KeyPaths`
 * @throws FormatError as `visitPhp` does
 */
export function findReplacedElements(source: string, separator?: string): ReadonlyMap<number, LastMember> {
  const finder = new Finder();
  visitPhp(source, finder, new KeyPaths(separator));
  return finder.members.replaced;
}

class Finder implements PhpHandler {
  readonly members = new ReplacedMembers();

  beginArray(element: PhpElement | undefined, { start }: Span): void {
    if (element) this.add(element, start, true);
    this.members.begin(true);
  }

  endArray(): void {
    this.members.end();
  }

  scalar(element: PhpElement, _scalar: unknown, { start }: Span): void {
    this.add(element, start, false);
  }

  comment(): void {
    // Comments have no names.
  }

  private add({ name, line }: PhpElement, start: number, isArray: boolean): void {
    if (name !== undefined) this.members.add(name, line, start, isArray);
  }
}
