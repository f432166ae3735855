import { KeyPaths } from '../model/nesting/key-paths';
import { type LastMember, type MemberVisitor, ReplacedMembers } from '../model/nesting/replaced-members';
import { ReplacedTexts } from '../model/nesting/replaced-texts';
import type { Span } from '../template/file-template';
import type { PhpScalar } from './php-scalar';
import { type PhpElement, type PhpHandler, visitPhp } from './php-visitor';

/**
 * Returns the last element of the name, by the offset of each earlier value that it replaces, if one of them is an array.
 *
 * @param separator as in `KeyPaths`
 * @throws FormatError as `visitPhp` does
 */
export function findReplacedElements(source: string, separator?: string): ReadonlyMap<number, LastMember> {
  const members = new ReplacedMembers();
  visitPhp(source, new PhpMembers(members), new KeyPaths(separator));
  return members.replaced;
}

/** Reads the texts of values that are replaced. @param separator as in `KeyPaths` */
export function readReplacedTexts(
  source: string,
  replaced: ReadonlyMap<number, LastMember>,
  separator?: string,
): ReplacedTexts {
  const texts = new ReplacedTexts(replaced);
  if (replaced.size > 0) visitPhp(source, new PhpMembers(texts), new KeyPaths(separator));
  return texts;
}

class PhpMembers implements PhpHandler {
  constructor(private readonly members: MemberVisitor) {}

  beginArray(element: PhpElement | undefined, { start }: Span): void {
    if (element) this.members.add(element.name, element.line, start, undefined);
    this.members.begin(true);
  }

  endArray(): void {
    this.members.end();
  }

  scalar({ name, line }: PhpElement, { kind, text }: PhpScalar, { start }: Span): void {
    this.members.add(name, line, start, kind === 'null' ? null : text);
  }

  comment(): void {
    // Comments have no names.
  }
}
