import { shorten } from '../../common/shorten';
import type { ParseContext, ParsedFile } from '../model/codec';
import type { ParsedEntry } from '../model/entry';
import { MalformedFileError } from '../model/format-errors';
import { type Meta, compactMeta } from '../model/meta';
import { decodeText } from '../text/text-encoding';
import { type CommentGroups, groupComments, readComments } from '../xml/xml-comments';
import { keptAttributes } from '../xml/xml-markup';
import { declaredEncoding, readXmlText } from '../xml/xml-reader';
import { attribute, type XmlElement, type XmlNode } from '../xml/xml-tree';
import { positionOf, readItems } from './android-elements';
import { arrayEntries, pluralEntry, stringEntry, type Resource } from './android-entries';
import { pluralKey } from './android-names';

/** Receives the resources of a file while it is read. */
export interface ResourceHandler {
  /**
   * @param comments the nodes between the previous resource and this one
   * @param entries none for an element without texts. The keys of plurals may change until the end
   */
  resource(element: XmlElement, root: XmlElement, comments: CommentGroups, entries: readonly ParsedEntry[]): void;
  /** @param nodes those after the last resource */
  end(root: XmlElement, nodes: readonly XmlNode[]): void;
}

/**
 * Reads a file of string resources.
 *
 * @throws MalformedFileError with line and column
 * @throws FileLimitError, UnknownEncodingError as `readXml`
 */
export const readAndroid = (bytes: Uint8Array, context: ParseContext): ParsedFile =>
  visitAndroid(decodeText(bytes, declaredEncoding), context);

/** Reads a decoded file as `readAndroid` does. */
export const visitAndroid = (text: string, context: ReaderContext, handler?: ResourceHandler): ParsedFile =>
  new AndroidReader(context, handler).read(text);

type ReaderContext = Pick<ParseContext, 'warn' | 'isPlural'>;

class AndroidReader {
  private readonly entries: ParsedEntry[] = [];
  private readonly plurals: ParsedEntry[] = [];
  /** The keys of the strings. */
  private readonly strings = new Set<string>();
  /** Arrays without items are kept, because code that refers to them does not compile without them. */
  private readonly emptyArrays: Meta[] = [];
  /**
   * The number of the root's children that were handled. They are comments and texts: elements are removed once read.
   */
  private handledChildren = 0;

  constructor(
    private readonly context: ReaderContext,
    private readonly handler: ResourceHandler | undefined,
  ) {}

  read(text: string): ParsedFile {
    const { root, comments } = readXmlText(text, (element, ancestors) => this.visit(element, ancestors));
    if (root.name !== 'resources') {
      throw new MalformedFileError('the root element is not <resources>', positionOf(root));
    }
    for (const plural of this.plurals) if (this.isTwin(plural)) plural.key = pluralKey(plural.key);
    const rest = root.children.slice(this.handledChildren);
    this.warnOfComments(rest);
    this.handler?.end(root, rest);
    const namespaces = root.attributes
      .filter(({ name }) => name.startsWith('xmlns:'))
      .map(({ name, value }) => [name.slice('xmlns:'.length), value]);
    const header = comments.map(({ text }) => text);
    const meta = compactMeta({ attributes: keptAttributes(root), header, emptyArrays: this.emptyArrays });
    return { entries: this.entries, meta: { namespaces, ...meta } };
  }

  /**
   * Returns whether a string has the name of a plural: in this file or, in one that lacks the string, in the project.
   */
  private isTwin({ key }: ParsedEntry): boolean {
    const { isPlural } = this.context;
    return this.strings.has(key) || (isPlural?.(key) === false && isPlural(pluralKey(key)));
  }

  private visit(element: XmlElement, ancestors: readonly XmlElement[]): boolean {
    const [root] = ancestors;
    if (!root || ancestors.length > 1) return false;
    const preceding = root.children.slice(this.handledChildren, -1);
    this.handledChildren = root.children.length - 1;
    const comments = groupComments(preceding);
    this.warnOfComments([...comments.trailing, ...comments.apart]);
    const before = this.entries.length;
    if (element.name === 'eat-comment' || element.name === 'skip') this.warnOfComments(comments.own);
    else this.readResource(element, root, comments.own);
    this.handler?.resource(element, root, comments, this.entries.slice(before));
    return true;
  }

  private readResource(element: XmlElement, root: XmlElement, preceding: readonly XmlNode[]): void {
    const warn: Resource['warn'] = (warning) => this.context.warn(warning);
    const resource = { element, root, description: readComments(preceding), warn };
    const type = element.name === 'item' ? attribute(element, 'type') : element.name;
    if (type === 'string') this.addString(stringEntry(resource));
    else if (type === 'string-array') this.addItems(arrayEntries(resource), resource);
    else if (type === 'plurals') this.addPlural(pluralEntry(resource), resource);
    else {
      const detail = `${describeElement(element)} is not a text and is not imported`;
      warn({ code: 'element_ignored', detail, line: element.line });
      this.warnOfComments(preceding);
    }
  }

  private addString(entry: ParsedEntry): void {
    this.strings.add(entry.key);
    this.entries.push(entry);
  }

  private addPlural(entry: ParsedEntry | undefined, resource: Resource): void {
    if (entry) this.plurals.push(entry);
    this.addItems([entry], resource);
  }

  /** @param entries of an array or a plural; undefined for a plural without items */
  private addItems(entries: readonly (ParsedEntry | undefined)[], { element, description }: Resource): void {
    this.warnOfComments(readItems(element).rest);
    for (const entry of entries) if (entry) this.entries.push(entry);
    if (entries.some((entry) => entry !== undefined)) return;
    if (element.name === 'string-array') {
      this.emptyArrays.push({ attributes: keptAttributes(element), ...(description && { description }) });
      return;
    }
    const detail = `${describeElement(element)} has no items`;
    this.context.warn({ code: 'empty_container', detail, line: element.line });
  }

  private warnOfComments(nodes: readonly XmlNode[]): void {
    for (const node of nodes) {
      if (node.type !== 'comment' || node.text.trim() === '') continue;
      const detail = `the comment belongs to no key: ${shorten(node.text.trim(), 80)}`;
      this.context.warn({ code: 'comment_dropped', detail, line: node.line });
    }
  }
}

const describeElement = (element: XmlElement): string => `<${element.name}> ${attribute(element, 'name') ?? ''}`;
