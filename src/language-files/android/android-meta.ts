import { type Meta, type MetaValue, metaItems } from '../model/meta';
import { metaNamespaces, type Namespaces } from '../xml/xml-markup';

export const XLIFF_NAMESPACE = ['xliff', 'urn:oasis:names:tc:xliff:document:1.2'] as const;

/** Prefixes that every Android project means the same by. */
export const WELL_KNOWN: Namespaces = new Map([XLIFF_NAMESPACE, ['tools', 'http://schemas.android.com/tools']]);

/** What is kept of a text in one language. */
export interface TextMeta {
  markup?: boolean;
  /** `true` for a text, categories for a plural. */
  references: boolean | readonly string[];
  cdata: boolean;
}

/** `undefined` where nothing is worth keeping; false, empty lists and undefined members are left out. */
export function metaOf(members: { [name: string]: MetaValue | undefined }): Meta | undefined {
  const kept: Meta = {};
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined && !(Array.isArray(value) && value.length === 0)) kept[name] = value;
  }
  return Object.keys(kept).length > 0 ? kept : undefined;
}

export function readTextMeta(meta: Meta | undefined, keyMeta: Meta | undefined): TextMeta {
  const markup = [meta?.markup, keyMeta?.markup].find((value) => typeof value === 'boolean');
  const references = meta?.references;
  return {
    markup,
    references: references === true || metaItems(references).filter((item) => typeof item === 'string'),
    cdata: meta?.cdata === true,
  };
}

/** All prefixes that the resource may use: those of its own file first. */
export const namespacesFor = (root: Namespaces, keyMeta: Meta | undefined): Map<string, string> =>
  new Map([...WELL_KNOWN, ...root, ...metaNamespaces(keyMeta?.namespaces)]);
