import { FormatError } from '../model/format-errors';
import { isWritableXml, escapeCarriageReturns, type Namespaces } from '../xml/xml-markup';
import { readXmlFragment } from '../xml/xml-reader';
import type { XmlElement, XmlNode } from '../xml/xml-tree';
import { attributes, cdataSections, escapeText } from '../xml/xml-writer';
import { encodeRun, isReference } from './android-escapes';

/** The ways to write a text that the metadata of its translation and its key ask for. */
export interface TextKind {
  markup: boolean;
  reference: boolean;
  cdata: boolean;
}

/** The XML of a text. */
export interface Rendering {
  xml: string;
  /** The prefixes that the XML uses. */
  prefixes: ReadonlySet<string>;
  /** True where the XML has style spans. */
  styled: boolean;
}

/**
 * Whether a text, or all forms of a plural, can be written as markup: well-formed text and elements, with elements in
 * at least one of them. This is checked on each export, because texts are edited after they were imported.
 */
export function isMarkup(texts: readonly string[], namespaces: Namespaces): boolean {
  if (!texts.some((text) => text.includes('<'))) return false;
  if (!texts.every((text) => isWritableXml(escapeCarriageReturns(text), namespaces))) return false;
  const fragments = texts.map((text) => tryReadFragment(text) ?? []);
  return fragments.every(isTextAndElements) && fragments.some((nodes) => nodes.some(isElement));
}

const isElement = (node: XmlNode): node is XmlElement => node.type === 'element';

const isTextAndElements = (nodes: readonly XmlNode[]): boolean =>
  nodes.every((node) => node.type === 'text' || (isElement(node) && isTextAndElements(node.children)));

function tryReadFragment(text: string): XmlNode[] | undefined {
  try {
    return readXmlFragment(escapeCarriageReturns(text));
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

/**
 * Renders a text as XML.
 *
 * @throws UnwritableTextError for a character that Android does not support
 */
export function renderText(text: string, kind: TextKind, key: string): Rendering {
  const plain = (xml: string): Rendering => ({ xml, prefixes: new Set(), styled: false });
  if (kind.reference && isReference(text)) return plain(escapeText(text, key));
  const nodes = kind.markup ? tryReadFragment(text) : undefined;
  if (nodes) return new MarkupRenderer(nodes, key).render();
  const encoded = encodeRun(text, key, { afterSpace: true, last: true, first: true });
  return plain(kind.cdata ? cdataSections(encoded, key) : escapeText(encoded, key));
}

/**
 * Renders XML with inline elements. Each run of text is encoded by its place: a space after another space needs quotes.
 */
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
    const xml = this.renderNodes(this.nodes);
    return { xml, prefixes: this.prefixes, styled: this.styled };
  }

  /** Recursion is bounded by the maximum depth of a file. */
  private renderNodes(nodes: readonly XmlNode[]): string {
    let xml = '';
    for (const node of nodes) {
      if (node.type === 'text') xml += this.renderText(node.text, node === this.lastRun);
      else if (node.type === 'element') xml += this.renderElement(node);
    }
    return xml;
  }

  private renderText(text: string, last: boolean): string {
    const encoded = encodeRun(text, this.key, { afterSpace: this.afterSpace, last, first: this.first });
    this.afterSpace = text.endsWith(' ') && !encoded.endsWith('"');
    if (text !== '') this.first = false;
    return escapeText(encoded, this.key);
  }

  private renderElement(element: XmlElement): string {
    for (const { name } of [element, ...element.attributes]) this.addPrefix(name);
    this.styled ||= !element.name.includes(':');
    const pairs = element.attributes.map(({ name, value }) => [name, value] as const);
    const head = `${element.name}${attributes(pairs, this.key)}`;
    if (element.children.length === 0) return `<${head}/>`;
    return `<${head}>${this.renderNodes(element.children)}</${element.name}>`;
  }

  private addPrefix(name: string): void {
    const prefix = name.includes(':') ? name.slice(0, name.indexOf(':')) : '';
    if (prefix !== '' && !prefix.startsWith('xml')) this.prefixes.add(prefix);
  }
}

/** Returns the last text, after which there are only elements. */
function lastText(nodes: readonly XmlNode[]): XmlNode | undefined {
  for (const node of [...nodes].reverse()) {
    const text = node.type === 'element' ? lastText(node.children) : node.type === 'text' ? node : undefined;
    if (text) return text;
  }
  return undefined;
}
