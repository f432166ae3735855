import type { EntryToWrite } from '../model/entry';
import type { Meta } from '../model/meta';
import { UnwritableTextError } from '../model/format-errors';
import type { Warning } from '../model/warnings';
import {
  type Content,
  type Namespaces,
  escapeCarriageReturns,
  hasInlineTag,
  readContent,
  toMarkup,
} from './xml-markup';
import type { XmlElement } from './xml-tree';
import { checkCharacters } from './xml-writer';

/**
 * Source and target of a unit, and the metadata that distinguishes inline markup from a literal `<g>` when they are
 * written. `keyMeta.markup` applies to the source and all its translations; `meta.markup` overrides it for one
 * translation.
 */
export interface UnitText {
  source?: string;
  target?: string;
  /** The value of `keyMeta.markup`. */
  keyMarkup: boolean;
  /** The value of `meta.markup`; undefined where `keyMeta.markup` applies. */
  targetMarkup?: boolean;
}

/** Compares source and target, so that `meta.markup` is stored only where it differs from what is assumed. */
export function unitText(
  source: Content | undefined,
  target: Content | undefined,
  vocabulary: ReadonlySet<string>,
): UnitText {
  const keyMarkup = source?.markup ?? false;
  return {
    source: source?.text,
    target: target?.text,
    keyMarkup,
    targetMarkup: target && markupToStore(target, keyMarkup, vocabulary),
  };
}

/**
 * Returns the `meta.markup` of a text; undefined where the export assumes it: a text without an inline tag is no markup,
 * and another one is what the texts of its key are.
 */
export function markupToStore(
  { text, markup }: Content,
  keyMarkup: boolean,
  vocabulary: ReadonlySet<string>,
): boolean | undefined {
  const assumed = keyMarkup && hasInlineTag(text, vocabulary);
  return markup === assumed ? undefined : markup;
}

/**
 * Reads the content of an element and warns about elements and comments that are not kept as markup.
 *
 * @param scope the elements around it, the root first
 */
export function readInline(
  element: XmlElement,
  vocabulary: ReadonlySet<string>,
  scope: readonly XmlElement[],
  warn: (code: string, detail: string) => void,
): Content {
  const content = readContent(element, vocabulary, scope);
  if (content.markup) return content;
  const types = new Set(element.children.map(({ type }) => type));
  if (types.has('element')) warn('unknown_markup', 'elements that are not inline markup were read as text');
  else if (types.has('comment') || types.has('instruction')) {
    warn('comment_dropped', 'a comment or processing instruction inside a text was dropped');
  }
  return content;
}

/** The facts that decide how a text is written as element content. */
export interface InlineSyntax {
  key: string;
  vocabulary: ReadonlySet<string>;
  namespaces: Namespaces;
  escape(text: string, key: string): string;
  warn(warning: Warning): void;
}

/** Returns a text as element content: as XML if it is marked as markup and can be written as such, else escaped. */
export const writeInline = (text: string, marked: boolean, syntax: InlineSyntax): string =>
  (marked ? writeMarkup(text, syntax) : undefined) ?? syntax.escape(text, syntax.key);

/**
 * Returns a text that is marked as markup as XML. Returns undefined for a text without inline elements, with a warning
 * if it has their tags and is not well-formed.
 */
export function writeMarkup(
  text: string,
  { key, vocabulary, namespaces, warn }: Omit<InlineSyntax, 'escape'>,
): string | undefined {
  const xml = toMarkup(text, vocabulary, namespaces);
  if (xml !== undefined) {
    checkCharacters(xml, key);
    return escapeCarriageReturns(xml);
  }
  const detail = 'the text is not well-formed markup any more; it is escaped';
  if (hasInlineTag(text, vocabulary)) warn({ code: 'markup_escaped', detail, key });
  return undefined;
}

/** Returns whether the metadata marks the target as markup. */
export const isTargetMarked = ({ keyMeta, meta }: { keyMeta?: Meta; meta?: Meta }): boolean =>
  typeof meta?.markup === 'boolean' ? meta.markup : keyMeta?.markup === true;

/** Returns whether a text has white space that a reader would lose without `xml:space="preserve"`. */
export const needsPreserve = (text: string): boolean => /^\s|\s$|[^\S ]|\s\s/.test(text);

/**
 * Returns one text of a bilingual entry, undefined where it has none.
 *
 * @throws UnwritableTextError for a plural, which should have been converted to its ICU message
 */
export function getText(entry: EntryToWrite, side: 'value' | 'source'): string | undefined {
  const text = entry[side];
  if (text === undefined || typeof text === 'string') return text;
  throw new UnwritableTextError(entry.key, 'this format can hold a plural only as its ICU message');
}
