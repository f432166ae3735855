/**
 * Data that only one format understands and that its codec writes back unchanged: a PO header, an XLIFF state. It is
 * JSON, so that it can be stored. Codecs read stored metadata with the functions below, because its shape may be that
 * of an earlier version of the codec.
 */
export type Meta = { [name: string]: MetaValue };
export type MetaValue = string | number | boolean | null | MetaValue[] | { [name: string]: MetaValue };

/** Members of metadata that may be absent. */
export type MetaMembers = { [name: string]: MetaValue | undefined };

/** Returns the members of all parts without undefined ones and empty lists; undefined where none is left. */
export function compactMeta(...parts: readonly MetaMembers[]): Meta | undefined {
  let meta: Meta | undefined;
  for (const members of parts) {
    for (const name of Object.keys(members)) {
      const value = members[name];
      if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
      meta ??= {};
      meta[name] = value;
    }
  }
  return meta;
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

/** Returns whether two metadata have the same members, in whichever order. */
export function isSameMeta(one: MetaValue | undefined, other: MetaValue | undefined): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one)) {
    if (!Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item, index) => isSameMeta(item, other[index]));
  }
  if (Array.isArray(other)) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => Object.hasOwn(other, name) && isSameMeta(one[name], other[name]));
}
