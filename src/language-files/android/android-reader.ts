import type { ParseContext, ParsedFile } from '../model/codec';
import type { Meta } from '../model/meta';
import type { ParsedEntry } from '../model/entry';
import { MalformedFileError } from '../model/format-errors';
import { keptAttributes } from '../xml/xml-markup';
import { readXml } from '../xml/xml-reader';
import { attribute, type XmlElement, type XmlNode } from '../xml/xml-tree';
import { readComments } from '../xml/xml-comments';
import { itemsOf, positionOf } from './android-elements';
import { arrayEntries, pluralEntry, stringEntry, type Resource } from './android-entries';
import { metaOf } from './android-meta';

/**
 * @throws MalformedFileError with the place
 * @throws FileLimitError, UnknownEncodingError as `readXml`
 */
export const readAndroid = (bytes: Uint8Array, context: ParseContext): ParsedFile =>
  new AndroidReader(context).read(bytes);

class AndroidReader {
  private readonly entries: ParsedEntry[] = [];
  /** Arrays without items: code that names them does not compile without them. */
  private readonly emptyArrays: Meta[] = [];
  /** How many children of the root have been looked at: comments and white space, for elements are let go. */
  private seen = 0;

  constructor(private readonly context: ParseContext) {}

  read(bytes: Uint8Array): ParsedFile {
    const { root, comments } = readXml(bytes, (element, ancestors) => this.visit(element, ancestors));
    if (root.name !== 'resources')
      throw new MalformedFileError('the root element is not <resources>', positionOf(root));
    this.dropComments(root.children.slice(this.seen));
    const namespaces = root.attributes
      .filter(({ name }) => name.startsWith('xmlns:'))
      .map(({ name, value }) => [name.slice('xmlns:'.length), value]);
    const header = comments.map(({ text }) => text);
    const kept = metaOf({ attributes: keptAttributes(root), header, emptyArrays: this.emptyArrays });
    return { entries: this.entries, meta: { namespaces, ...kept } };
  }

  private visit(element: XmlElement, ancestors: readonly XmlElement[]): boolean {
    const [root] = ancestors;
    if (!root || ancestors.length > 1) return false;
    const before = root.children.slice(this.seen, -1);
    this.seen = root.children.length - 1;
    if (element.name === 'eat-comment' || element.name === 'skip') this.dropComments(before);
    else this.readResource(element, root, before);
    return true;
  }

  private readResource(element: XmlElement, root: XmlElement, before: readonly XmlNode[]): void {
    const warn: Resource['warn'] = (warning) => this.context.warn(warning);
    const resource = { element, root, description: readComments(before), warn };
    const type = element.name === 'item' ? attribute(element, 'type') : element.name;
    if (type === 'string') this.entries.push(stringEntry(resource));
    else if (type === 'string-array') this.addItems(arrayEntries(resource), resource);
    else if (type === 'plurals') this.addItems([pluralEntry(resource)], resource);
    else {
      const detail = `<${element.name}> ${attribute(element, 'name') ?? ''} is no text and is not imported`;
      warn({ code: 'element_ignored', detail, line: element.line });
      this.dropComments(before);
    }
  }

  private addItems(entries: readonly (ParsedEntry | undefined)[], { element, description }: Resource): void {
    this.dropComments(itemsOf(element).rest);
    for (const entry of entries) if (entry) this.entries.push(entry);
    if (entries.some((entry) => entry !== undefined)) return;
    if (element.name === 'string-array') {
      this.emptyArrays.push({ attributes: keptAttributes(element), ...(description && { description }) });
      return;
    }
    const detail = `<${element.name}> ${attribute(element, 'name') ?? ''} has no items`;
    this.context.warn({ code: 'empty_container', detail, line: element.line });
  }

  private dropComments(nodes: readonly XmlNode[]): void {
    for (const node of nodes) {
      if (node.type !== 'comment' || node.text.trim() === '') continue;
      const detail = `the comment belongs to no key: ${node.text.trim().slice(0, 80)}`;
      this.context.warn({ code: 'comment_dropped', detail, line: node.line });
    }
  }
}
