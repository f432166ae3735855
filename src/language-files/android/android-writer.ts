import type { FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { UnwritableTextError } from '../model/format-errors';
import { resourceOf, type ResourceName } from './android-names';
import { ResourceWriter } from './android-resource-writer';

/** Items of an array without a text; more of them would be a mistake in a key. */
const MAX_HOLES = 1000;

/** The items of an array as they come: by code point, `[10]` before `[2]`, but with no other key between them. */
interface OpenArray {
  resource: ResourceName;
  items: Map<number, EntryToWrite>;
}

export function* writeAndroid(file: FileToWrite): Generator<string> {
  const writer = new ResourceWriter(file);
  yield writer.head();
  const arrays = new Set<string>();
  let array: OpenArray | undefined;
  for (const entry of file.entries) {
    const resource = resourceOf(entry.key, productOf(entry));
    if (array && !isItemOf(array, resource)) {
      yield writeArray(array, writer, file);
      array = undefined;
    }
    if (resource.index === undefined) yield writer.resource(entry, resource);
    else {
      array ??= { resource, items: new Map() };
      arrays.add(resource.name);
      array.items.set(resource.index, entry);
      // It was taken, though its text has to wait.
      yield '';
    }
  }
  if (array) yield writeArray(array, writer, file);
  yield writer.emptyArrays(arrays);
  yield '</resources>\n';
}

const productOf = ({ keyMeta }: EntryToWrite): string | undefined =>
  typeof keyMeta?.product === 'string' ? keyMeta.product : undefined;

const isItemOf = ({ resource }: OpenArray, { name, product, index }: ResourceName): boolean =>
  index !== undefined && name === resource.name && product === resource.product;

/** An array has no holes: an item without a text is an empty one, so that the others keep their places. */
function writeArray({ resource, items }: OpenArray, writer: ResourceWriter, file: FileToWrite): string {
  const [last, entry] = [...items].reduce((a, b) => (b[0] > a[0] ? b : a));
  const holes = last + 1 - items.size;
  if (holes > MAX_HOLES) throw new UnwritableTextError(entry.key, `the array would have ${holes} empty items`);
  if (holes > 0) {
    const detail = `items without a text became empty items of the array ${resource.name}: ${holes}`;
    file.warn({ code: 'array_filled', detail, key: entry.key });
  }
  return writer.array(
    Array.from({ length: last + 1 }, (_, index) => items.get(index)),
    resource,
  );
}
