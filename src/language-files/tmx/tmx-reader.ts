import type { ParseContext, ParsedFile } from '../model/codec';
import type { ParsedEntry } from '../model/entry';
import { MalformedFileError } from '../model/format-errors';
import { type Meta, compactMeta } from '../model/meta';
import { readInline } from '../xml/inline-text';
import { NO_NAMESPACES } from '../xml/stored-xml';
import { type Content, isMarkup, keptAttributes } from '../xml/xml-markup';
import { type Notes, readNotes } from '../xml/xml-notes';
import { readXml } from '../xml/xml-reader';
import {
  type XmlElement,
  attribute,
  childElement,
  childElements,
  innerXml,
  localName,
  outerXml,
} from '../xml/xml-tree';

/** The inline elements of a `<seg>` (TMX 1.4b, "Content markup"). */
export const TMX_INLINE: ReadonlySet<string> = new Set('bpt ept ph it hi ut sub'.split(' '));

/** The text of a translation unit in one language: a `<tuv>`. */
interface Variant {
  element: XmlElement;
  language: string;
  content: Content;
}

/** Reads TMX 1.4b (LISA OSCAR, 2005) and earlier versions. */
export function readTmx(bytes: Uint8Array, context: ParseContext): ParsedFile {
  const reader = new TmxReader(context);
  const { root } = readXml(bytes, (element, ancestors) => reader.visit(element, ancestors));
  return reader.finish(root);
}

class TmxReader {
  private readonly entries: ParsedEntry[] = [];

  constructor(private readonly context: ParseContext) {}

  visit(element: XmlElement, ancestors: readonly XmlElement[]): boolean {
    const parent = ancestors.at(-1);
    if (localName(element) !== 'tu' || !parent || localName(parent) !== 'body') return false;
    this.readUnit(element, ancestors);
    return true;
  }

  finish(root: XmlElement): ParsedFile {
    if (localName(root) !== 'tmx') {
      throw new MalformedFileError(`not a TMX file but <${root.name}>`, { line: root.line, column: root.column });
    }
    const header = childElement(root, 'header');
    if (!header) return { entries: this.entries };
    const content = innerXml(header).trim();
    const meta: Meta = { attributes: keptAttributes(header, ['srclang']), ...(content && { header: content }) };
    return { sourceLanguage: readSourceLanguage(header), entries: this.entries, meta };
  }

  private readUnit(unit: XmlElement, ancestors: readonly XmlElement[]): void {
    const id = attribute(unit, 'tuid');
    const variants = childElements(unit, 'tuv').flatMap((element) => this.readVariant(element, id));
    const source = this.findSource(unit, variants, ancestors);
    const key = id ?? source?.content.text;
    if (key === undefined || variants.length === 0) {
      this.warn('entry_dropped', 'a translation unit without texts is not imported', unit, key);
      return;
    }
    const notes = readNotes(childElements(unit, 'note'), '');
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
   * Returns the variant that names a unit without an id: the one in the source language of the unit, of the file or of the
   * project, or else the first.
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
  const assumedMarkup = keyMarkup && isMarkup(content.text, TMX_INLINE, NO_NAMESPACES);
  return compactMeta({
    attributes: keptAttributes(element, ['xml:lang', 'lang']),
    extras: extras.map(outerXml),
    markup: content.markup === assumedMarkup ? undefined : content.markup,
  });
}
