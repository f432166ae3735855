import type { EntryToWrite } from '../model/entry';
import type { Meta } from '../model/meta';
import { UnwritableTextError } from '../model/format-errors';
import { type Content, type Namespaces, isMarkup, escapeCarriageReturns, readContent } from './xml-markup';
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

/**
 * Compares source and target, so that `meta.markup` is stored only where it differs from what `isTargetMarked` assumes.
 */
export function unitText(
  source: Content | undefined,
  target: Content | undefined,
  vocabulary: ReadonlySet<string>,
  namespaces: Namespaces,
): UnitText {
  const keyMarkup = source?.markup ?? false;
  const assumed = keyMarkup && target !== undefined && isMarkup(target.text, vocabulary, namespaces);
  return {
    source: source?.text,
    target: target?.text,
    keyMarkup,
    targetMarkup: target === undefined || target.markup === assumed ? undefined : target.markup,
  };
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

/** Returns a text as element content: as XML if it is marked as markup and still is valid markup, else escaped. */
export function writeInline(
  text: string,
  marked: boolean,
  vocabulary: ReadonlySet<string>,
  namespaces: Namespaces,
  escape: (text: string) => string,
  key: string,
): string {
  if (!marked || !isMarkup(text, vocabulary, namespaces)) return escape(text);
  checkCharacters(text, key);
  return escapeCarriageReturns(text);
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
