import { MalformedFileError, type SourcePosition } from '../../model/format-errors';
import { decodeText } from '../../text/text-encoding';
import { groupComments, joinTexts, readComments } from '../../xml/xml-comments';
import { declaredEncoding, readXmlText } from '../../xml/xml-reader';
import { ownText, type XmlComment, type XmlElement, type XmlNode } from '../../xml/xml-tree';
import { refuseBinaryPlist } from './binary-plist';
import { PLIST_SCALARS, type PlistDict, type PlistValue } from './plist-value';

/** A member of the root dictionary. */
export interface PlistEntry {
  key: string;
  value: PlistValue;
  /** The comments above the key, joined by line feeds. */
  comment: string | undefined;
  line: number;
}

export interface Plist {
  /** The members of the root dictionary in file order, duplicates included. */
  entries: PlistEntry[];
  /** The comments before the root element. */
  header: string[];
  /** The comments that belong to no entry. */
  looseComments: XmlComment[];
}

/** A member of the root dictionary in its file. */
export interface PlistMember {
  entry: PlistEntry;
  keyElement: XmlElement;
  valueElement: XmlElement;
  /** The nodes between the previous member and the key. */
  preceding: readonly XmlNode[];
  /** The comments between key and value. */
  between: readonly XmlComment[];
}

/** Receives the members of the root dictionary while it is read. */
export interface PlistHandler {
  member(member: PlistMember): void;
  /** @param nodes those after the last member */
  end(dictionary: XmlElement, nodes: readonly XmlNode[]): void;
}

/**
 * Reads an XML property list whose root value is a dictionary (Apple's PropertyList-1.0.dtd).
 *
 * @throws MalformedFileError with the position; also for binary property lists
 * @throws FileLimitError, UnknownEncodingError as `readXml` does
 */
export function readPlist(bytes: Uint8Array): Plist {
  refuseBinaryPlist(bytes);
  return visitPlist(decodeText(bytes, declaredEncoding));
}

/** Reads a decoded property list as `readPlist` does. */
export const visitPlist = (text: string, handler?: PlistHandler): Plist => new PlistReader(handler).read(text);

interface PendingKey {
  text: string;
  element: XmlElement;
  preceding: readonly XmlNode[];
}

class PlistReader {
  private readonly entries: PlistEntry[] = [];
  private dictionary: XmlElement | undefined;
  private readonly looseComments: XmlComment[] = [];
  private pendingKey: PendingKey | undefined;
  /** The number of children of the dictionary that have been read. Only comments and white space stay in the tree. */
  private readCount = 0;

  constructor(private readonly handler: PlistHandler | undefined) {}

  read(text: string): Plist {
    const { root, comments } = readXmlText(text, (element, ancestors) => this.visit(element, ancestors));
    const { dictionary } = this;
    if (root.name !== 'plist' || !dictionary) refuse('the file is not a property list with a dictionary', root);
    if (this.pendingKey) refuse(`the key ${JSON.stringify(this.pendingKey.text)} has no value`, dictionary);
    const rest = dictionary.children.slice(this.readCount);
    this.handler?.end(dictionary, rest);
    this.addLoose(rest);
    return { entries: this.entries, header: comments.map(({ text }) => text), looseComments: this.looseComments };
  }

  /** Returns true for an element that has been read and need not stay in the tree. */
  private visit(element: XmlElement, ancestors: readonly XmlElement[]): boolean {
    const [plist, dictionary] = ancestors;
    if (plist?.name !== 'plist' || ancestors.length > 2) return false;
    if (dictionary) return dictionary.name === 'dict' && this.readMember(element, dictionary);
    if (element.name !== 'dict' || this.dictionary)
      refuse('the root of a property list must be one dictionary', element);
    this.dictionary = element;
    return false;
  }

  private readMember(element: XmlElement, dictionary: XmlElement): boolean {
    const precedingNodes = dictionary.children.slice(this.readCount, -1);
    this.readCount = dictionary.children.length - 1;
    if (element.name === 'key') this.readKey(element, precedingNodes);
    else this.readValue(element, precedingNodes);
    return true;
  }

  private readKey(element: XmlElement, preceding: readonly XmlNode[]): void {
    if (this.pendingKey) refuse(`the key ${JSON.stringify(this.pendingKey.text)} has no value`, element);
    this.pendingKey = { text: readText(element), element, preceding };
  }

  private readValue(element: XmlElement, nodes: readonly XmlNode[]): void {
    const pending = this.pendingKey ?? refuse(`<${element.name}> has no key`, element);
    const { text: key, element: keyElement, preceding } = pending;
    const { trailing, apart, own } = groupComments(preceding);
    this.addLoose([...trailing, ...apart]);
    const between = nodes.filter((node) => node.type === 'comment');
    const comment = joinTexts([readComments(own), readComments(between)]);
    const entry: PlistEntry = { key, value: toPlistValue(element), comment, line: keyElement.line };
    this.entries.push(entry);
    this.handler?.member({ entry, keyElement, valueElement: element, preceding, between });
    this.pendingKey = undefined;
  }

  private addLoose(nodes: readonly XmlNode[]): void {
    for (const node of nodes) if (node.type === 'comment') this.looseComments.push(node);
  }
}

/** Recurses at most `MAX_XML_DEPTH` levels. */
export function toPlistValue(element: XmlElement): PlistValue {
  const { name } = element;
  if (name === 'string') return readText(element);
  if (PLIST_SCALARS.includes(name)) return { scalar: name, text: readText(element) };
  const elements = element.children.filter((node) => node.type === 'element');
  if (name === 'array') return { array: elements.map(toPlistValue) };
  if (name === 'dict') return { dict: toDictMembers(elements) };
  return refuse(`<${name}> is not a value of a property list`, element);
}

function toDictMembers(elements: readonly XmlElement[]): PlistDict['dict'] {
  const members: PlistDict['dict'] = [];
  for (let i = 0; i < elements.length; i += 2) {
    const [key, value] = [elements[i], elements[i + 1]];
    if (!key) continue;
    if (key.name !== 'key') refuse(`<${key.name}> has no key`, key);
    if (!value || value.name === 'key') refuse(`the key ${JSON.stringify(ownText(key))} has no value`, key);
    members.push([readText(key), toPlistValue(value)]);
  }
  return members;
}

function readText(element: XmlElement): string {
  const hasElements = element.children.some((node) => node.type === 'element');
  if (hasElements) refuse(`<${element.name}> must contain only text`, element);
  return ownText(element);
}

function refuse(message: string, { line, column }: XmlElement): never {
  const position: SourcePosition = { line, column };
  throw new MalformedFileError(message, position);
}
