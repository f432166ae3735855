import { findChangedParts, textInPlaceOf } from '../text/changed-parts';
import { type XmlElement, type XmlText, isPlainText } from './xml-tree';
import { cdataSections } from './xml-writer';

/** The functions that write a part of a text. */
interface PartWriter {
  key: string;
  /** Writes a text outside of CDATA sections. */
  escape: (text: string) => string;
  /** Writes the line ends of a new part as the file has them. Default: they are line feeds. */
  newlines?: (xml: string) => string;
}

/**
 * Returns the content of an element with another text. Only the sections that differ are written, and CDATA sections
 * stay CDATA.
 *
 * @returns undefined for an element without CDATA sections, or with more than text
 * @throws UnwritableTextError
 */
export function writeSections(
  element: XmlElement,
  text: string,
  { key, escape, newlines = (xml) => xml }: PartWriter,
): string | undefined {
  if (!isPlainText(element)) return undefined;
  const nodes = element.children as readonly XmlText[];
  if (!nodes.some(({ cdata }) => cdata)) return undefined;
  const { file, contentStart, contentEnd } = element;
  const parts = nodes.map((node) => node.text);
  const changed = findChangedParts(parts, text, (index) => nodes[index]?.cdata === true);
  if (!changed) return file.slice(contentStart, contentEnd);
  const [first, last] = [nodes[changed.first], nodes[changed.last]];
  const part = textInPlaceOf(changed, parts, text);
  const isCdata = nodes.slice(changed.first, changed.last + 1).some(({ cdata }) => cdata);
  const written = newlines(isCdata ? cdataSections(part, key) : escape(part));
  return (
    file.slice(contentStart, first?.start ?? contentStart) + written + file.slice(last?.end ?? contentEnd, contentEnd)
  );
}
