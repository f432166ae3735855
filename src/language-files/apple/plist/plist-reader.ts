import { MalformedFileError, type SourcePosition } from '../../model/format-errors';
import { readComments } from '../../xml/xml-comments';
import { readXml } from '../../xml/xml-reader';
import { ownText, type XmlComment, type XmlElement, type XmlNode } from '../../xml/xml-tree';
import { refuseBinaryPlist } from './binary-plist';
import { PLIST_SCALARS, type PlistValue } from './plist-value';

export interface PlistEntry {
  key: string;
  value: PlistValue;
  /** The comments above the key. */
  comment: string | undefined;
  line: number;
}

export interface Plist {
  /** Of the dictionary that is the whole list, in order, duplicates included. */
  entries: PlistEntry[];
  /** The comments before the root. */
  header: string[];
  /** Comments below the last entry. */
  rest: XmlComment[];
}

/**
 * Reads an XML property list whose value is a dictionary (Apple's PropertyList-1.0.dtd).
 *
 * @throws MalformedFileError with the place, for binary lists too
 * @throws FileLimitError, UnknownEncodingError as `readXml`
 */
export const readPlist = (bytes: Uint8Array): Plist => new PlistReader().read(bytes);

class PlistReader {
  private readonly entries: PlistEntry[] = [];
  private dictionary: XmlElement | undefined;
  private key: { text: string; comment: string | undefined; line: number } | undefined;
  /** How many children of the dictionary have been looked at: only comments and white space stay. */
  private seen = 0;

  read(bytes: Uint8Array): Plist {
    refuseBinaryPlist(bytes);
    const { root, comments } = readXml(bytes, (element, ancestors) => this.visit(element, ancestors));
    const { dictionary } = this;
    if (root.name !== 'plist' || !dictionary) {
      throw new MalformedFileError('the file is no property list with a dictionary', positionOf(root));
    }
    if (this.key) refuse(`the key ${JSON.stringify(this.key.text)} has no value`, dictionary);
    const rest = dictionary.children.slice(this.seen).filter((node) => node.type === 'comment');
    return { entries: this.entries, header: comments.map(({ text }) => text), rest };
  }

  private visit(element: XmlElement, ancestors: readonly XmlElement[]): boolean {
    const [plist, dictionary] = ancestors;
    if (plist?.name !== 'plist' || ancestors.length > 2) return false;
    if (dictionary) return dictionary.name === 'dict' && this.take(element, dictionary);
    if (element.name !== 'dict' || this.dictionary) refuse('a property list holds one dictionary', element);
    this.dictionary = element;
    return false;
  }

  private take(element: XmlElement, dictionary: XmlElement): boolean {
    const before = dictionary.children.slice(this.seen, -1);
    this.seen = dictionary.children.length - 1;
    if (element.name === 'key') this.readKey(element, before);
    else this.readValue(element, before);
    return true;
  }

  private readKey(element: XmlElement, before: readonly XmlNode[]): void {
    if (this.key) refuse(`the key ${JSON.stringify(this.key.text)} has no value`, element);
    this.key = { text: textOf(element), comment: readComments(before), line: element.line };
  }

  private readValue(element: XmlElement, before: readonly XmlNode[]): void {
    const { key } = this;
    if (!key) return refuse(`<${element.name}> has no key`, element);
    const comment = [key.comment, readComments(before)].filter((text) => text !== undefined).join('\n') || undefined;
    this.entries.push({ key: key.text, value: valueOf(element), comment, line: key.line });
    this.key = undefined;
  }
}

/** Recursion is bounded by the depth that is read. */
function valueOf(element: XmlElement): PlistValue {
  const { name } = element;
  if (name === 'string') return textOf(element);
  if (PLIST_SCALARS.includes(name)) return { scalar: name, text: textOf(element) };
  const elements = element.children.filter((node) => node.type === 'element');
  if (name === 'array') return { array: elements.map(valueOf) };
  if (name === 'dict') return { dict: pairsOf(elements) };
  return refuse(`<${name}> is no value of a property list`, element);
}

function pairsOf(elements: readonly XmlElement[]): [string, PlistValue][] {
  const pairs: [string, PlistValue][] = [];
  for (let i = 0; i < elements.length; i += 2) {
    const [key, value] = [elements[i], elements[i + 1]];
    if (!key) continue;
    if (key.name !== 'key') refuse(`<${key.name}> has no key`, key);
    if (!value || value.name === 'key') refuse(`the key ${JSON.stringify(ownText(key))} has no value`, key);
    else pairs.push([textOf(key), valueOf(value)]);
  }
  return pairs;
}

function textOf(element: XmlElement): string {
  if (element.children.some((node) => node.type === 'element')) refuse(`<${element.name}> holds only text`, element);
  return ownText(element);
}

const positionOf = ({ line, column }: XmlElement): SourcePosition => ({ line, column });

function refuse(message: string, element: XmlElement): never {
  throw new MalformedFileError(message, positionOf(element));
}
