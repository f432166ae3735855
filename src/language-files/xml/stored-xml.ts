import type { FileToWrite } from '../model/codec';
import { type Meta, type MetaValue, metaItems } from '../model/meta';
import { type Namespaces, isWritableXml, metaAttributes, metaNamespaces } from './xml-markup';

/** Attributes to write; those without a value are omitted. */
export type AttributePairs = (readonly [name: string, value: string | undefined])[];

/** Returns the `xmlns:` attributes that declare namespaces. */
export const namespaceDeclarations = (namespaces: Namespaces): AttributePairs =>
  [...namespaces].map(([prefix, uri]) => [`xmlns:${prefix}`, uri]);

/** Returns stored attributes that can still be written, without those of the given names. */
export const storedAttributes = (
  stored: MetaValue | undefined,
  namespaces: Namespaces,
  without: readonly string[],
): AttributePairs =>
  metaAttributes(stored, namespaces)
    .filter(({ name }) => !without.includes(name))
    .map(({ name, value }) => [name, value]);

/** The namespaces of a unit. */
export interface UnitNamespaces {
  /** Those that the unit has to declare, because its file does not. */
  declared: Namespaces;
  /** Those of the file and of the unit. */
  all: Namespaces;
}

export function unitNamespaces(keyMeta: Meta, fileNamespaces: Namespaces): UnitNamespaces {
  const stored = [...metaNamespaces(keyMeta.namespaces)];
  const declared = new Map(stored.filter(([prefix, uri]) => fileNamespaces.get(prefix) !== uri));
  return { declared, all: new Map([...fileNamespaces, ...declared]) };
}

/** Returns the stored elements of a unit that can still be written; others produce warnings. */
export function writableElements(
  stored: MetaValue | undefined,
  namespaces: Namespaces,
  key: string,
  file: FileToWrite,
): string[] {
  return metaItems(stored).filter((xml): xml is string => {
    if (typeof xml !== 'string') return false;
    const isWritable = isWritableXml(xml, namespaces);
    if (!isWritable) {
      const detail = `the stored element is no valid XML any more: ${xml.slice(0, 80)}`;
      file.warn({ code: 'extension_dropped', detail, key });
    }
    return isWritable;
  });
}
