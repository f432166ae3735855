import { usualNewline } from '../text/usual-newline';
import { canonicalLanguage } from '../../common/language-tag';
import type { FileFacts, FileToWrite, TemplateContext, TemplateSupport } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import {
  type FileTemplate,
  type ListSpace,
  type NewElement,
  type NewText,
  type Renaming,
  type Replacement,
  type TemplateElement,
  type TemplateList,
  TemplateMisfitError,
  type TemplateText,
} from '../template/file-template';
import { groupOf } from '../template/group-of';
import { groupComments } from '../xml/xml-comments';
import { readXmlFragment, xmlEncoding } from '../xml/xml-reader';
import {
  addAttributes,
  ElementList,
  type ElementOutline,
  ElementReader,
  indentAt,
  listIn,
  outlineOf,
  replaceAttribute,
  respell,
  spaceIn,
  tagsOf,
  withLineEnds,
  writeTextElement,
} from '../xml/xml-template';
import { childElement, childElements, deepText, type XmlElement, type XmlNode } from '../xml/xml-tree';
import { escapeText } from '../xml/xml-writer';
import { type TmxHandler, type TmxUnit, type Variant, visitTmx } from './tmx-reader';
import { segmentXml, textsByLanguage, type TmxLayout, writeUnit, writeVariant } from './tmx-writer';

/** The list of the body or of a unit. */
interface TmxList extends TemplateList {
  element: ElementOutline;
}

/** The `<seg>` of a variant, the `<note>` with the description, or the start tag of a unit without an id. */
interface TmxText extends TemplateText {
  kind: 'segment' | 'note' | 'tag';
  key: string;
  /** That of a segment, canonical. */
  language?: string;
}

/** A unit that the file has. */
interface KnownUnit {
  list: TmxList;
  /** The name of the text that names a unit without an id. */
  namedBy?: string;
  /** Further texts of the key follow. */
  isRepeated?: boolean;
}

const canonical = (language: string): string => canonicalLanguage(language) ?? language;
const segmentName = (key: string, language: string): string => `${key}\0${canonical(language)}`;
const noteName = (key: string): string => `${key}\0\0note`;
const tagName = (key: string): string => `${key}\0\0tag`;

export const tmxTemplate: TemplateSupport<TmxPlaces, TmxTemplate> = {
  ...xmlEncoding,
  read: (source, context) => {
    const places = new TmxPlaces(source, context);
    visitTmx(source, { ...context, projectLanguages: [], warn: () => undefined }, places);
    return places;
  },
  open: (places, file) => new TmxTemplate(places, file),
  texts: tmxTexts,
};

/** Yields the segments as XML, the descriptions, and the ids of units that their texts do not name any more. */
function* tmxTexts(file: FileToWrite, template: TmxTemplate): Generator<readonly [string, string, string?]> {
  for (const entry of file.entries) {
    const { key, description } = entry;
    const unit = template.places.units.get(key);
    if (!unit) template.newEntries.set(key, entry);
    const texts = new Map<string, string>();
    let name: string | undefined;
    const hasTexts = file.languages.some((language) => entry.values?.has(language));
    for (const [language, text] of hasTexts || !unit ? textsByLanguage(entry, file) : []) {
      texts.set(
        segmentName(key, language),
        segmentXml(entry, language, text, (warning) => file.warn(warning)),
      );
      if (segmentName(key, language) === unit?.namedBy) name = text;
    }
    for (const [segment, xml] of texts) {
      yield [segment, xml, key];
      for (const repeated of template.places.repeated.get(segment) ?? []) yield [repeated.name, repeated.value ?? ''];
    }
    if (!unit) continue;
    if (description) yield [noteName(key), description];
    if (unit.namedBy !== undefined) yield [tagName(key), name === key ? '' : key];
  }
}

/** The content of a translation memory. */
class TmxPlaces implements TmxHandler {
  /** The first unit of each key: an import reads it. */
  readonly units = new Map<string, KnownUnit>();
  /** The texts of further units, by the name of the first one. */
  readonly repeated = new Map<string, TmxText[]>();
  /**
   * The names of the texts that count: the first segment of a key and a language, and its first note that is not empty.
   */
  private readonly names = new Set<string>();
  /** The languages of the segments as the file writes them, by their canonical tags. */
  private readonly spelling = new Map<string, string>();
  private readonly elements: TemplateElement[] = [];
  private readonly children = new ElementList(this.elements);
  private body: TmxList | undefined;
  private firstUnit: XmlElement | undefined;

  constructor(
    readonly source: string,
    private readonly context: TemplateContext,
  ) {}

  /** @throws TemplateMisfitError for a file without a body */
  get root(): TmxList {
    if (!this.body) throw new TemplateMisfitError('the file has no body');
    return this.body;
  }

  unit(element: XmlElement, preceding: readonly XmlNode[], unit: TmxUnit | undefined): void {
    const groups = groupComments(preceding);
    this.children.addComments(groups);
    const list = unit && this.readUnit(element, unit);
    if (list) this.firstUnit ??= element;
    this.children.add({ start: groups.own[0]?.start ?? element.start, end: element.end, list });
  }

  end(body: XmlElement, nodes: readonly XmlNode[]): void {
    const { trailing, apart, own } = groupComments(nodes);
    this.children.addComments({ trailing, apart: [...apart, ...own] });
    this.body = { ...listIn(body), elements: this.elements, element: outlineOf(body) };
  }

  get layout(): TmxLayout {
    const { spelling } = this;
    const first = this.firstUnit ?? this.elements[0];
    const indent = first ? indentAt(this.source, first.start) : '    ';
    if (indent === undefined) return { newline: '', indent: '', inner: '', spelling };
    const variant = this.firstUnit && childElement(this.firstUnit, 'tuv');
    const segment = variant && childElement(variant, 'seg');
    const inner = (variant && indentAt(this.source, variant.start)) ?? `${indent}  `;
    return {
      newline: usualNewline(this.source),
      indent,
      inner,
      segment: segment && indentAt(this.source, segment.start),
      spelling,
    };
  }

  /** Returns the list of a unit. */
  private readUnit(element: XmlElement, { key, isNamed, source, variants, note }: TmxUnit): TmxList {
    const isFirst = !this.units.has(key);
    const { languages } = this.context;
    const rankOf = (name: string): number => {
      const [, language = '', part] = name.split('\0');
      return part === 'tag'
        ? -1
        : part === 'note'
          ? 0
          : 1 + languages.findIndex((other) => canonicalLanguage(other) === language || other === language);
    };
    const { start, end, elements } = listIn(element);
    const list: TmxList = { start, end, elements, element: outlineOf(element), rankOf };
    if (!isNamed && isFirst) {
      list.start = element.start;
      const tag = { start: element.start, end: element.contentStart };
      const text: TmxText = { ...tag, kind: 'tag', key, name: tagName(key), value: '' };
      elements.push({ ...tag, isNote: true, text });
    }
    const byElement = new Map(variants.map((variant) => [variant.element, variant]));
    for (const child of childElements(element)) {
      const { start, end } = child;
      const variant = byElement.get(child);
      if (variant) list.elements.push({ start, end, text: this.readSegment(key, variant) });
      else if (child === note && !this.names.has(noteName(key)) && deepText(child) !== '') {
        this.names.add(noteName(key));
        const text: TmxText = { kind: 'note', start, end, key, name: noteName(key), value: deepText(child) };
        list.elements.push({ start, end, isNote: true, text });
      } else list.elements.push({ start, end, isNote: true });
    }
    const namedBy = source && segmentName(key, source.language);
    const known = this.units.get(key);
    if (known) known.isRepeated = true;
    else this.units.set(key, { list, namedBy: isNamed ? undefined : namedBy });
    return list;
  }

  private readSegment(key: string, { element, language, content }: Variant): TmxText {
    const { start, end } = childElement(element, 'seg') ?? element;
    const value = content.markup ? content.text : escapeText(content.text, key);
    const name = segmentName(key, language);
    if (!this.spelling.has(canonical(language))) this.spelling.set(canonical(language), language);
    const text: TmxText = { kind: 'segment', start, end, name, key, language: canonical(language), value };
    if (!this.names.has(name)) {
      this.names.add(name);
      return text;
    }
    const others = groupOf(this.repeated, name);
    text.name = `${name}\0${others.length}`;
    others.push(text);
    return text;
  }
}

/** A translation memory whose segments can be replaced in their places. */
class TmxTemplate implements FileTemplate {
  readonly source: string;
  readonly root: TmxList;
  readonly newEntries = new Map<string, EntryToWrite>();
  private readonly elements: ElementReader;

  constructor(
    readonly places: TmxPlaces,
    private readonly file: FileFacts,
  ) {
    this.source = places.source;
    this.elements = new ElementReader(places.source);
    this.root = places.root;
  }

  holds(entry: EntryToWrite): boolean {
    const { key, values, description } = entry;
    const unit = this.places.units.get(key);
    if (!unit || unit.isRepeated || unit.namedBy !== undefined || !values) return false;
    const texts = unit.list.elements.flatMap(({ text }) => (text ? (text as TmxText) : []));
    const segments = texts.filter(({ kind }) => kind === 'segment');
    const note = texts.find(({ kind }) => kind === 'note');
    const wanted = textsByLanguage(entry, this.file);
    if ((note?.value ?? '') !== (description ?? '') || segments.length !== wanted.size) return false;
    for (const [language, text] of wanted) {
      const segment = segments.find((other) => other.language === canonical(language));
      if (segment?.value !== segmentXml(entry, language, text, () => undefined)) return false;
    }
    return true;
  }

  rename({ element: { list }, to }: Renaming): Replacement[] | undefined {
    const { start = 0, end = 0 } = (list as TmxList | undefined)?.element ?? {};
    if (!list) return undefined;
    const unit = this.elements.at({ start, end });
    const replacements = replaceAttribute(unit, 'tuid', to, start);
    if (replacements.length > 0) return replacements;
    const behindName = start + 1 + unit.name.length;
    return [{ start: behindName, end: behindName, token: addAttributes('', [['tuid', to]]) }];
  }

  listFor(name: string): TmxList {
    return this.places.units.get(name.split('\0')[0] ?? '')?.list ?? this.root;
  }

  writeToken(value: string, replaced: TmxText): string {
    const { kind, start, end, name } = replaced;
    if (kind === 'tag') {
      const head = this.source.slice(start, end - '>'.length);
      return `${addAttributes(head, value === '' ? [] : [['tuid', value]])}>`;
    }
    const element = this.elements.at(replaced);
    if (kind === 'note') return writeTextElement(element, value, name, this.source);
    if (!value.includes('<')) return writeTextElement(element, plainText(value), name, this.source);
    const { head, tail } = tagsOf(element);
    const old = element.file.slice(element.contentStart, element.contentEnd);
    return `${head}>${withLineEnds(respell(value, old), this.source)}${tail}`;
  }

  writeElements(list: TmxList, texts: readonly NewText[]): NewElement[] {
    const { layout } = this.places;
    if (list !== this.root) return texts.map((text) => this.writePart(text, layout));
    const keys = new Map<string, string[]>();
    for (const { name } of texts) {
      const [key = ''] = name.split('\0');
      groupOf(keys, key).push(name);
    }
    return Array.from(keys, ([key, names]) => {
      const entry = this.newEntries.get(key);
      // The warnings were produced with the texts.
      const written = entry ? writeUnit(entry, { ...this.file, warn: () => undefined }, layout) : '';
      const source = written.slice(layout.indent.length, written.length - layout.newline.length);
      return { source, names };
    });
  }

  spaceOf({ element, elements: [first] }: TmxList): ListSpace {
    const { newline, indent, inner } = this.places.layout;
    const isOneLine = first !== undefined && indentAt(this.source, first.start) === undefined;
    if (isOneLine) return spaceIn(element, '', '', '');
    if (element !== this.root.element) return spaceIn(element, inner, indent, newline);
    return spaceIn(element, indent, indentAt(this.source, element.start) ?? '', newline);
  }

  /** Writes a variant or a note of a unit. */
  private writePart({ name, value }: NewText, layout: TmxLayout): NewElement {
    const [key = '', language = ''] = name.split('\0');
    const source =
      language === '' ? `<note>${escapeText(value, key)}</note>` : writeVariant({ key, language, xml: value }, layout);
    return { source: withLineEnds(source, this.source), names: [name], isNote: language === '' };
  }
}

/** Returns the text of XML without tags. */
const plainText = (xml: string): string =>
  readXmlFragment(xml).reduce((text, node) => text + (node.type === 'text' ? node.text : ''), '');
