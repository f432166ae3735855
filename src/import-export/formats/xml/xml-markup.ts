import type { Meta, MetaValue } from '../codec';
import { FormatError } from '../format-errors';
import { MAX_XML_DEPTH, readXmlFragment } from './xml-reader';
import { type XmlAttribute, type XmlElement, type XmlNode, innerXml, localName, ownText } from './xml-tree';
import { isXmlName } from './xml-writer';

/** Namespace URIs by prefix. */
export type Namespaces = ReadonlyMap<string, string>;

/** Around a text that stands in a file; what nests deeper could not be read again. */
const OUTER_LEVELS = 10;

/**
 * The text of an element whose content may be text with inline elements. Where there are any, the text is the content's
 * XML as written and `markup` is true; otherwise it is the text itself, in which a `<b>` is four characters.
 */
export function readContent(element: XmlElement): { text: string; markup: boolean } {
  const markup = element.children.some((node) => node.type === 'element');
  return { text: markup ? innerXml(element) : ownText(element), markup };
}

/** Content as it was written in a file may stand in one: its carriage returns are those that someone typed. */
export const markupSource = (text: string): string => text.replaceAll('\r', '&#13;');

/**
 * Whether a text can be written as XML rather than escaped: it is well-formed, its elements are in the vocabulary (by
 * their names without prefix) or have a known prefix, and all prefixes are known. Texts get edited after they were read.
 */
export function isMarkup(text: string, vocabulary: ReadonlySet<string>, namespaces: Namespaces): boolean {
  try {
    return readXmlFragment(markupSource(text)).every((node) => isKnown(node, vocabulary, namespaces, 1));
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}

function isKnown(node: XmlNode, vocabulary: ReadonlySet<string>, outer: Namespaces, depth: number): boolean {
  if (node.type !== 'element') return true;
  if (depth > MAX_XML_DEPTH - OUTER_LEVELS) return false;
  const inner = declaredNamespaces(node);
  const namespaces = inner.size > 0 ? new Map([...outer, ...inner]) : outer;
  return (
    (node.name.includes(':') || vocabulary.has(node.name)) &&
    [node, ...node.attributes].every(({ name }) => isBound(name, namespaces)) &&
    node.children.every((child) => isKnown(child, vocabulary, namespaces, depth + 1))
  );
}

function isBound(name: string, namespaces: Namespaces): boolean {
  const prefix = prefixOf(name);
  return prefix === undefined || prefix === 'xml' || prefix === 'xmlns' || namespaces.has(prefix);
}

const prefixOf = (name: string): string | undefined =>
  name.includes(':') ? name.slice(0, name.indexOf(':')) : undefined;

/** The prefixes that an element binds. */
function declaredNamespaces(element: XmlElement): Map<string, string> {
  const found = new Map<string, string>();
  for (const { name, value } of element.attributes) if (name.startsWith('xmlns:')) found.set(name.slice(6), value);
  return found;
}

/**
 * The namespaces whose prefixes are used in some elements and that `scope` (the elements around them, the root first)
 * binds, so that the elements can be written elsewhere.
 */
export function namespacesUsed(elements: readonly XmlElement[], scope: readonly XmlElement[]): Map<string, string> {
  const prefixes = new Set<string>();
  for (const element of elements) collectPrefixes(element, prefixes);
  const found = new Map<string, string>();
  for (const prefix of prefixes) {
    const uri = scope.map((element) => declaredNamespaces(element).get(prefix)).findLast((uri) => uri !== undefined);
    if (uri !== undefined) found.set(prefix, uri);
  }
  return found;
}

/** Recursion is bounded by the depth that is read. */
function collectPrefixes(element: XmlElement, into: Set<string>): void {
  for (const { name } of [element, ...element.attributes]) {
    const prefix = prefixOf(name);
    if (prefix !== undefined && prefix !== 'xml' && prefix !== 'xmlns') into.add(prefix);
  }
  for (const child of element.children) if (child.type === 'element') collectPrefixes(child, into);
}

/** Attributes without the given ones and without namespace declarations, as pairs that `metaAttributes` reads back. */
export function keptAttributes(element: XmlElement, without: readonly string[] = []): [name: string, value: string][] {
  return element.attributes
    .filter(({ name }) => name !== 'xmlns' && !name.startsWith('xmlns:') && !without.includes(name))
    .map(({ name, value }) => [name, value]);
}

/** Pairs out of a stored meta: whatever is no pair of texts, no name or occurs again is left out. */
export function metaAttributes(value: MetaValue | undefined, namespaces: Namespaces): XmlAttribute[] {
  const found = new Map<string, XmlAttribute>();
  for (const [name, text] of metaPairs(value)) {
    const local = name.slice(name.indexOf(':') + 1);
    const prefix = prefixOf(name);
    if (prefix === 'xmlns' || name === 'xmlns' || !isXmlName(local) || !isBound(name, namespaces)) continue;
    if (!found.has(name)) found.set(name, { name, value: text });
  }
  return [...found.values()];
}

/** Namespaces out of a stored meta, as `[...namespacesUsed()]` went in. */
export function metaNamespaces(value: MetaValue | undefined): Map<string, string> {
  const usable = ([prefix, uri]: [string, string]): boolean =>
    isXmlName(prefix) && !prefix.startsWith('xml') && uri !== '';
  return new Map(metaPairs(value).filter(usable));
}

function metaPairs(value: MetaValue | undefined): [string, string][] {
  return metaItems(value).flatMap((pair): [string, string][] => {
    if (!Array.isArray(pair)) return [];
    const [name, text] = pair;
    return typeof name === 'string' && typeof text === 'string' ? [[name, text]] : [];
  });
}

/** A list out of a stored meta; an empty one where it is anything else. */
export const metaItems = (value: MetaValue | undefined): MetaValue[] => (Array.isArray(value) ? value : []);

/** An object out of a stored meta; an empty one where it is anything else. */
export const metaObject = (value: MetaValue | undefined): Meta =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

export const metaText = (value: MetaValue | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
