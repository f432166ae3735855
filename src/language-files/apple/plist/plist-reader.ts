import { MalformedFileError, type SourcePosition } from '../../model/format-errors';
import { readComments } from '../../xml/xml-comments';
import { readXml } from '../../xml/xml-reader';
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
  /** The comments after the last entry. */
  trailingComments: XmlComment[];
}

/**
 * Reads an XML property list whose root value is a dictionary (Apple's PropertyList-1.0.dtd).
 *
 * @throws MalformedFileError with the position; also for binary property lists
 * @throws FileLimitError, UnknownEncodingError as `readXml` does
 */
export const readPlist = (bytes: Uint8Array): Plist => new PlistReader().read(bytes);

class PlistReader {
  private readonly entries: PlistEntry[] = [];
  private dictionary: XmlElement | undefined;
  private pendingKey: { text: string; comment: string | undefined; line: number } | undefined;
  /** The number of children of the dictionary that have been read. Only comments and white space stay in the tree. */
  private readCount = 0;

  read(bytes: Uint8Array): Plist {
    refuseBinaryPlist(bytes);
    const { root, comments } = readXml(bytes, (element, ancestors) => this.visit(element, ancestors));
    const { dictionary } = this;
    if (root.name !== 'plist' || !dictionary) refuse('the file is not a property list with a dictionary', root);
    if (this.pendingKey) refuse(`the key ${JSON.stringify(this.pendingKey.text)} has no value`, dictionary);
    const trailingComments = dictionary.children.slice(this.readCount).filter((node) => node.type === 'comment');
    return { entries: this.entries, header: comments.map(({ text }) => text), trailingComments };
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

  private readKey(element: XmlElement, precedingNodes: readonly XmlNode[]): void {
    if (this.pendingKey) refuse(`the key ${JSON.stringify(this.pendingKey.text)} has no value`, element);
    this.pendingKey = { text: readText(element), comment: readComments(precedingNodes), line: element.line };
  }

  private readValue(element: XmlElement, precedingNodes: readonly XmlNode[]): void {
    const key = this.pendingKey ?? refuse(`<${element.name}> has no key`, element);
    const comments = [key.comment, readComments(precedingNodes)].filter((text) => text !== undefined);
    const comment = comments.join('\n') || undefined;
    this.entries.push({ key: key.text, value: toPlistValue(element), comment, line: key.line });
    this.pendingKey = undefined;
  }
}

/** Recurses at most `MAX_XML_DEPTH` levels. */
function toPlistValue(element: XmlElement): PlistValue {
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
