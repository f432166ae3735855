import { shorten } from '../../common/shorten';
import type { FileFacts } from '../model/codec';
import type { Meta } from '../model/meta';
import { storedElements } from '../xml/stored-xml';
import { type Namespaces, metaNamespaces } from '../xml/xml-markup';

/** The namespaces of a unit. */
export interface UnitNamespaces {
  /** Those that the unit has to declare, because its file does not. */
  declared: Namespaces;
  /** The namespaces of the file and of the unit. */
  all: Namespaces;
}

export function unitNamespaces(keyMeta: Meta, fileNamespaces: Namespaces): UnitNamespaces {
  const stored = [...metaNamespaces(keyMeta.namespaces)];
  const declared = new Map(stored.filter(([prefix, uri]) => fileNamespaces.get(prefix) !== uri));
  return { declared, all: new Map([...fileNamespaces, ...declared]) };
}

/** Returns the stored extra elements of a unit; those that cannot be written produce warnings. */
export const unitExtras = (keyMeta: Meta, namespaces: Namespaces, key: string, file: FileFacts): string[] =>
  storedElements(keyMeta.extras, namespaces, (xml) => {
    const detail = `the stored element is not valid XML any more: ${shorten(xml, 80)}`;
    file.warn({ code: 'extension_dropped', detail, key });
  });
