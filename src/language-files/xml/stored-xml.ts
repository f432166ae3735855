import { type MetaValue, metaItems } from '../model/meta';
import { type Namespaces, isWritableXml, metaAttributes } from './xml-markup';

/** Attributes to write; those without a value are omitted. */
export type AttributePairs = (readonly [name: string, value: string | undefined])[];

/** The namespaces of a format whose files declare none. */
export const NO_NAMESPACES: Namespaces = new Map();

/** Returns the `xmlns:` attributes that declare namespaces. */
export const namespaceDeclarations = (namespaces: Iterable<readonly [prefix: string, uri: string]>): AttributePairs =>
  [...namespaces].map(([prefix, uri]) => [`xmlns:${prefix}`, uri]);

/** Returns the stored attributes that can be written, without attributes of the given names. */
export const storedAttributes = (
  stored: MetaValue | undefined,
  namespaces: Namespaces,
  without: readonly string[] = [],
): AttributePairs =>
  metaAttributes(stored, namespaces)
    .filter(({ name }) => !without.includes(name))
    .map(({ name, value }) => [name, value]);

/**
 * Returns the stored elements that can be written.
 *
 * @param refuse called with each element that cannot
 */
export function storedElements(
  stored: MetaValue | undefined,
  namespaces: Namespaces,
  refuse?: (xml: string) => void,
): string[] {
  return metaItems(stored).filter((xml): xml is string => {
    if (typeof xml !== 'string') return false;
    const isWritable = isWritableXml(xml, namespaces);
    if (!isWritable) refuse?.(xml);
    return isWritable;
  });
}
