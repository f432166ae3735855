import type { FileToWrite } from '../model/codec';
import { type MetaValue, metaItems } from '../model/meta';
import { type Namespaces, isWritableXml, metaAttributes } from '../xml/xml-markup';

export type Pairs = (readonly [name: string, value: string | undefined])[];

export const declarations = (namespaces: Namespaces): Pairs =>
  [...namespaces].map(([prefix, uri]) => [`xmlns:${prefix}`, uri]);

export const pairsOf = (stored: MetaValue | undefined, namespaces: Namespaces, without: readonly string[]): Pairs =>
  metaAttributes(stored, namespaces)
    .filter(({ name }) => !without.includes(name))
    .map(({ name, value }) => [name, value]);

/** Elements of a unit that are given back as they were; one that cannot be written any more is named in a warning. */
export function writableExtras(
  stored: MetaValue | undefined,
  namespaces: Namespaces,
  key: string,
  file: FileToWrite,
): string[] {
  return metaItems(stored).filter((xml): xml is string => {
    if (typeof xml !== 'string') return false;
    const writable = isWritableXml(xml, namespaces);
    if (!writable) file.warn({ code: 'extension_dropped', detail: `cannot be written: ${xml.slice(0, 80)}`, key });
    return writable;
  });
}
