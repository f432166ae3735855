import { shorten } from '../../common/shorten';
import type { ParseContext, ParsedFile } from '../model/codec';
import type { ParsedEntry } from '../model/entry';
import { MalformedFileError } from '../model/format-errors';
import { compactMeta } from '../model/meta';
import { decodeText } from '../text/text-encoding';
import { declaredEncoding, readXmlText } from '../xml/xml-reader';
import { type XmlElement, attribute, childElement, childElements, localName, outerXml } from '../xml/xml-tree';
import { type Location, LocationReader } from './qt-locations';
import { joinKey } from './qt-key';
import { type MessageContext, readMessage, readName } from './qt-message-reader';
import { NumerusReader } from './qt-numerus-reader';
import { numerusOf } from './qt-plurals';
import { readChildText } from './qt-text';

/** Reads a TS file of Qt Linguist (Qt manual, "TS file format"; ts.xsd of Qt 6). */
export function readQtTs(bytes: Uint8Array, context: ParseContext): ParsedFile {
  return new QtTsReader(context).readText(decodeText(bytes, declaredEncoding));
}

/**
 * Receives the messages and contexts of a file, and the other elements beside contexts, at their ends. The last one is
 * the root.
 *
 * @param entry of a message that is in use
 * @param unused a message that is not in use
 */
export type QtTsObserver = (element: XmlElement, entry?: ParsedEntry, unused?: UnusedMessage) => void;

/** A vanished or obsolete message. */
export interface UnusedMessage {
  key: string;
  locations: readonly Location[];
}

export class QtTsReader {
  private readonly entries: ParsedEntry[] = [];
  /** Vanished and obsolete messages, which are kept with the file. */
  private readonly obsolete: [context: string, xml: string][] = [];
  private readonly locations = new LocationReader();
  private numerus: NumerusReader | undefined;

  constructor(
    private readonly context: ParseContext,
    private readonly observe: QtTsObserver = () => undefined,
  ) {}

  /** @param text the decoded file */
  readText(text: string): ParsedFile {
    const { root } = readXmlText(text, (element, ancestors) => this.visit(element, ancestors));
    const file = this.finish(root);
    this.observe(root);
    return file;
  }

  private visit(element: XmlElement, ancestors: readonly XmlElement[]): boolean {
    const [root] = ancestors;
    const parent = ancestors.at(-1);
    if (!root || !parent || !['context', 'TS'].includes(localName(parent))) return false;
    switch (localName(element)) {
      case 'message':
        this.readMessage(element, root, ancestors);
        return true;
      case 'context':
        this.warnOfContextComment(element);
        this.observe(element);
        return true;
      default:
        if (parent === root) this.observe(element);
        return false;
    }
  }

  private finish(root: XmlElement): ParsedFile {
    if (root.name !== 'TS') {
      throw new MalformedFileError(`not a TS file but <${root.name}>`, { line: root.line, column: root.column });
    }
    const meta = compactMeta({ head: childElements(root).map(outerXml), obsolete: this.obsolete });
    return {
      language: attribute(root, 'language') || undefined,
      sourceLanguage: attribute(root, 'sourcelanguage') || undefined,
      entries: this.entries,
      ...(meta && { meta }),
    };
  }

  private readMessage(message: XmlElement, root: XmlElement, ancestors: readonly XmlElement[]): void {
    const block = ancestors.findLast((element) => localName(element) === 'context');
    const contextName = (block && readChildText(block, 'name')) ?? '';
    const locations = this.locations.read(message);
    const translation = childElement(message, 'translation');
    const type = translation && attribute(translation, 'type');
    if (type === 'vanished' || type === 'obsolete') {
      this.obsolete.push([contextName, outerXml(message)]);
      this.observe(message, undefined, { key: joinKey(readName(message, contextName)), locations });
      return;
    }
    const language = attribute(root, 'language') || (this.context.language ?? 'und');
    this.numerus ??= new NumerusReader(numerusOf(language).categories, (warning) => this.context.warn(warning));
    const { sourceLanguage } = this.context;
    const context: MessageContext = { contextName, locations, language, sourceLanguage, numerus: this.numerus };
    const entry = readMessage(message, context);
    this.entries.push(entry);
    this.observe(message, entry);
  }

  private warnOfContextComment(block: XmlElement): void {
    const comment = readChildText(block, 'comment');
    if (!comment) return;
    const detail = `the comment of a context belongs to no key: ${shorten(comment, 80)}`;
    this.context.warn({ code: 'comment_dropped', detail, line: block.line });
  }
}
