import type { EntryToWrite } from '../model/entry';
import type { Meta } from '../model/meta';
import { UnwritableTextError } from '../model/format-errors';
import { type Content, type Namespaces, isMarkup, markupSource, readContent } from './xml-markup';
import type { XmlElement } from './xml-tree';
import { checkCharacters } from './xml-writer';

/**
 * Source and target of a unit, and what is stored so that inline markup goes out as markup and a literal `<g>` as text.
 * `keyMeta.markup` says it of the source and of all its translations; `meta.markup` only where one differs.
 */
export interface UnitText {
  source?: string;
  target?: string;
  keyMarkup: boolean;
  targetMarkup?: boolean;
}

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

/** @param scope the elements around it, the root first */
export function readInline(
  element: XmlElement,
  vocabulary: ReadonlySet<string>,
  scope: readonly XmlElement[],
  warn: (code: string, detail: string) => void,
): Content {
  const content = readContent(element, vocabulary, scope);
  if (content.markup) return content;
  const types = new Set(element.children.map(({ type }) => type));
  if (types.has('element')) warn('unknown_markup', `elements that are not inline markup were taken as text`);
  else if (types.has('comment') || types.has('instruction')) {
    warn('comment_dropped', 'a comment or processing instruction inside a text was dropped');
  }
  return content;
}

/** A text as content: as XML where it is marked to be, and still can be; else escaped. */
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
  return markupSource(text);
}

export const isTargetMarked = ({ keyMeta, meta }: { keyMeta?: Meta; meta?: Meta }): boolean =>
  typeof meta?.markup === 'boolean' ? meta.markup : keyMeta?.markup === true;

/** White space that a reader which normalises it would lose. */
export const needsPreserve = (text: string): boolean => /^\s|\s$|[^\S ]|\s\s/.test(text);

/** @throws UnwritableTextError for a plural that was not turned into its ICU message */
export function textOf(entry: EntryToWrite, side: 'value' | 'source'): string | undefined {
  const text = entry[side];
  if (text === undefined || typeof text === 'string') return text;
  throw new UnwritableTextError(entry.key, 'this format holds a plural only as its ICU message');
}
