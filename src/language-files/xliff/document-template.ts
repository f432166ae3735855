import { canonicalLanguage } from '../../common/language-tag';
import type { FileFacts, FormatCodec, TemplateContext } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { type Meta, metaText } from '../model/meta';
import type { NewElement, NewText, Renaming, Replacement } from '../template/file-template';
import { getText, isTargetMarked, needsPreserve, writeMarkup } from '../xml/inline-text';
import { type UnitList, type UnitPlaces, UnitTemplate, UnitText, contextOf, toWrite } from '../xml/unit-template';
import { type XmlEdits, withLineEnds } from '../xml/xml-edits';
import { XmlLayout } from '../xml/xml-layout';
import { type Namespaces, declaredNamespaces, metaNamespaces } from '../xml/xml-markup';
import { findDescription, isOfTarget } from '../xml/xml-notes';
import { replaceAttribute } from '../xml/xml-template';
import { type XmlElement, attribute, childElements, deepText, isSelfClosing, localName } from '../xml/xml-tree';
import { attributes, escapeText } from '../xml/xml-writer';
import type { DocumentLists } from './document-lists';
import { type DocumentParts, storedFiles } from './document-writer';
import type { UnitHabits } from './unit-habits';
import { WrittenKeys, unitId } from './unit-keys';

/** The parts of a unit that an export may change. */
export interface UnitParts {
  source: InlineText;
  /** Undefined where the unit is not translated. */
  target?: { text: InlineText };
  description?: string;
}

/** A text, and whether it is XML with inline elements. */
export interface InlineText {
  text: string;
  isMarkup: boolean;
}

/** A unit of a document, with its parts there and in the project. */
export interface UnitChange<Parts> {
  unit: XmlElement;
  old: Parts;
  wanted: Parts;
  entry: EntryToWrite;
  edits: XmlEdits;
  namespaces: Namespaces;
}

/** The differences between the versions of XLIFF. */
export interface DocumentSyntax {
  parse: FormatCodec['parse'];
  parts: DocumentParts;
  /** The names of inline elements. */
  vocabulary: ReadonlySet<string>;
  /** The attribute of the language that the document is translated into. */
  targetLanguage: string;
  escape: (text: string, key: string) => string;
  /** Returns the id of a unit; undefined for a key that is no id. */
  encodeId: (key: string) => string | undefined;
}

/** The content of a document. */
export interface DocumentPlaces<Parts> extends UnitPlaces {
  lists: DocumentLists;
  habits: UnitHabits;
  /** Its units have places for the texts of its language beside the sources. */
  hasTargets: boolean;
  /** Returns an entry as the document has it. */
  toWrite(entry: EntryToWrite): EntryToWrite;
  partsOf(entry: EntryToWrite): Parts;
}

/**
 * Finishes the lists of a document that was read.
 *
 * @param isSourceFile the document has only the texts of the source language, as sources
 */
export function documentPlaces<Parts>(
  source: string,
  { lists, habits }: Pick<DocumentPlaces<Parts>, 'lists' | 'habits'>,
  { language, sourceLanguage, isSourceFile, template }: TemplateContext & { isSourceFile: boolean },
  unitParts: (entry: EntryToWrite) => Parts,
): DocumentPlaces<Parts> {
  const isOfSource = language === sourceLanguage;
  // The source language has no targets in a document that has only its texts.
  const hasTargets = !isSourceFile || !isOfSource;
  // A source without a target is the text of the source language, and needs no target until the text changes.
  const untranslated = isOfSource && !template.isForeign ? lists.units.filter(({ entry }) => !entry.value) : [];
  const sources = new Map(untranslated.map(({ entry }) => [entry.key, entry.source]));
  const isSource = ({ key, value }: EntryToWrite): boolean => value !== undefined && sources.get(key) === value;
  const withoutTarget = (entry: EntryToWrite): EntryToWrite =>
    hasTargets && !isSource(entry)
      ? entry
      : { ...entry, source: entry.source ?? entry.value, value: undefined, meta: undefined };
  const partsOf = (entry: EntryToWrite): Parts => unitParts(withoutTarget(entry));
  lists.partsOf = (entry) => partsOf(toWrite(entry));
  const layout = new XmlLayout(source, lists.units[0]);
  return { source, root: lists.root(), layout, lists, habits, hasTargets, toWrite: withoutTarget, partsOf };
}

/** A document of either version of XLIFF. */
export abstract class DocumentTemplate<Parts extends UnitParts> extends UnitTemplate<Parts> {
  /** The prefix of the document's elements, with its colon. */
  private readonly prefix: string;
  private cachedSources: ReadonlyMap<string, string> | undefined;

  private readonly lists: DocumentLists;

  constructor(
    protected readonly places: DocumentPlaces<Parts>,
    file: FileFacts,
    private readonly syntax: DocumentSyntax,
  ) {
    super(places, file);
    this.lists = places.lists;
    this.prefix = prefixOf(this.root.parent);
  }

  /** An entry whose key names its file is not held, because `WrittenKeys` needs all of them. */
  override holds(entry: EntryToWrite): boolean {
    return unitId(entry.key, entry.keyMeta) === entry.key && super.holds(entry);
  }

  override *texts(entries: Iterable<EntryToWrite>): Generator<[key: string, parts: string]> {
    const all = [...entries];
    const keys = new WrittenKeys();
    for (const entry of all) keys.add(entry);
    keys.warn(this.file);
    yield* super.texts(all);
  }

  /** A name or a source that is the id of the unit changes with it. */
  rename({ element: { text }, from, to }: Renaming): Replacement[] | undefined {
    if (!(text instanceof UnitText) || text.entry.keyMeta?.qualified === true) return undefined;
    const id = this.syntax.encodeId(to);
    const unit = this.unitAt(text);
    if (id === undefined || !unit) return undefined;
    const { start } = text;
    const { nameAttribute } = this.places.habits;
    const isNamed = attribute(unit, nameAttribute) === from;
    const source = onlySource(unit);
    const isName = source && deepText(source) === from && this.isName(unit, from, from);
    const content = isName ? this.layout.content(to, this.syntax.escape(to, to), source, to) : '';
    return [
      ...replaceAttribute(unit, 'id', id, start),
      ...(isNamed ? replaceAttribute(unit, nameAttribute, to, start) : []),
      ...(isName ? [{ start: start + source.contentStart, end: start + source.contentEnd, token: content }] : []),
    ];
  }

  listFor(key: string): UnitList {
    const { byFile } = this.lists;
    const file = metaText(this.entryOf(key).keyMeta?.file);
    if (file !== undefined) return byFile.get(file) ?? this.root;
    return [...byFile.values()][0] ?? this.root;
  }

  writeElements(list: UnitList, texts: readonly NewText[]): NewElement[] {
    const entries = texts.map(({ name }) => this.asNew(this.places.toWrite(this.entryOf(name))));
    if (list === this.root) return Array.from(byFile(entries), ([name, inFile]) => this.writeFile(name, inFile));
    const lead = this.leadIn(list);
    return entries.map((entry) => this.newElement(this.writeUnit(entry, lead, this.lists.namespaces), [entry]));
  }

  protected partsOf(entry: EntryToWrite): Parts {
    return this.places.partsOf(entry);
  }

  protected rewrite(unit: XmlElement, old: Parts, entry: EntryToWrite, edits: XmlEdits): void {
    const wanted = this.partsOf(entry);
    if (wanted.source.text !== old.source.text && this.keepsSource(unit, old, wanted, entry.key)) {
      wanted.source = old.source;
    }
    // A text that stays is what it is in the file.
    if (wanted.target && wanted.target.text.text === old.target?.text.text) wanted.target.text = old.target.text;
    const namespaces = new Map([...this.lists.namespaces, ...declaredNamespaces(unit)]);
    const change = { unit, old, wanted, entry, edits, namespaces };
    this.rewriteTexts(change);
    if (old.description !== wanted.description) this.rewriteDescription(change);
    const isSpaceNew = needsSpace(wanted) && !needsSpace(old);
    if (isSpaceNew) edits.setAttribute(unit, 'xml:space', 'preserve', entry.key);
  }

  /** Changes source and target of a unit where they differ. */
  protected abstract rewriteTexts(change: UnitChange<Parts>): void;

  /** Changes the note that holds the description. */
  protected abstract rewriteDescription(change: UnitChange<Parts>): void;

  /**
   * Writes the description into the note that holds it. Returns false for a unit without one.
   *
   * @param about the attribute that names the subject of a note
   */
  protected rewriteNote(notes: readonly XmlElement[], about: string, change: UnitChange<Parts>): boolean {
    const ofKey = notes.filter((note) => !isOfTarget(note, about));
    const note = findDescription(ofKey) ?? ofKey.find((each) => deepText(each) === '');
    const { wanted, entry, edits } = change;
    if (!note) return false;
    const { description: text } = wanted;
    if (text === undefined) edits.remove(note);
    else edits.setContent(note, this.layout.content(text, escapeText(text, entry.key), note, entry.key));
    return true;
  }

  protected newNote(unit: XmlElement, description: string, key: string): string {
    const name = `${prefixOf(unit)}note`;
    return `<${name}>${this.layout.content(description, escapeText(description, key), undefined, key)}</${name}>`;
  }

  /** Returns a new `<target>`. @param source beside it */
  protected newTarget(source: XmlElement, pairs: [string, string][], content: string, key: string): string {
    const name = `${prefixOf(source)}target`;
    const hasLanguage = attribute(source, 'xml:lang') !== undefined;
    const all = attributes([['xml:lang', hasLanguage ? this.targetLanguage() : undefined], ...pairs], key);
    return content === '' ? `<${name}${all}/>` : `<${name}${all}>${content}</${name}>`;
  }

  /** Returns a text as element content. @param old the element whose content it replaces */
  protected inlineXml({ text, isMarkup: isMarked }: InlineText, change: UnitChange<Parts>, old?: XmlElement): string {
    const { key } = change.entry;
    const { escape, vocabulary } = this.syntax;
    const warn: FileFacts['warn'] = (warning) => this.file.warn(warning);
    const syntax = { key, vocabulary, namespaces: change.namespaces, warn };
    const xml = isMarked ? writeMarkup(text, syntax) : undefined;
    return xml ?? this.layout.content(text, escape(text, key), old, key);
  }

  /** Returns the metadata of a unit that the document lacks: what it tells about its state is what the others tell. */
  protected abstract metaOfNew(entry: EntryToWrite): Meta | undefined;

  private asNew(entry: EntryToWrite): EntryToWrite {
    const { habits, hasTargets } = this.places;
    return { ...habits.asNew(entry, hasTargets), meta: this.metaOfNew(entry) };
  }

  /**
   * Whether a source stays: a name, or in a file of another language one that differs only in white space and
   * explanations.
   */
  private keepsSource(unit: XmlElement, { source }: Parts, wanted: Parts, key: string): boolean {
    const isTarget = this.file.language !== this.file.sourceLanguage;
    const isEquivalent = isTarget && plainSource(source.text) === plainSource(wanted.source.text);
    return isEquivalent || this.isName(unit, key, source.text);
  }

  /** Whether a source names its text. */
  private isName(unit: XmlElement, key: string, source: string): boolean {
    const { habits, hasTargets } = this.places;
    return this.fixedSources.get(key) === source || (hasTargets && habits.isName(unit, key, source));
  }

  /**
   * The sources, by key, that are not the texts of the source language, because the file of that language has others as
   * targets. They name the texts, in Symfony for instance, and stay.
   */
  private get fixedSources(): ReadonlyMap<string, string> {
    this.cachedSources ??= this.readFixedSources();
    return this.cachedSources;
  }

  private readFixedSources(): Map<string, string> {
    const { language, sourceLanguage, template } = this.file;
    const bytes = language === sourceLanguage || template?.isForeign ? template?.bytes : template?.source;
    const found = new Map<string, string>();
    if (!bytes) return found;
    const { language: named, entries } = this.syntax.parse(bytes, contextOf(this.file));
    if (canonicalLanguage(named ?? sourceLanguage) !== sourceLanguage) return found;
    for (const { key, source, value } of entries) {
      if (value && typeof source === 'string' && source !== value) found.set(key, source);
    }
    return found;
  }

  private targetLanguage(): string {
    const elements = [this.root, ...this.root.elements.flatMap(({ list }) => list ?? [])];
    const named = elements.flatMap(({ parent }) => attribute(parent, this.syntax.targetLanguage) ?? []);
    return named[0] ?? this.file.language;
  }

  private writeUnit(entry: EntryToWrite, lead: string, namespaces: Namespaces): string {
    const { unit, writeUnit } = this.syntax.parts;
    return this.layout.write(lead, writeUnit(entry, namespaces), `</${unit.name}>`);
  }

  /** Writes a `<file>` that the document lacks. */
  private writeFile(name: string, entries: readonly EntryToWrite[]): NewElement {
    const { parts } = this.syntax;
    const stored = storedFiles(this.file, parts).get(name);
    const namespaces = metaNamespaces(stored?.namespaces);
    const lead = this.leadIn(this.root);
    const linesOf = (xml: string): string[] =>
      xml
        .trimEnd()
        .split('\n')
        .map((line) => lead + this.layout.indent(line.slice(2)));
    const unitLead = lead && lead + this.layout.indent(parts.unit.indent.slice(2));
    const units = entries.map((entry) => unitLead + this.writeUnit(entry, unitLead, namespaces));
    const xml = [...linesOf(parts.openFile(name, stored)), ...units, ...linesOf(parts.closeFile)].join('');
    return this.newElement(xml.trimStart(), entries);
  }

  private newElement(xml: string, entries: readonly EntryToWrite[]): NewElement {
    const source = withLineEnds(this.withNamespace(xml), this.layout.newline);
    return { source, names: entries.map(({ key }) => key) };
  }

  /** Declares the namespace of XLIFF in a start tag, if the elements of the document have a prefix. */
  private withNamespace(xml: string): string {
    const uri = this.lists.namespaces.get(this.prefix.slice(0, -1));
    return uri === undefined ? xml : xml.replace(/^<[^ >]+/, `$& xmlns="${uri}"`);
  }
}

function byFile(entries: readonly EntryToWrite[]): Map<string, EntryToWrite[]> {
  const found = new Map<string, EntryToWrite[]>();
  for (const entry of entries) {
    const name = metaText(entry.keyMeta?.file) ?? '';
    const others = found.get(name);
    if (others) others.push(entry);
    else found.set(name, [entry]);
  }
  return found;
}

/** Returns the prefix of an element's name with its colon; empty without one. */
export const prefixOf = ({ name }: XmlElement): string => name.slice(0, name.indexOf(':') + 1);

export const sourceText = (entry: EntryToWrite): InlineText =>
  inlineText(getText(entry, 'source') ?? '', entry.keyMeta?.markup === true);

/** Returns undefined for an empty text, too, which imports skip. */
export function targetText(entry: EntryToWrite): InlineText | undefined {
  const text = getText(entry, 'value');
  return text ? inlineText(text, isTargetMarked(entry)) : undefined;
}

const inlineText = (text: string, isMarked: boolean): InlineText => ({
  text,
  isMarkup: isMarked && text.includes('<'),
});

/** Returns a target that an edit changed. It stays XML, which its metadata said before. */
export const editedTarget = (text: InlineText, old: InlineText | undefined): InlineText =>
  old?.isMarkup ? inlineText(text.text, true) : text;

/**
 * Returns a source without what a file may have of its own: white space, and the attributes that explain inline
 * elements to people.
 */
const plainSource = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/ (?:equiv-text|disp(?:Start|End)?)="[^"]*"/g, '');

/** Returns the only source of a unit, or of its only segment. */
function onlySource(unit: XmlElement): XmlElement | undefined {
  const [source, ...others] = childElements(unit).flatMap((child) => {
    if (localName(child) === 'source') return child;
    return localName(child) === 'segment' ? childElements(child, 'source') : [];
  });
  return source && others.length === 0 && !isSelfClosing(source) ? source : undefined;
}

/** Compares parts of units. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const needsSpace = ({ source, target }: UnitParts): boolean =>
  needsPreserve(source.text) || needsPreserve(target?.text.text ?? '');

/** Returns a language tag with an underscore if the languages that a document names have one. */
export const spelledLike = (named: readonly string[], language: string): string =>
  named.some((tag) => tag.includes('_')) ? language.replaceAll('-', '_') : language;
