import { shorten } from '../../common/shorten';
import type { ParseContext, ParsedFile } from '../model/codec';
import type { ParsedEntry } from '../model/entry';
import { MalformedFileError } from '../model/format-errors';
import { type Meta, type MetaMembers, compactMeta } from '../model/meta';
import { decodeText } from '../text/text-encoding';
import type { UnitText } from '../xml/inline-text';
import type { Namespaces } from '../xml/xml-markup';
import type { Notes } from '../xml/xml-notes';
import { declaredEncoding, readXmlText } from '../xml/xml-reader';
import { type XmlElement, type XmlNode, attribute, childElements, deepText, localName } from '../xml/xml-tree';
import { DocumentLanguages } from './document-languages';
import { UnitKeys } from './unit-keys';

/** The elements that units, groups and files can be in. */
const CONTAINERS = ['xliff', 'file', 'body', 'group'];

/** The differences between the versions of XLIFF in the structure of a document. */
export interface XliffVersion {
  major: 1 | 2;
  /** The local name of a unit's element. */
  unit: 'trans-unit' | 'unit';
  /** The attribute that names a `<file>`. */
  fileName: 'original' | 'id';
  /** The attribute of a unit that names its text for programs. */
  unitName: 'resname' | 'name';
  /** The local name of the child element that holds the notes of a group. */
  groupNotes: 'note' | 'notes';
}

/** A unit and its place in the document. */
export interface XliffUnit {
  element: XmlElement;
  key: string;
  /** The elements around the unit, the root first. */
  ancestors: readonly XmlElement[];
  /** The ancestors and the unit itself. */
  scope: readonly XmlElement[];
  /** The `<file>` that the unit is in. */
  file?: XmlElement;
}

/** The content of a unit, which each version of XLIFF reads differently. */
export interface UnitContent {
  /** The target language, where it differs from the document. */
  language?: string;
  /** Null where the unit is not translated. */
  value: string | null;
  /** True where the unit has a target, even if it does not count as a translation. */
  hasTarget: boolean;
  text: UnitText;
  notes: Notes;
  /** The namespaces that stored elements and attributes of the unit use. */
  namespaces: Namespaces;
  /** Further metadata of the key. */
  keyMeta: MetaMembers;
  /** Further metadata of the translation; undefined where there is no translation. */
  meta: MetaMembers | undefined;
}

/**
 * Receives the elements in files, groups and bodies at their ends, inner ones first: units with their entries, whose
 * keys may still change until the root comes.
 */
export type DocumentObserver = (element: XmlElement, entry?: ParsedEntry) => void;

/**
 * Reads a document of either XLIFF version: it walks through files, groups and units, whose content a subclass reads.
 */
export abstract class XliffDocumentReader {
  protected readonly files: Meta[] = [];
  protected readonly languages = new DocumentLanguages();
  private readonly entries: ParsedEntry[] = [];
  private readonly keys = new UnitKeys();
  private hasTargets = false;
  private hasWarnedOfGroups = false;

  constructor(
    private readonly version: XliffVersion,
    private readonly context: ParseContext,
    private readonly observe: DocumentObserver = () => undefined,
  ) {}

  read(bytes: Uint8Array): ParsedFile {
    return this.readText(decodeText(bytes, declaredEncoding));
  }

  /** @param text the decoded file */
  readText(text: string): ParsedFile {
    const { root } = readXmlText(text, (element, ancestors) => this.visit(element, ancestors));
    this.assertVersion(root);
    const meta = this.readDocument(root);
    this.keys.qualifyShared(this.entries);
    this.observe(root);
    return { ...this.languages.toParsedFile(this.entries, this.hasTargets, this.context), ...(meta && { meta }) };
  }

  /** Whether the document has only the texts of its source language, as sources. */
  get isSourceFile(): boolean {
    return this.languages.isSourceFile(this.hasTargets);
  }

  /** @returns the metadata of the document */
  protected abstract readDocument(root: XmlElement): Meta | undefined;

  /**
   * @param scope the elements around the file, the root first, and the file itself
   * @returns the metadata of the file
   */
  protected abstract readFile(file: XmlElement, scope: readonly XmlElement[]): Meta;

  protected abstract readUnit(unit: XliffUnit): UnitContent;

  /** Returns the key that a unit's id stands for. */
  protected decodeId(id: string): string {
    return id;
  }

  /** Reads an element that only one version has. Returns true for an element that need not be kept in memory. */
  protected readOther(_element: XmlElement): boolean {
    return false;
  }

  protected warn(code: string, detail: string, { line }: XmlElement, key?: string): void {
    this.context.warn({ code, detail, key, line });
  }

  private visit(element: XmlElement, ancestors: readonly XmlElement[]): boolean {
    const parent = ancestors.at(-1);
    if (!parent || !CONTAINERS.includes(localName(parent))) return false;
    switch (localName(element)) {
      case this.version.unit:
        this.addUnit(element, ancestors);
        return true;
      case 'group':
        this.warnOfGroupNotes(element);
        this.observe(element);
        return true;
      case 'file':
        this.files.push(this.readFile(element, [...ancestors, element]));
        this.observe(element);
        return true;
      default:
        this.observe(element);
        return this.readOther(element);
    }
  }

  private addUnit(element: XmlElement, ancestors: readonly XmlElement[]): void {
    const { line, column } = element;
    const id = attribute(element, 'id');
    if (id === undefined) throw new MalformedFileError(`a ${this.version.unit} has no id`, { line, column });
    const key = this.decodeId(id);
    const file = ancestors.findLast((ancestor) => localName(ancestor) === 'file');
    const fileName = (file && attribute(file, this.version.fileName)) ?? '';
    this.keys.add(key, fileName);
    this.warnOfGroups(element, ancestors);
    const unit = this.readUnit({ element, key, ancestors, scope: [...ancestors, element], file });
    this.hasTargets ||= unit.hasTarget;
    const { language, value, text, notes } = unit;
    const namespaces = [...unit.namespaces];
    const entry: ParsedEntry = {
      key,
      language,
      value,
      source: text.source,
      ...(text.source !== undefined &&
        attribute(element, this.version.unitName) === text.source && { namedBySource: true }),
      description: notes.description,
      keyMeta: compactMeta({ file: fileName }, unit.keyMeta, {
        namespaces,
        markup: text.keyMarkup || undefined,
        notes: notes.keyNotes,
      }),
      meta: unit.meta && compactMeta(unit.meta, { markup: text.targetMarkup, notes: notes.targetNotes }),
      line,
    };
    this.entries.push(entry);
    this.observe(element, entry);
  }

  private warnOfGroups(unit: XmlElement, ancestors: readonly XmlElement[]): void {
    if (this.hasWarnedOfGroups || !ancestors.some((element) => localName(element) === 'group')) return;
    this.hasWarnedOfGroups = true;
    this.warn('group_dropped', 'groups are not kept: their units are written directly into the file', unit);
  }

  private warnOfGroupNotes(group: XmlElement): void {
    for (const note of childElements(group, this.version.groupNotes)) {
      this.warn('comment_dropped', `the note of a group belongs to no key: ${shorten(deepText(note), 80)}`, group);
    }
  }

  private assertVersion(root: XmlElement): void {
    const { major } = this.version;
    const version = attribute(root, 'version');
    const isXliff = localName(root) === 'xliff';
    if (isXliff && version?.startsWith(`${major}.`)) return;
    const missing = isXliff ? ' without a version' : '';
    const actual = isXliff && version ? `XLIFF ${version}` : `<${root.name}>${missing}`;
    const { line, column } = root;
    throw new MalformedFileError(`not an XLIFF ${major} file but ${actual}`, { line, column });
  }
}

/**
 * Returns a copy of an element without its name, for collecting the namespaces that it uses. The writer writes the
 * element under a name of its own, so that only the prefixes of its attributes and children are needed.
 */
export const withoutName = (element: XmlElement, children: readonly XmlNode[]): XmlElement => ({
  ...element,
  name: '',
  children,
});
