import { metaPairs, type MetaValue } from '../model/meta';
import { FormatError } from '../model/format-errors';
import { MAX_XML_DEPTH, readXmlFragment } from './xml-reader';
import { type XmlAttribute, type XmlElement, type XmlNode, innerXml, ownText } from './xml-tree';
import { isXmlName } from './xml-writer';

/** Namespace URIs by prefix. */
export type Namespaces = ReadonlyMap<string, string>;

/** The prefixes in scope; those of inner elements ask the outer ones, as a copy for each element would be quadratic. */
type Prefixes = Pick<Namespaces, 'has'>;

/** Around a text that stands in a file; what nests deeper could not be read again. */
const OUTER_LEVELS = 10;

export interface Content {
  text: string;
  /** The text is XML with inline elements; otherwise a `<b>` in it is four characters. */
  markup: boolean;
}

/**
 * The text of an element whose content may be text with inline elements. Content with elements is given as its XML, as
 * written; it is markup when all its elements are in the vocabulary or have a bound prefix (see `isMarkup`).
 *
 * @param scope the elements around it, the root first
 */
export function readContent(
  element: XmlElement,
  vocabulary: ReadonlySet<string>,
  scope: readonly XmlElement[],
): Content {
  if (!hasElement(element.children)) return { text: ownText(element), markup: false };
  const namespaces = namespacesUsed([element], scope);
  const markup = element.children.every((node) => isKnown(node, vocabulary, namespaces, 1));
  return { text: innerXml(element), markup };
}

const hasElement = (nodes: readonly XmlNode[]): boolean => nodes.some((node) => node.type === 'element');

/**
 * Content with inline elements as it is written to a file. Its carriage returns are somebody's edit: those of the file
 * that it came from were line ends or references.
 */
export const markupSource = (text: string): string => text.replaceAll('\r', '&#13;');

/**
 * Whether a text can be written as XML with inline elements rather than escaped: there are elements, it is well-formed,
 * they are in the vocabulary (by names without prefix) or have a prefix, and all prefixes are bound. Asked again before
 * writing, because texts are edited after they were read.
 */
export function isMarkup(text: string, vocabulary: ReadonlySet<string>, namespaces: Namespaces): boolean {
  if (!text.includes('<')) return false;
  const nodes = tryFragment(markupSource(text));
  return nodes !== undefined && hasElement(nodes) && nodes.every((node) => isKnown(node, vocabulary, namespaces, 1));
}

/** Whether stored XML of any elements can still be written: well-formed, its prefixes bound. */
export function isWritableXml(text: string, namespaces: Namespaces): boolean {
  return tryFragment(text)?.every((node) => isKnown(node, undefined, namespaces, 1)) ?? false;
}

function tryFragment(text: string): XmlNode[] | undefined {
  if (!text.isWellFormed()) return undefined;
  try {
    return readXmlFragment(text);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

function isKnown(node: XmlNode, vocabulary: ReadonlySet<string> | undefined, outer: Prefixes, depth: number): boolean {
  if (node.type !== 'element') return true;
  if (depth > MAX_XML_DEPTH - OUTER_LEVELS) return false;
  const inner = declaredNamespaces(node);
  const namespaces = inner.size > 0 ? { has: (prefix: string) => inner.has(prefix) || outer.has(prefix) } : outer;
  return (
    (vocabulary === undefined || node.name.includes(':') || vocabulary.has(node.name)) &&
    [node, ...node.attributes].every(({ name }) => isBound(name, namespaces)) &&
    node.children.every((child) => isKnown(child, vocabulary, namespaces, depth + 1))
  );
}

function isBound(name: string, namespaces: Prefixes): boolean {
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
  if (prefixes.size === 0) return found;
  const bound = new Map(scope.flatMap((element) => [...declaredNamespaces(element)]));
  for (const prefix of prefixes) {
    const uri = bound.get(prefix);
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
