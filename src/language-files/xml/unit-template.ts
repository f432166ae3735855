import type { FileFacts, FileToWrite, ParseContext } from '../model/codec';
import type { EntryToWrite, ParsedEntry, Value } from '../model/entry';
import { isSameMeta } from '../model/meta';
import type {
  FileTemplate,
  ListSpace,
  NewElement,
  NewText,
  Span,
  TemplateElement,
  TemplateList,
  TemplateText,
} from '../template/file-template';
import { lastTexts, textsOf } from '../template/rewrite-template';
import { XmlEdits, leadOf } from './xml-edits';
import { XmlEntities } from './xml-entities';
import type { XmlLayout } from './xml-layout';
import { readXmlFragment } from './xml-reader';
import { type XmlElement, type XmlNode, isSelfClosing } from './xml-tree';

/** The elements between the tags of an element. */
export interface UnitList extends TemplateList {
  elements: UnitElement[];
  /** The element, without its children. */
  parent: XmlElement;
}

/** Returns the parts of an entry of the file that an export may change. */
export type PartsOfUnit = (entry: ParsedEntry) => unknown;

/** A unit of a file. Its value is the JSON of its parts, which is made when a unit of the project is another one. */
export class UnitText implements TemplateText {
  readonly start: number;
  readonly end: number;

  constructor(
    readonly entry: ParsedEntry,
    { start, end }: Span,
    private readonly partsOf: PartsOfUnit,
  ) {
    this.start = start;
    this.end = end;
  }

  /** The key, which is final when the file has been read. */
  get name(): string {
    return this.entry.key;
  }

  get value(): string {
    return JSON.stringify(this.partsOf(this.entry));
  }
}

/** An entry or a list of a template; anything else is kept. */
export type UnitElement = TemplateElement & { list?: UnitList };

/** The content of a file of units. */
export interface UnitPlaces {
  source: string;
  root: UnitList;
  layout: XmlLayout;
}

/**
 * A file whose entries are XML elements with several parts: source, target, state, notes. Each is one text of the
 * template; its value is the JSON of the parts that an export may change.
 */
export abstract class UnitTemplate<Parts> implements FileTemplate {
  readonly source: string;
  readonly root: UnitList;
  protected readonly layout: XmlLayout;
  private readonly xmlEntities: XmlEntities;
  /** The entries to write, by key. */
  private readonly entries = new Map<string, EntryToWrite>();

  constructor(
    { source, root, layout }: UnitPlaces,
    protected readonly file: FileFacts,
  ) {
    this.source = source;
    this.root = root;
    this.layout = layout;
    this.xmlEntities = XmlEntities.of(source);
  }

  holds(entry: EntryToWrite): boolean {
    const text = lastTexts(this.root).get(entry.key);
    return text instanceof UnitText && isSameUnit(text.entry, entry);
  }

  *listValues(): Generator<Value | undefined> {
    for (const text of textsOf(this.root)) if (text instanceof UnitText) yield text.entry.value;
  }

  *texts(entries: Iterable<EntryToWrite>): Generator<[key: string, parts: string]> {
    for (const entry of entries) {
      this.entries.set(entry.key, entry);
      yield [entry.key, JSON.stringify(this.partsOf(entry))];
    }
  }

  writeToken(_parts: string, { name, value, start, end }: TemplateText): string {
    const token = this.source.slice(start, end);
    const unit = this.unitAt({ start, end });
    if (!unit || value === null) return token;
    const edits = new XmlEdits(token, this.layout.newline);
    this.rewrite(unit, JSON.parse(value) as Parts, this.entryOf(name), edits);
    return edits.apply();
  }

  /** Reads a unit again. */
  protected unitAt({ start, end }: Span): XmlElement | undefined {
    const [unit] = readXmlFragment(this.source.slice(start, end), this.xmlEntities);
    return unit?.type === 'element' ? unit : undefined;
  }

  abstract listFor(key: string): UnitList;
  abstract writeElements(list: UnitList, texts: readonly NewText[]): NewElement[];

  spaceOf(list: UnitList): ListSpace {
    const { parent } = list;
    const lead = this.leadIn(list);
    const after = lead === '' ? '' : leadOf(this.source, parent.start) || this.layout.newline;
    if (!isSelfClosing(parent)) return { before: lead, between: lead, after };
    return { before: `>${lead}`, between: lead, after: `${after}</${parent.name}>` };
  }

  /** Returns the parts of an entry that an export may change. */
  protected abstract partsOf(entry: EntryToWrite): Parts;

  /** Changes a unit of the file where its parts differ from the entry. */
  protected abstract rewrite(unit: XmlElement, parts: Parts, entry: EntryToWrite, edits: XmlEdits): void;

  protected entryOf(key: string): EntryToWrite {
    return this.entries.get(key) ?? { key };
  }

  /** Returns the line end and the indentation before the elements of a list. */
  protected leadIn({ elements, parent }: UnitList): string {
    const [first] = elements;
    if (first) return leadOf(this.source, first.start);
    if (this.layout.newline === '') return '';
    return (leadOf(this.source, parent.start) || this.layout.newline) + (this.layout.step ?? this.layout.usualStep);
  }
}

/** Makes `UnitSyntax.texts` of a function that finds the elements of the texts in a unit. */
export const textsOfUnits =
  (find: (unit: XmlElement) => XmlElement[]) =>
  (source: string): ((unit: string) => Span[]) => {
    const entities = XmlEntities.of(source);
    return (unit) => readXmlFragment(unit, entities).flatMap((node) => (node.type === 'element' ? find(node) : []));
  };

/** Returns the span of an element's content. The span of an element without an end tag includes the end of its tag. */
export const contentSpan = (element: XmlElement): Span =>
  isSelfClosing(element)
    ? { start: element.contentStart - 2, end: element.end }
    : { start: element.contentStart, end: element.contentEnd };

/**
 * Adds the comments of a list to its elements. A comment on lines of its own directly above an entry or a list belongs
 * to it, and so does one at the end of its line.
 *
 * @param nodes the children of the list's element
 */
export function withComments(elements: UnitElement[], nodes: readonly XmlNode[], source: string): UnitElement[] {
  const comments = new Set<UnitElement>();
  for (const { type, start, end } of nodes) if (type === 'comment') comments.add({ start, end, isComment: true });
  if (comments.size === 0) return elements;
  const sorted = [...elements, ...comments].sort((one, other) => one.start - other.start);
  const isAtLineEnd = commentsAtLineEnds(sorted, comments, source);
  const behind: UnitElement[] = [];
  for (const element of sorted) {
    const previous = behind.at(-1);
    const isOfLine = (previous?.text ?? previous?.list) && comments.has(element) && isInLine(previous, element, source);
    if (previous && isOfLine && isAtLineEnd.has(element)) previous.end = element.end;
    else behind.push(element);
  }
  const found: UnitElement[] = [];
  for (const element of behind.reverse()) {
    const below = found.at(-1);
    if ((below?.text ?? below?.list) && comments.has(element) && isDirectlyAbove(element, below, source)) {
      below.start = element.start;
    } else found.push(element);
  }
  return found.reverse();
}

/** Whether a comment begins in the line in which an element ends. */
const isInLine = ({ end }: Span, comment: Span, source: string): boolean =>
  /^[ \t]*$/.test(source.slice(end, comment.start));

/** Returns the comments behind which their line has only further comments. */
function commentsAtLineEnds(
  sorted: readonly UnitElement[],
  comments: ReadonlySet<UnitElement>,
  source: string,
): Set<UnitElement> {
  const lineEnd = /[ \t]*(?:\r|\n|$)/y;
  const found = new Set<UnitElement>();
  let next: UnitElement | undefined;
  for (const element of sorted.toReversed()) {
    lineEnd.lastIndex = element.end;
    const isBeforeComment = next && found.has(next) && isInLine(element, next, source);
    if (comments.has(element) && (isBeforeComment || lineEnd.test(source))) found.add(element);
    next = element;
  }
  return found;
}

const isDirectlyAbove = (comment: Span, { start }: Span, source: string): boolean =>
  leadOf(source, comment.start) !== '' && /^[ \t]*(?:\r\n|\n|\r)[ \t]*$/.test(source.slice(comment.end, start));

/** Returns the context in which a template is read. */
export const contextOf = ({
  language,
  sourceLanguage,
}: Pick<FileToWrite, 'language' | 'sourceLanguage'>): ParseContext => ({
  language,
  projectLanguages: [sourceLanguage, language],
  sourceLanguage,
  warn: () => undefined,
});

/** Returns whether a unit of a file has all that the entry has. Plurals are not compared. */
const isSameUnit = (unit: ParsedEntry, entry: EntryToWrite): boolean =>
  (unit.value ?? undefined) === entry.value &&
  (unit.source ?? undefined) === entry.source &&
  (unit.description ?? '') === (entry.description ?? '') &&
  isSameMeta(unit.keyMeta, entry.keyMeta) &&
  isSameMeta(unit.meta, entry.meta);

/** Returns an entry that was read as an export has it. */
export const toWrite = (entry: ParsedEntry): EntryToWrite => ({
  ...entry,
  value: entry.value ?? undefined,
  source: entry.source ?? undefined,
});
