import { shorten } from '../common/shorten';

/** Bytes of the JSON of a result: about 25,000 tokens of a model. */
export const MAX_RESULT_BYTES = 100_000;

export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** The items of a page that are shown, and the cursor of the items after them. */
export interface ShownPage {
  items: object[];
  nextCursor?: string | null;
}

/**
 * Reads a page whose items have room in a result. If some have no room, the page is read again with as many items as have room, so that
 * its cursor is the cursor after these items.
 *
 * @param read reads a page of up to `limit` items
 * @param show returns an item as it is shown, in at most so many bytes where a result may have no more
 */
export async function readShownPage<Item>(
  limit: number,
  read: (limit: number) => Promise<{ items: readonly Item[]; nextCursor?: string | null }>,
  show: (item: Item) => object | Promise<object>,
): Promise<ShownPage> {
  for (let size = limit; ;) {
    const { items, nextCursor } = await read(size);
    const shown: object[] = [];
    let bytes = 0;
    for (const item of items) {
      const object = await show(item);
      bytes += bytesOf(object);
      if (shown.length > 0 && bytes > MAX_RESULT_BYTES) break;
      shown.push(object);
    }
    if (shown.length === items.length) return { items: shown, nextCursor };
    size = shown.length;
  }
}

/** Characters of a text in a result that only shows what happened. */
const MAX_SHOWN_CHARACTERS = 1_000;

/** Returns a value whose long texts are cut, and say so. */
export function withCutTexts(value: unknown): unknown {
  if (typeof value === 'string') {
    if (value.length <= MAX_SHOWN_CHARACTERS) return value;
    return `${shorten(value, MAX_SHOWN_CHARACTERS)} [${value.length} characters]`;
  }
  if (Array.isArray(value)) return value.map(withCutTexts);
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withCutTexts(member)]));
}

/** Returns the first items that have room in so many bytes, and at least one. */
export function firstWithin<Item>(
  items: readonly Item[],
  maxBytes: number,
  sizeOf: (item: Item) => number = bytesOf,
): Item[] {
  let bytes = 0;
  const end = items.findIndex((item, place) => (bytes += sizeOf(item) + 1) > maxBytes && place > 0);
  return items.slice(0, end < 0 ? items.length : end);
}

/**
 * Returns an object that has room in a result: its longest lists are cut until it has, and `cutLists` names them.
 *
 * @param cutsTexts whether long texts are cut first, because they only show what happened
 * @param keeps lists that are not cut
 */
export function withinBytes(
  document: object,
  { cutsTexts = false, keeps = [] }: { cutsTexts?: boolean; keeps?: readonly string[] } = {},
): object {
  const isLarge = bytesOf(document) > MAX_RESULT_BYTES;
  const shown = isLarge && cutsTexts ? withCutTexts(document) : document;
  const members = { ...(shown as Record<string, unknown>) };
  const cut = new Set<string>();
  while (bytesOf(members) > MAX_RESULT_BYTES) {
    const lists = Object.entries(members).filter((entry): entry is [string, unknown[]] => {
      return Array.isArray(entry[1]) && entry[1].length > 0 && !keeps.includes(entry[0]);
    });
    const [longest] = lists.sort(([, one], [, other]) => bytesOf(other) - bytesOf(one));
    if (!longest) break;
    const [name, list] = longest;
    members[name] = list.slice(0, Math.floor(list.length / 2));
    cut.add(name);
  }
  return cut.size > 0 ? { ...members, cutLists: [...cut] } : members;
}
