import type { EntryToWrite } from '../model/entry';
import { isUnwritableError } from '../model/left-out';
import { keyOf } from './element-names';
import type { FileTemplate, Renaming, Replacement, TemplateElement, TemplateList } from './file-template';

/** The elements of a key, with the lists that they are in. */
type Places = Map<string, Pick<Renaming, 'element' | 'list'>[]>;

/** The source of a template in which entries have their names of today. */
export interface RenamedSource {
  source: string;
  /** The keys of these entries. */
  keys: ReadonlySet<string>;
}

/**
 * Gives renamed entries their names of today. All other parts of an entry stay: comments, attributes, quotes.
 *
 * @param renamed entries with their earlier keys
 * @returns undefined if the template has no entry of an earlier key, or cannot rename it
 */
export function renameEntries(
  template: FileTemplate,
  renamed: ReadonlyMap<EntryToWrite, readonly string[]>,
): RenamedSource | undefined {
  if (!template.rename || renamed.size === 0) return undefined;
  const places: Places = new Map();
  addPlaces(template.root, new Set([...renamed].flatMap(([{ key }, earlier]) => [key, ...earlier])), places);
  const keys = new Set<string>();
  const replacements: Replacement[] = [];
  for (const [entry, earlier] of renamed) {
    const { key: to } = entry;
    const from = places.has(to) ? undefined : earlier.find((key) => places.has(key));
    if (from === undefined) continue;
    const found = (places.get(from) ?? []).map((place) => renameAt(template, { ...place, from, to, entry }));
    places.delete(from);
    if (!found.every((each) => each !== undefined)) continue;
    replacements.push(...found.flat());
    keys.add(to);
  }
  return replacements.length === 0 ? undefined : { source: replaceAll(template.source, replacements), keys };
}

/** Renames an element, or the elements in it: a list of one entry has the key of the entry. */
function renameAt(template: FileTemplate, renaming: Renaming): Replacement[] | undefined {
  const own = tryRename(template, renaming);
  const { list } = renaming.element;
  if (own ?? !list) return own;
  const inner = list.elements.filter((element) => !element.isNote && elementKey(element) === renaming.from);
  const renamed = inner.map((element) => renameAt(template, { ...renaming, element, list }));
  return renamed.length > 0 && renamed.every((each) => each !== undefined) ? renamed.flat() : undefined;
}

/** A key that the format cannot hold is reported when its entry is written. */
function tryRename(template: FileTemplate, renaming: Renaming): Replacement[] | undefined {
  try {
    return template.rename?.(renaming);
  } catch (error) {
    if (isUnwritableError(error)) return undefined;
    throw error;
  }
}

/** Adds the elements of keys. The elements in one of them are not looked at. */
function addPlaces(list: TemplateList, keys: ReadonlySet<string>, places: Places): void {
  for (const element of list.elements) {
    const key = elementKey(element);
    if (key === undefined) {
      if (element.list) addPlaces(element.list, keys, places);
    } else if (keys.has(key)) {
      const known = places.get(key);
      if (known) known.push({ element, list });
      else places.set(key, [{ element, list }]);
    }
  }
}

/** Returns the key of an element: of a plural, the key of its list. */
function elementKey(element: TemplateElement): string | undefined {
  const { list } = element;
  return list?.isPlural ? list.key : keyOf(element);
}

function replaceAll(source: string, replacements: readonly Replacement[]): string {
  const sorted = [...replacements].sort((one, other) => one.start - other.start);
  const parts: string[] = [];
  let offset = 0;
  for (const { start, end, token } of sorted) {
    parts.push(source.slice(offset, start), token);
    offset = end;
  }
  return parts.join('') + source.slice(offset);
}
