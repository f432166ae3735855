import { MalformedFileError, type SourcePosition } from '../model/format-errors';
import { type Meta, compactMeta } from '../model/meta';
import type { PluralCategory } from '../model/plural';
import { isPluralCategory } from '../text/plurals/categories';
import { groupComments } from '../xml/xml-comments';
import { keptAttributes, namespacesUsed } from '../xml/xml-markup';
import { attribute, type XmlComment, type XmlElement, type XmlNode } from '../xml/xml-tree';
import type { AndroidContent } from './android-content';
import type { ResourceName } from './android-names';

/** An `<item>` of an array or a plural. */
export interface Item {
  element: XmlElement;
  /** The comments above it. */
  comments: readonly XmlComment[];
}

export const positionOf = ({ line, column }: XmlElement): SourcePosition => ({ line, column });

/** @throws MalformedFileError for an element without a name */
export function readName(element: XmlElement): ResourceName {
  const name = attribute(element, 'name');
  if (!name) throw new MalformedFileError(`<${element.name}> has no name`, positionOf(element));
  const product = attribute(element, 'product');
  return { name, product: product === '' || product === 'default' ? undefined : product };
}

/**
 * Reads the items of an array or a plural.
 *
 * @returns the items, and the nodes that belong to none
 * @throws MalformedFileError for any other element
 */
export function readItems(container: XmlElement): { items: Item[]; rest: readonly XmlNode[] } {
  const items: Item[] = [];
  const rest: XmlNode[] = [];
  let preceding: XmlNode[] = [];
  for (const node of container.children) {
    if (node.type !== 'element') {
      preceding.push(node);
      continue;
    }
    if (node.name !== 'item') {
      throw new MalformedFileError(`<${container.name}> cannot contain <${node.name}>`, positionOf(node));
    }
    const { trailing, apart, own } = groupComments(preceding);
    items.push({ element: node, comments: own });
    for (const other of [...trailing, ...apart]) rest.push(other);
    preceding = [];
  }
  return { items, rest: [...rest, ...preceding] };
}

/**
 * @param seen the quantities of the items before
 * @throws MalformedFileError for an unknown quantity and for one that occurs twice
 */
export function readQuantity(item: XmlElement, seen: ReadonlyMap<PluralCategory, unknown>): PluralCategory {
  const quantity = attribute(item, 'quantity') ?? '';
  if (!isPluralCategory(quantity)) {
    const detail = `the quantity must be zero, one, two, few, many or other, not ${JSON.stringify(quantity)}`;
    throw new MalformedFileError(detail, positionOf(item));
  }
  if (seen.has(quantity)) throw new MalformedFileError(`the quantity "${quantity}" occurs twice`, positionOf(item));
  return quantity;
}

/**
 * Returns a function that returns the metadata of a key, from its contents. The keys of an array have all metadata of
 * the element in common, for which the whole element is searched once.
 */
export function keyMetaReader(
  element: XmlElement,
  root: XmlElement,
): (contents: readonly AndroidContent[]) => Meta | undefined {
  const { product } = readName(element);
  const handled = ['name', ...(product === undefined ? [] : ['product']), ...(element.name === 'item' ? ['type'] : [])];
  const common = {
    product,
    attributes: keptAttributes(element, handled),
    namespaces: [...namespacesUsed([element], [root])],
  };
  return (contents) => compactMeta({ ...common, markup: contents.some(({ markup }) => markup) || undefined });
}

/**
 * Returns whether contents have inline markup. A text without elements but with a `<` returns false rather than
 * undefined, because the key may have markup in another language.
 */
export function readMarkup(contents: readonly AndroidContent[]): boolean | undefined {
  if (contents.some(({ markup }) => markup)) return true;
  return contents.some(({ text }) => text.includes('<')) ? false : undefined;
}
