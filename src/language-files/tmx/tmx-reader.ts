import type { ParseContext, ParsedFile } from '../model/codec';
import type { Meta } from '../model/meta';
import type { ParsedEntry } from '../model/entry';
import { MalformedFileError } from '../model/format-errors';
import { readInline } from '../xml/inline-text';
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

interface Variant {
  element: XmlElement;
  language: string;
  content: Content;
}

/** TMX 1.4b (LISA OSCAR, 2005), and the versions before it. */
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
    const extras = innerXml(header).trim();
    const meta: Meta = { attributes: keptAttributes(header, ['srclang']), ...(extras ? { header: extras } : {}) };
    return { sourceLanguage: sourceLanguage(header), entries: this.entries, meta };
  }

  private readUnit(unit: XmlElement, ancestors: readonly XmlElement[]): void {
    const id = attribute(unit, 'tuid');
    const variants = childElements(unit, 'tuv').flatMap((element) => this.readVariant(element, id));
    const source = this.sourceOf(unit, variants, ancestors);
    const key = id ?? source?.content.text;
    if (key === undefined || variants.length === 0) {
      this.warn('entry_dropped', 'a unit without texts was dropped', unit, key);
      return;
    }
    const notes = readNotes(childElements(unit, 'note'), '');
    const markup = variants.some(({ content }) => content.markup);
    const keyMeta = optional(unitMeta(unit, notes, markup));
    for (const { element, language, content } of variants) {
      this.entries.push({
        key,
        language,
        value: content.text,
        description: notes.description,
        keyMeta,
        meta: optional(variantMeta(element, content, markup)),
        line: unit.line,
      });
    }
  }

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

  /** The text that names a unit without an id: that of the unit's, the file's or the project's source language. */
  private sourceOf(unit: XmlElement, variants: readonly Variant[], [root]: readonly XmlElement[]): Variant | undefined {
    const header = root && childElement(root, 'header');
    const language = sourceLanguage(unit) ?? (header && sourceLanguage(header)) ?? this.context.sourceLanguage;
    return variants.find((variant) => variant.language.toLowerCase() === language.toLowerCase()) ?? variants[0];
  }

  private warn(code: string, detail: string, { line }: XmlElement, key?: string): void {
    this.context.warn({ code, detail, key, line });
  }
}

/** `*all*` says that any language may be the source. */
function sourceLanguage(element: XmlElement): string | undefined {
  const language = attribute(element, 'srclang');
  return language === '*all*' ? undefined : language;
}

function unitMeta(unit: XmlElement, notes: Notes, markup: boolean): Meta {
  const kept = keptAttributes(unit, ['tuid']);
  const extras = childElements(unit, 'prop').map(outerXml);
  return {
    ...(attribute(unit, 'tuid') === undefined ? { unnamed: true } : {}),
    ...(kept.length > 0 ? { attributes: kept } : {}),
    ...(notes.ofKey ? { notes: notes.ofKey } : {}),
    ...(extras.length > 0 ? { extras } : {}),
    ...(markup ? { markup } : {}),
  };
}

function variantMeta(element: XmlElement, content: Content, keyMarkup: boolean): Meta {
  const kept = keptAttributes(element, ['xml:lang', 'lang']);
  const extras = childElements(element).filter((child) => localName(child) !== 'seg');
  const assumed = keyMarkup && isMarkup(content.text, TMX_INLINE, new Map());
  return {
    ...(kept.length > 0 ? { attributes: kept } : {}),
    ...(extras.length > 0 ? { extras: extras.map(outerXml) } : {}),
    ...(content.markup === assumed ? {} : { markup: content.markup }),
  };
}

const optional = (meta: Meta): Meta | undefined => (Object.keys(meta).length > 0 ? meta : undefined);
