import type { TemplateElement, TemplateList } from './file-template';

/** Returns the name of a text without the part of its entry. */
export const entryName = (name: string): string => name.split('\0', 1)[0] ?? '';

/** Returns the key of an element that is one entry, or one form of a plural; undefined for all others. */
export function keyOf({ key, owner, text, list, isNote }: TemplateElement): string | undefined {
  if (isNote) return undefined;
  if (key !== undefined || owner !== undefined) return key ?? owner;
  if (text) return text.key ?? entryName(text.name);
  return list && soleKey(list);
}

/** Returns the name that an element has in the order of its list, if it has one. */
export function nameOf(element: TemplateElement): string | undefined {
  const { text, list, orderName, isNote, isPositional } = element;
  if (orderName !== undefined) return orderName;
  if (isNote || isPositional) return undefined;
  if (text) return entryName(text.name);
  return list?.key ?? keyOf(element);
}

/** Returns the key that all texts of a list belong to. */
function soleKey({ elements }: TemplateList): string | undefined {
  let sole: string | undefined;
  for (const { text, list, isNote } of elements) {
    if (isNote) continue;
    const key = text ? (text.key ?? entryName(text.name)) : list && soleKey(list);
    if (key === undefined || (sole !== undefined && key !== sole)) return undefined;
    sole = key;
  }
  return sole;
}
