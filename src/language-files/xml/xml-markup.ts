import { metaPairs, type MetaValue } from '../model/meta';
import { FormatError } from '../model/format-errors';
import { MAX_XML_DEPTH, readXmlFragment } from './xml-reader';
import { type XmlAttribute, type XmlElement, type XmlNode, innerXml, ownText } from './xml-tree';
import { isXmlName } from './xml-writer';

/** Namespace URIs by prefix. */
export type Namespaces = ReadonlyMap<string, string>;

/**
 * The prefixes in scope. Each scope refers to the outer one, because a copy for each element would take quadratic time.
 */
type Prefixes = Pick<Namespaces, 'has'>;

/**
 * The levels of elements around a text in any file. Markup that is nested deeper than the rest could not be read again.
 */
const OUTER_LEVELS = 10;

/** The content of an element that may have inline elements. */
export interface Content {
  text: string;
  /** The text is XML with inline elements. If false, a `<b>` in it is literal text. */
  markup: boolean;
}

/**
 * Reads an element whose content may be text with inline elements. Content with elements is returned as its XML, as
 * written. It is markup when all its elements are in the vocabulary or have a bound prefix (see `isMarkup`).
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
  const markup = element.children.every((node) => isAllowed(node, vocabulary, namespaces, 1));
  return { text: innerXml(element), markup };
}

const hasElement = (nodes: readonly XmlNode[]): boolean => nodes.some((node) => node.type === 'element');

/**
 * Writes the carriage returns of inline XML as references. They come from an edit: a file's own ones were line ends,
 * which became line feeds, or references.
 */
export const escapeCarriageReturns = (text: string): string => text.replaceAll('\r', '&#13;');

/**
 * Returns whether a text can be written as XML with inline elements, without escapes: it has elements and is
 * well-formed, every element is in the vocabulary or has a prefix, and all prefixes are bound. Must be checked again
 * before writing, because a text may be edited after it was read.
 *
 * @param vocabulary the names of inline elements, without prefix
 */
export function isMarkup(text: string, vocabulary: ReadonlySet<string>, namespaces: Namespaces): boolean {
  if (!text.includes('<')) return false;
  const nodes = tryFragment(escapeCarriageReturns(text));
  return nodes !== undefined && hasElement(nodes) && nodes.every((node) => isAllowed(node, vocabulary, namespaces, 1));
}

const NAME = '[\\p{L}_][\\p{L}\\p{N}_.:-]*';
const TAG = new RegExp(`</?(${NAME})(?:\\s+${NAME}\\s*=\\s*(?:"[^"]*"|'[^']*'))*\\s*/?>`, 'gu');
const TAG_START = new RegExp(`</?(${NAME})(?=[\\s/>])`, 'gu');
/** A sign that begins neither a tag nor a reference. */
const BARE = /<|&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);)/g;

const escapeBare = (text: string): string =>
  text.replace(BARE, (sign) => (sign === '<' ? '&lt;' : '&amp;')).replaceAll(']]>', ']]&gt;');

const isInline = (name: string, vocabulary: ReadonlySet<string>): boolean => name.includes(':') || vocabulary.has(name);

/** Returns whether a text has a tag of an inline element, or of an element with a prefix, well-formed or not. */
export function hasInlineTag(text: string, vocabulary: ReadonlySet<string>): boolean {
  for (const [, name = ''] of text.matchAll(TAG_START)) if (isInline(name, vocabulary)) return true;
  return false;
}

/**
 * Returns a text as XML with inline elements: as it is, or with references for each `&` and `<` that begins neither a
 * reference nor a tag of the vocabulary. Returns undefined for a text that is not well-formed with them either.
 */
export function toMarkup(text: string, vocabulary: ReadonlySet<string>, namespaces: Namespaces): string | undefined {
  if (isMarkup(text, vocabulary, namespaces)) return text;
  // There are no references in comments, CDATA sections and processing instructions.
  if (!hasInlineTag(text, vocabulary) || /<[!?]/.test(text)) return undefined;
  const parts: string[] = [];
  let offset = 0;
  for (const { 0: tag, 1: name = '', index } of text.matchAll(TAG)) {
    if (!isInline(name, vocabulary)) continue;
    parts.push(escapeBare(text.slice(offset, index)), '<', escapeBare(tag.slice(1)));
    offset = index + tag.length;
  }
  const escaped = parts.join('') + escapeBare(text.slice(offset));
  return isMarkup(escaped, vocabulary, namespaces) ? escaped : undefined;
}

/** Returns whether stored XML can be written: it is well-formed and its prefixes are bound. */
export function isWritableXml(text: string, namespaces: Namespaces): boolean {
  return tryFragment(text)?.every((node) => isAllowed(node, undefined, namespaces, 1)) ?? false;
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

function isAllowed(
  node: XmlNode,
  vocabulary: ReadonlySet<string> | undefined,
  outer: Prefixes,
  depth: number,
): boolean {
  if (node.type !== 'element') return true;
  if (depth > MAX_XML_DEPTH - OUTER_LEVELS) return false;
  const inner = declaredNamespaces(node);
  const namespaces = inner.size > 0 ? { has: (prefix: string) => inner.has(prefix) || outer.has(prefix) } : outer;
  return (
    (vocabulary === undefined || node.name.includes(':') || vocabulary.has(node.name)) &&
    [node, ...node.attributes].every(({ name }) => isBound(name, namespaces)) &&
    node.children.every((child) => isAllowed(child, vocabulary, namespaces, depth + 1))
  );
}

function isBound(name: string, namespaces: Prefixes): boolean {
  const prefix = prefixOf(name);
  return prefix === undefined || prefix === 'xml' || prefix === 'xmlns' || namespaces.has(prefix);
}

function prefixOf(name: string): string | undefined {
  const colon = name.indexOf(':');
  return colon < 0 ? undefined : name.slice(0, colon);
}

/** Returns the namespaces that an element declares, by prefix. */
export function declaredNamespaces(element: XmlElement): Map<string, string> {
  const found = new Map<string, string>();
  for (const { name, value } of element.attributes) if (name.startsWith('xmlns:')) found.set(name.slice(6), value);
  return found;
}

/**
 * Returns the namespaces that some elements use and that `scope` declares, so that the elements can be written
 * elsewhere.
 *
 * @param scope the elements around them, the root first
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

/** Returns false for an element in which no name has a prefix. */
export const mayHavePrefixes = ({ file, start, end }: XmlElement): boolean => file.slice(start, end).includes(':');

/** The recursion is bounded by `MAX_XML_DEPTH`. */
function collectPrefixes(element: XmlElement, into: Set<string>): void {
  addPrefix(element.name, into);
  for (const { name } of element.attributes) addPrefix(name, into);
  for (const child of element.children) if (child.type === 'element') collectPrefixes(child, into);
}

function addPrefix(name: string, into: Set<string>): void {
  const prefix = prefixOf(name);
  if (prefix !== undefined && prefix !== 'xml' && prefix !== 'xmlns') into.add(prefix);
}

/**
 * Returns the attributes to store, without the given ones and without namespace declarations. `metaAttributes` reads
 * them.
 */
export function keptAttributes(element: XmlElement, without: readonly string[] = []): [name: string, value: string][] {
  return element.attributes
    .filter(({ name }) => name !== 'xmlns' && !name.startsWith('xmlns:') && !without.includes(name))
    .map(({ name, value }) => [name, value]);
}

/**
 * Returns stored attributes. Items that are not a pair of strings, invalid or unbound names and duplicates are omitted.
 */
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

/** Returns stored namespaces, which were `[...namespacesUsed()]`. */
export function metaNamespaces(value: MetaValue | undefined): Map<string, string> {
  const isUsable = ([prefix, uri]: [string, string]): boolean =>
    isXmlName(prefix) && !prefix.startsWith('xml') && uri !== '';
  return new Map(metaPairs(value).filter(isUsable));
}
