import { type Meta, metaItems } from '../model/meta';
import { metaNamespaces, type Namespaces } from '../xml/xml-markup';

export const XLIFF_NAMESPACE = ['xliff', 'urn:oasis:names:tc:xliff:document:1.2'] as const;

/** Prefixes that have the same meaning in every Android project. */
const WELL_KNOWN_NAMESPACES: Namespaces = new Map([XLIFF_NAMESPACE, ['tools', 'http://schemas.android.com/tools']]);

/** The stored properties of a text in one language. */
export interface TextMeta {
  /** Whether the text has inline markup; undefined where neither the text nor the key has this property. */
  markup?: boolean;
  /** `true` for a text that is a reference to another resource; in a plural, the categories of such forms. */
  references: boolean | readonly string[];
  /** Whether the text was written as CDATA. */
  cdata: boolean;
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

/** Whether the plural of a key came as a message in a `<string>`, as programs with ICU have it. */
export const isMessageKey = (keyMeta: Meta | undefined): boolean => keyMeta?.message === true;

/**
 * Returns the namespaces that a resource may use. Namespaces of the resource take precedence over namespaces of the
 * root element.
 */
export const namespacesFor = (root: Namespaces, keyMeta: Meta | undefined): Map<string, string> =>
  new Map([...WELL_KNOWN_NAMESPACES, ...root, ...metaNamespaces(keyMeta?.namespaces)]);
