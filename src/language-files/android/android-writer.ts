import type { FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { UnwritableTextError } from '../model/format-errors';
import { tryWrite } from '../model/left-out';
import { metaText } from '../model/meta';
import { parseResourceKey, type ResourceName } from './android-names';
import { ResourceWriter } from './android-resource-writer';

/** The maximum number of missing items in an array; with more of them, the index in the key is probably a mistake. */
const MAX_MISSING_ITEMS = 1000;

/**
 * An array whose items are being collected. They come in code point order (`[10]` before `[2]`) with no other key
 * between them.
 */
interface OpenArray {
  resource: ResourceName;
  items: Map<number, EntryToWrite>;
}

/** Writes a file of string resources. */
export function* writeAndroid(file: FileToWrite): Generator<string> {
  const writer = new ResourceWriter(file);
  yield writer.writeHead();
  const arrayNames = new Set<string>();
  let array: OpenArray | undefined;
  for (const entry of file.entries) {
    const resource = tryWrite(file, [entry.key], () => parseResourceKey(entry.key, metaText(entry.keyMeta?.product)));
    if (!resource) {
      yield '';
      continue;
    }
    if (array && !isItemOf(array, resource)) {
      yield writeItems(array, writer, file);
      array = undefined;
    }
    if (resource.index === undefined)
      yield tryWrite(file, [entry.key], () => writer.writeResource(entry, resource)) ?? '';
    else {
      array ??= { resource, items: new Map() };
      arrayNames.add(resource.name);
      array.items.set(resource.index, entry);
      // The item is written with its array. An empty text is yielded, because each entry has to yield a text.
      yield '';
    }
  }
  if (array) yield writeItems(array, writer, file);
  yield writer.writeEmptyArrays(arrayNames);
  yield '</resources>\n';
}

const isItemOf = ({ resource }: OpenArray, { name, product, index }: ResourceName): boolean =>
  index !== undefined && name === resource.name && product === resource.product;

function writeItems(array: OpenArray, writer: ResourceWriter, file: FileToWrite): string {
  const keys = Array.from(array.items.values(), ({ key }) => key);
  return tryWrite(file, keys, () => writeArray(array, writer, file)) ?? '';
}

const writeArray = ({ resource, items }: OpenArray, writer: ResourceWriter, file: FileToWrite): string =>
  writer.writeArray(completeArray(items, 0, file), resource);

/**
 * Returns the items of an array in their order. Items without a text are undefined: they are written as empty items, so
 * that the others keep their indexes.
 *
 * @param start the index of the first item
 * @throws UnwritableTextError for too many of them
 */
export function completeArray(
  items: ReadonlyMap<number, EntryToWrite>,
  start: number,
  file: Pick<FileToWrite, 'warn'>,
): (EntryToWrite | undefined)[] {
  const [last, entry] = [...items].reduce((a, b) => (b[0] > a[0] ? b : a));
  const length = last + 1 - start;
  const missing = length - items.size;
  if (missing > MAX_MISSING_ITEMS) {
    throw new UnwritableTextError(entry.key, `the array would have ${missing} empty items`);
  }
  if (missing > 0) {
    const detail = `items without a text are written as empty items of the array: ${missing}`;
    file.warn({ code: 'array_filled', detail, key: entry.key });
  }
  return Array.from({ length }, (_, index) => items.get(start + index));
}
