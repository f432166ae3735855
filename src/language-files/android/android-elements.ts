import type { Meta } from '../model/meta';
import type { PluralCategory } from '../model/plural';
import { MalformedFileError, type SourcePosition } from '../model/format-errors';
import { isPluralCategory } from '../text/plurals/categories';
import { keptAttributes, namespacesUsed } from '../xml/xml-markup';
import { attribute, type XmlElement, type XmlNode } from '../xml/xml-tree';
import { readComments } from '../xml/xml-comments';
import type { AndroidContent } from './android-content';
import { metaOf } from './android-meta';
import type { ResourceName } from './android-names';

export interface Item {
  element: XmlElement;
  comment: string | undefined;
}

export const positionOf = ({ line, column }: XmlElement): SourcePosition => ({ line, column });

/** @throws MalformedFileError where there is no name */
export function nameOf(element: XmlElement): ResourceName {
  const name = attribute(element, 'name');
  if (!name) throw new MalformedFileError(`<${element.name}> has no name`, positionOf(element));
  const product = attribute(element, 'product');
  return { name, product: product === '' || product === 'default' ? undefined : product };
}

/** The items of an array or a plural, each with the comment above it, and the nodes that are left after the last. */
export function itemsOf(container: XmlElement): { items: Item[]; rest: readonly XmlNode[] } {
  const items: Item[] = [];
  let before: XmlNode[] = [];
  for (const node of container.children) {
    if (node.type !== 'element') {
      before.push(node);
      continue;
    }
    if (node.name !== 'item') {
      throw new MalformedFileError(`<${node.name}> cannot stand in <${container.name}>`, positionOf(node));
    }
    items.push({ element: node, comment: readComments(before) });
    before = [];
  }
  return { items, rest: before };
}

/** @throws MalformedFileError for a quantity that is none, or that was there before */
export function quantityOf(item: XmlElement, seen: ReadonlyMap<PluralCategory, unknown>): PluralCategory {
  const quantity = attribute(item, 'quantity') ?? '';
  if (!isPluralCategory(quantity)) {
    const detail = `${JSON.stringify(quantity)} is no quantity: zero, one, two, few, many or other`;
    throw new MalformedFileError(detail, positionOf(item));
  }
  if (seen.has(quantity)) throw new MalformedFileError(`the quantity "${quantity}" is there twice`, positionOf(item));
  return quantity;
}

/** What is kept of a resource in every language. */
export function keyMetaOf(
  element: XmlElement,
  root: XmlElement,
  contents: readonly AndroidContent[],
): Meta | undefined {
  const { product } = nameOf(element);
  const apart = ['name', ...(product === undefined ? [] : ['product']), ...(element.name === 'item' ? ['type'] : [])];
  return metaOf({
    product,
    attributes: keptAttributes(element, apart),
    namespaces: [...namespacesUsed([element], [root])],
    markup: contents.some(({ markup }) => markup) || undefined,
  });
}

/** Texts without elements but with a `<` say that it is literal, because the key may be markup in another language. */
export function markupOf(contents: readonly AndroidContent[]): boolean | undefined {
  if (contents.some(({ markup }) => markup)) return true;
  return contents.some(({ text }) => text.includes('<')) ? false : undefined;
}
