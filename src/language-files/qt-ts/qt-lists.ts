import type { ParsedEntry } from '../model/entry';
import { TemplateMisfitError } from '../template/file-template';
import {
  type PartsOfUnit,
  type UnitElement,
  type UnitList,
  UnitText,
  contentSpan,
  withComments,
} from '../xml/unit-template';
import { type XmlElement, childElement, childElements, localName } from '../xml/xml-tree';
import { hasRelativeLocation } from './qt-locations';
import { SOURCE_EXTRA } from './qt-message-reader';
import type { UnusedMessage } from './qt-reader';
import { readChildText } from './qt-text';

/** A message in use. */
interface ListedMessage {
  text: UnitText;
  /** It has the source text in an element of its own. */
  hasSource: boolean;
}

/** Builds the lists of a template while a TS file is read: the list of the file, and the lists of its contexts. */
export class QtTsLists {
  readonly messages: ListedMessage[] = [];
  /** The messages that are not in use. */
  readonly unused: (UnusedMessage & { element: UnitElement })[] = [];
  hasRelativeLocations = false;
  /** Is set when the file has been read. */
  partsOf: PartsOfUnit = () => undefined;
  private readonly partsOfMessage: PartsOfUnit = (entry) => this.partsOf(entry);
  /** The list of each context that takes new messages. */
  readonly byContext = new Map<string, UnitList>();
  private last: UnitList | undefined;
  /** Elements whose list has not ended. */
  private readonly open: UnitElement[] = [];

  /** @param renamed as in `TemplateContext` */
  constructor(private readonly renamed?: ReadonlySet<string>) {}

  /** Adds an element at its end. */
  add(element: XmlElement, entry?: ParsedEntry, unused?: UnusedMessage): void {
    const { start, end } = element;
    if (localName(element) === 'message') this.hasRelativeLocations ||= hasRelativeLocation(element);
    if (entry) {
      const text = new UnitText(entry, element, this.partsOfMessage);
      this.messages.push({ text, hasSource: childElement(element, SOURCE_EXTRA) !== undefined });
      this.open.push({ start, end, text });
    } else if (localName(element) === 'context') {
      const list = this.close(element, childElements(element).at(-1)?.end);
      this.byContext.set(readChildText(element, 'name') ?? '', list);
      this.open.push({ start, end, list });
    } else if (localName(element) === 'TS') {
      this.last = this.close(element);
      // Messages without a context stand beside contexts.
      if (this.last.elements.some(({ text }) => text)) this.byContext.set('', this.last);
      this.replaceUnused();
    } else {
      const kept = { start, end };
      this.open.push(kept);
      if (unused) this.unused.push({ ...unused, element: kept });
    }
  }

  /** As with lupdate, a message that is in use again is in the file once. A file that had it twice stays as it is. */
  private replaceUnused(): void {
    const used = new Set(this.messages.map(({ text }) => text.entry.key));
    for (const { key, element } of this.unused) if (!used.has(key) || this.renamed?.has(key)) element.replacedBy = key;
  }

  /** Returns the list of the root. */
  root(): UnitList {
    if (!this.last) throw new Error('the file has not ended');
    return this.last;
  }

  /** @param from the offset behind the elements in front of the messages */
  private close(parent: XmlElement, from = contentSpan(parent).start): UnitList {
    const { children, file } = parent;
    let first = this.open.length;
    while ((this.open[first - 1]?.start ?? -1) >= parent.contentStart) first--;
    const nodes = children.filter(({ start }) => start >= from);
    const elements = withComments(this.open.splice(first), nodes, file);
    if (elements.some(({ start }) => start < from)) throw new TemplateMisfitError('a context begins with a message');
    return { start: from, end: contentSpan(parent).end, elements, parent: { ...parent, children: [] } };
  }
}
