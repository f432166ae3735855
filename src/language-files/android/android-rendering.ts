import { FormatError } from '../model/format-errors';
import { isWritableXml, escapeCarriageReturns, type Namespaces } from '../xml/xml-markup';
import { readXmlFragment } from '../xml/xml-reader';
import type { XmlElement, XmlNode } from '../xml/xml-tree';
import { attributes, cdataSections, escapeText } from '../xml/xml-writer';
import { encodeRun, isReference } from './android-escapes';

/** How a text is to be written, from the metadata of its translation and its key. */
export interface TextKind {
  markup: boolean;
  reference: boolean;
  cdata: boolean;
}

export interface Rendering {
  xml: string;
  /** Prefixes that are used in it. */
  prefixes: ReadonlySet<string>;
  /** There are spans of style in it. */
  styled: boolean;
}

/**
 * Whether a text, or the forms of a plural, can be written as the markup that the metadata says it is: well-formed text and
 * elements, and elements in at least one of them. What was edited since it was read may have become something else.
 */
export function isMarkup(texts: readonly string[], namespaces: Namespaces): boolean {
  if (!texts.some((text) => text.includes('<'))) return false;
  if (!texts.every((text) => isWritableXml(escapeCarriageReturns(text), namespaces))) return false;
  const fragments = texts.map((text) => fragmentOf(text) ?? []);
  return fragments.every(isTextAndElements) && fragments.some((nodes) => nodes.some(isElement));
}

const isElement = (node: XmlNode): node is XmlElement => node.type === 'element';

const isTextAndElements = (nodes: readonly XmlNode[]): boolean =>
  nodes.every((node) => node.type === 'text' || (isElement(node) && isTextAndElements(node.children)));

function fragmentOf(text: string): XmlNode[] | undefined {
  try {
    return readXmlFragment(escapeCarriageReturns(text));
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

/** @throws UnwritableTextError */
export function renderText(text: string, kind: TextKind, key: string): Rendering {
  const plain = (xml: string): Rendering => ({ xml, prefixes: new Set(), styled: false });
  if (kind.reference && isReference(text)) return plain(escapeText(text, key));
  const nodes = kind.markup ? fragmentOf(text) : undefined;
  if (nodes) return new MarkupRenderer(nodes, key).render();
  const encoded = encodeRun(text, key, { afterSpace: true, last: true, first: true });
  return plain(kind.cdata ? cdataSections(encoded, key) : escapeText(encoded, key));
}

/** Writes runs of text between elements so that each is read back alone: a space after a space needs quotes. */
class MarkupRenderer {
  private readonly prefixes = new Set<string>();
  private readonly lastRun: XmlNode | undefined;
  private afterSpace = true;
  private first = true;
  private styled = false;

  constructor(
    private readonly nodes: readonly XmlNode[],
    private readonly key: string,
  ) {
    this.lastRun = lastText(nodes);
  }

  render(): Rendering {
    const xml = this.all(this.nodes);
    return { xml, prefixes: this.prefixes, styled: this.styled };
  }

  /** Recursion is bounded by the depth that is read. */
  private all(nodes: readonly XmlNode[]): string {
    let xml = '';
    for (const node of nodes) {
      if (node.type === 'text') xml += this.text(node.text, node === this.lastRun);
      else if (node.type === 'element') xml += this.element(node);
    }
    return xml;
  }

  private text(text: string, last: boolean): string {
    const encoded = encodeRun(text, this.key, { afterSpace: this.afterSpace, last, first: this.first });
    this.afterSpace = text.endsWith(' ') && !encoded.endsWith('"');
    if (text !== '') this.first = false;
    return escapeText(encoded, this.key);
  }

  private element(element: XmlElement): string {
    for (const { name } of [element, ...element.attributes]) this.note(name);
    this.styled ||= !element.name.includes(':');
    const written = attributes(
      element.attributes.map(({ name, value }) => [name, value]),
      this.key,
    );
    if (element.children.length === 0) return `<${element.name}${written}/>`;
    return `<${element.name}${written}>${this.all(element.children)}</${element.name}>`;
  }

  private note(name: string): void {
    const prefix = name.includes(':') ? name.slice(0, name.indexOf(':')) : '';
    if (prefix !== '' && !prefix.startsWith('xml')) this.prefixes.add(prefix);
  }
}

/** The text that nothing but elements follows. */
function lastText(nodes: readonly XmlNode[]): XmlNode | undefined {
  for (const node of [...nodes].reverse()) {
    const found = node.type === 'element' ? lastText(node.children) : node.type === 'text' ? node : undefined;
    if (found) return found;
  }
  return undefined;
}
