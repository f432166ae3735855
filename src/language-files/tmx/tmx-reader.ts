import type { ParseContext, ParsedFile } from '../model/codec';
import type { ParsedEntry } from '../model/entry';
import { MalformedFileError } from '../model/format-errors';
import { type Meta, compactMeta } from '../model/meta';
import { decodeText } from '../text/text-encoding';
import { markupToStore, readInline } from '../xml/inline-text';
import { type Content, keptAttributes } from '../xml/xml-markup';
import { type Notes, readNotes } from '../xml/xml-notes';
import { declaredEncoding, readXmlText } from '../xml/xml-reader';
import {
  type XmlElement,
  type XmlNode,
  attribute,
  childElement,
  childElements,
  deepText,
  innerXml,
  localName,
  outerXml,
} from '../xml/xml-tree';

/** The inline elements of a `<seg>` (TMX 1.4b, "Content markup"). */
export const TMX_INLINE: ReadonlySet<string> = new Set('bpt ept ph it hi ut sub'.split(' '));

/** The text of a translation unit in one language: a `<tuv>`. */
export interface Variant {
  element: XmlElement;
  language: string;
  content: Content;
}

/** A translation unit. */
export interface TmxUnit {
  key: string;
  /** The unit has an id. Otherwise its source text is its key. */
  isNamed: boolean;
  source: Variant | undefined;
  variants: readonly Variant[];
  /** The note that is the description. */
  note: XmlElement | undefined;
}

/** Receives the units of a file while it is read. */
export interface TmxHandler {
  /**
   * @param preceding the nodes between the previous unit and this one
   * @param unit undefined for one that is not imported
   */
  unit(element: XmlElement, preceding: readonly XmlNode[], unit: TmxUnit | undefined): void;
  /** @param nodes those after the last unit */
  end(body: XmlElement, nodes: readonly XmlNode[]): void;
}

/** Reads TMX 1.4b (LISA OSCAR, 2005) and earlier versions. */
export const readTmx = (bytes: Uint8Array, context: ParseContext): ParsedFile =>
  visitTmx(decodeText(bytes, declaredEncoding), context);

/** Reads a decoded file as `readTmx` does. */
export function visitTmx(text: string, context: ParseContext, handler?: TmxHandler): ParsedFile {
  const reader = new TmxReader(context, handler);
  const { root } = readXmlText(text, (element, ancestors) => reader.visit(element, ancestors));
  return reader.finish(root);
}

class TmxReader {
  private readonly entries: ParsedEntry[] = [];
  /** The number of the body's children that were handled. */
  private handledChildren = 0;

  constructor(
    private readonly context: ParseContext,
    private readonly handler: TmxHandler | undefined,
  ) {}

  visit(element: XmlElement, ancestors: readonly XmlElement[]): boolean {
    const parent = ancestors.at(-1);
    if (localName(element) !== 'tu' || !parent || localName(parent) !== 'body') return false;
    const preceding = parent.children.slice(this.handledChildren, -1);
    this.handledChildren = parent.children.length - 1;
    const unit = this.readUnit(element, ancestors);
    this.handler?.unit(element, preceding, unit);
    return true;
  }

  finish(root: XmlElement): ParsedFile {
    if (localName(root) !== 'tmx') {
      throw new MalformedFileError(`not a TMX file but <${root.name}>`, { line: root.line, column: root.column });
    }
    const body = childElement(root, 'body');
    if (body) this.handler?.end(body, body.children.slice(this.handledChildren));
    const header = childElement(root, 'header');
    if (!header) return { entries: this.entries };
    const content = innerXml(header).trim();
    const meta: Meta = { attributes: keptAttributes(header, ['srclang']), ...(content && { header: content }) };
    return { sourceLanguage: readSourceLanguage(header), entries: this.entries, meta };
  }

  /** Returns undefined for a unit that is not imported. */
  private readUnit(unit: XmlElement, ancestors: readonly XmlElement[]): TmxUnit | undefined {
    const id = attribute(unit, 'tuid');
    const variants = childElements(unit, 'tuv').flatMap((element) => this.readVariant(element, id));
    const source = this.findSource(unit, variants, ancestors);
    const key = id ?? source?.content.text;
    if (key === undefined || variants.length === 0) {
      this.warn('entry_dropped', 'a translation unit without texts is not imported', unit, key);
      return undefined;
    }
    const noteElements = childElements(unit, 'note');
    const notes = readNotes(noteElements, '');
    const markup = variants.some(({ content }) => content.markup);
    const keyMeta = unitMeta(unit, notes, markup);
    for (const { element, language, content } of variants) {
      this.entries.push({
        key,
        language,
        value: content.text,
        description: notes.description,
        keyMeta,
        meta: variantMeta(element, content, markup),
        line: element.line,
      });
    }
    const note = noteElements.find((element) => deepText(element) !== '');
    return { key, isNamed: id !== undefined, source, variants, note };
  }

  /** @returns one variant, or none for a `<tuv>` without a text */
  private readVariant(element: XmlElement, id: string | undefined): Variant[] {
    const language = attribute(element, 'xml:lang') ?? attribute(element, 'lang');
    if (!language) {
      throw new MalformedFileError('a tuv has no language', { line: element.line, column: element.column });
    }
    const seg = childElement(element, 'seg');
    if (!seg) return [];
    const warn = (code: string, detail: string): void => this.warn(code, detail, seg, id);
    return [{ element, language, content: readInline(seg, TMX_INLINE, [], warn) }];
  }

  /**
   * Returns the variant that names a unit without an id: the one in the source language of the unit, of the file or of
   * the project, or else the first.
   */
  private findSource(
    unit: XmlElement,
    variants: readonly Variant[],
    [root]: readonly XmlElement[],
  ): Variant | undefined {
    const header = root && childElement(root, 'header');
    const language = readSourceLanguage(unit) ?? (header && readSourceLanguage(header)) ?? this.context.sourceLanguage;
    return variants.find((variant) => variant.language.toLowerCase() === language.toLowerCase()) ?? variants[0];
  }

  private warn(code: string, detail: string, { line }: XmlElement, key?: string): void {
    this.context.warn({ code, detail, key, line });
  }
}

/** Returns undefined for `*all*`, with which any language may be the source. */
function readSourceLanguage(element: XmlElement): string | undefined {
  const language = attribute(element, 'srclang');
  return language === '*all*' ? undefined : language;
}

const unitMeta = (unit: XmlElement, notes: Notes, markup: boolean): Meta | undefined =>
  compactMeta({
    unnamed: attribute(unit, 'tuid') === undefined || undefined,
    attributes: keptAttributes(unit, ['tuid']),
    notes: notes.keyNotes,
    extras: childElements(unit, 'prop').map(outerXml),
    markup: markup || undefined,
  });

function variantMeta(element: XmlElement, content: Content, keyMarkup: boolean): Meta | undefined {
  const extras = childElements(element).filter((child) => localName(child) !== 'seg');
  return compactMeta({
    attributes: keptAttributes(element, ['xml:lang', 'lang']),
    extras: extras.map(outerXml),
    markup: markupToStore(content, keyMarkup, TMX_INLINE),
  });
}
