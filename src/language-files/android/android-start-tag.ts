import type { Meta } from '../model/meta';
import { type AttributePairs, namespaceDeclarations, storedAttributes } from '../xml/stored-xml';
import type { Namespaces } from '../xml/xml-markup';
import { attributes } from '../xml/xml-writer';
import { namespacesFor } from './android-meta';
import type { ResourceName } from './android-names';

/** A resource element whose start tag is written. */
export interface ResourceElement {
  tag: 'string' | 'string-array' | 'plurals';
  name: ResourceName;
  key: string;
  keyMeta: Meta | undefined;
  /** The prefixes that the content uses. */
  prefixes: ReadonlySet<string>;
  /** True for a text that aapt2 refuses without `formatted="false"`. */
  needsFormatted?: boolean;
}

/**
 * Returns the start tag of a resource with its stored attributes, without angle brackets. It declares the namespaces
 * that the resource uses and the root element does not declare.
 */
export function startTag({ tag, name, key, keyMeta, ...element }: ResourceElement, root: Namespaces): string {
  const namespaces = namespacesFor(root, keyMeta);
  const handled = ['name', 'quantity', ...(name.product === undefined ? [] : ['product'])];
  const kept = storedAttributes(keyMeta?.attributes, namespaces, handled);
  const prefixes = new Set([...element.prefixes, ...kept.flatMap(([attribute]) => prefixOf(attribute) ?? [])]);
  const declared = [...namespaces].filter(([prefix, uri]) => prefixes.has(prefix) && root.get(prefix) !== uri);
  const isExempt = kept.some(
    ([attribute, value]) => attribute === 'formatted' || (attribute === 'translatable' && value === 'false'),
  );
  const pairs: AttributePairs = [
    ['name', name.name],
    ['product', name.product],
    ...namespaceDeclarations(declared),
    ...kept,
    ['formatted', element.needsFormatted && !isExempt ? 'false' : undefined],
  ];
  return `${tag}${attributes(pairs, key)}`;
}

const prefixOf = (name: string): string | undefined =>
  name.includes(':') ? name.slice(0, name.indexOf(':')) : undefined;
