/**
 * Data that only one format understands and that its codec writes back unchanged: a PO header, an XLIFF state. It is
 * JSON, so that it can be stored. Codecs read stored metadata with the functions below, because its shape may be that
 * of an earlier version of the codec.
 */
export type Meta = { [name: string]: MetaValue };
export type MetaValue = string | number | boolean | null | MetaValue[] | { [name: string]: MetaValue };

/** Members of metadata that may be absent. */
export type MetaMembers = { [name: string]: MetaValue | undefined };

/** Returns the members without undefined ones and empty lists; undefined where none is left. */
export function compactMeta(members: MetaMembers): Meta | undefined {
  const meta: Meta = {};
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined && !(Array.isArray(value) && value.length === 0)) meta[name] = value;
  }
  return Object.keys(meta).length > 0 ? meta : undefined;
}

/** Returns a stored string, or undefined for a value of any other type. */
export const metaText = (value: MetaValue | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Returns a stored list, or an empty list for a value of any other type. */
export const metaItems = (value: MetaValue | undefined): MetaValue[] => (Array.isArray(value) ? value : []);

/** Returns a stored object, or an empty object for a value of any other type. */
export const metaObject = (value: MetaValue | undefined): Meta =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

/** Returns the strings of the list that `meta` holds under `name`; other items are omitted. */
export const metaTexts = (meta: Meta | undefined, name: string): string[] =>
  metaItems(meta?.[name]).filter((item) => typeof item === 'string');

/** Returns the `[name, text]` pairs of a stored list; other items are omitted. */
export function metaPairs(value: MetaValue | undefined): [name: string, text: string][] {
  return metaItems(value).flatMap((pair): [string, string][] => {
    const [name, text] = metaItems(pair);
    return typeof name === 'string' && typeof text === 'string' ? [[name, text]] : [];
  });
}
