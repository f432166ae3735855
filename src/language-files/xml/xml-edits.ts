import type { Span } from '../template/file-template';
import { indentAt } from './xml-template';
import { type XmlElement, attribute, attributeSpans, isSelfClosing } from './xml-tree';
import { escapeAttribute } from './xml-writer';

/** Changes of an XML text in places that do not overlap. All other parts of it stay. */
export class XmlEdits {
  private readonly edits: (Span & { xml: string })[] = [];

  /**
   * @param source the text that the spans of the elements are in
   * @param newline the line end of new texts
   */
  constructor(
    private readonly source: string,
    private readonly newline: string,
  ) {}

  replace({ start, end }: Span, xml: string): void {
    this.edits.push({ start, end, xml });
  }

  /** Inserts an element behind another one, on a line of its own if that one has its own. */
  insertBehind(sibling: XmlElement, xml: string): void {
    this.insert(sibling.end, leadOf(this.source, sibling.start) + xml);
  }

  /** Inserts an element before another one. */
  insertBefore(sibling: XmlElement, xml: string): void {
    this.insert(sibling.start, xml + leadOf(this.source, sibling.start));
  }

  /** Removes an element and the white space before it. */
  remove({ start, end }: XmlElement): void {
    this.replace({ start: startOfSpace(this.source, start), end }, '');
  }

  setContent(element: XmlElement, xml: string): void {
    const { contentStart, contentEnd, name } = element;
    if (!isSelfClosing(element)) this.replace({ start: contentStart, end: contentEnd }, xml);
    else if (xml !== '') {
      this.replace({ start: startOfSpace(this.source, contentStart - 2), end: contentStart }, `>${xml}</${name}>`);
    }
  }

  /**
   * Sets the value of an attribute. Undefined removes it.
   *
   * @param behind the attribute that a new one stands behind. Default: the last one
   */
  setAttribute(element: XmlElement, name: string, value: string | undefined, key: string, behind?: string): void {
    if (attribute(element, name) === value) return;
    const spans = attributeSpans(element);
    const found = spans.find((span) => span.name === name);
    const written = value === undefined ? '' : ` ${name}="${escapeAttribute(value, key)}"`;
    if (found) {
      this.replace({ start: startOfSpace(this.source, found.start), end: found.end }, written);
      return;
    }
    const neighbour = spans.find((span) => span.name === behind) ?? spans.at(-1);
    this.insert(neighbour?.end ?? element.start + 1 + element.name.length, written);
  }

  apply(): string {
    const parts: string[] = [];
    let end = 0;
    for (const edit of this.edits.sort((one, other) => one.start - other.start || one.end - other.end)) {
      parts.push(this.source.slice(end, edit.start), withLineEnds(edit.xml, this.newline));
      end = edit.end;
    }
    return parts.join('') + this.source.slice(end);
  }

  private insert(at: number, xml: string): void {
    this.replace({ start: at, end: at }, xml);
  }
}

/** Returns an XML text with the line ends of a file. A file without any gets line feeds. */
export const withLineEnds = (xml: string, newline: string): string =>
  newline === '' || newline === '\n' ? xml : xml.replace(/\r\n|\n/g, newline);

/** Returns the offset of the white space that ends at an offset. */
function startOfSpace(source: string, end: number): number {
  let start = end;
  while (start > 0 && ' \t\r\n'.includes(source.charAt(start - 1))) start--;
  return start;
}

/** Returns the line end and the indentation before an element on a line of its own; empty for one that has none. */
export function leadOf(source: string, start: number): string {
  const indent = indentAt(source, start);
  if (indent === undefined) return '';
  const lineStart = start - indent.length;
  const newline = source.startsWith('\r\n', lineStart - 2) ? '\r\n' : source.charAt(lineStart - 1);
  return newline + indent;
}
