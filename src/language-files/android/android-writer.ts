import type { FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { tryWrite } from '../model/left-out';
import { metaText } from '../model/meta';
import { parseResourceKey, type ResourceName } from './android-names';
import { ResourceWriter } from './android-resource-writer';
import { completeArray, warnOfAbsentItems, warnOfEmptyItems } from './array-items';

/**
 * An array whose items are being collected. They come in code point order (`[10]` before `[2]`) with no other key
 * between them.
 */
interface OpenArray {
  resource: ResourceName;
  items: Map<number, EntryToWrite>;
  /** The indexes of the items without a text. */
  missing: Set<number>;
}

/** Writes a file of string resources. */
export function* writeAndroid(file: FileToWrite): Generator<string> {
  const writer = new ResourceWriter(file);
  yield writer.writeHead();
  const arrayNames = new Set<string>();
  let array: OpenArray | undefined;
  for (const entry of file.entries) {
    const resource = readName(entry, file);
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
      array ??= { resource, items: new Map(), missing: new Set() };
      if (isOmitted(entry, file)) array.missing.add(resource.index);
      else {
        arrayNames.add(resource.name);
        array.items.set(resource.index, entry);
      }
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

/** Returns whether a key without a text is left out. The keys of arrays come nevertheless, because arrays need all items. */
const isOmitted = ({ value }: EntryToWrite, { omitsMissing }: FileToWrite): boolean =>
  value === undefined && omitsMissing === true;

function readName(entry: EntryToWrite, file: FileToWrite): ResourceName | undefined {
  const parse = (): ResourceName => parseResourceKey(entry.key, metaText(entry.keyMeta?.product));
  const name = isOmitted(entry, file) ? tryWrite(SILENT, [], parse) : tryWrite(file, [entry.key], parse);
  return name?.index === undefined && isOmitted(entry, file) ? undefined : name;
}

/** A key that is left out has no warning. */
const SILENT = { leavesOutUnwritable: true, warn: (): void => undefined };

function writeItems(array: OpenArray, writer: ResourceWriter, file: FileToWrite): string {
  if (array.items.size === 0) return '';
  const keys = Array.from(array.items.values(), ({ key }) => key);
  return tryWrite(file, keys, () => writeArray(array, writer, file)) ?? '';
}

function writeArray({ resource, items, missing }: OpenArray, writer: ResourceWriter, file: FileToWrite): string {
  const all = completeArray(items, missing);
  const last = all.findLast((item) => item !== undefined);
  const warn: FileToWrite['warn'] = (warning) => file.warn(warning);
  warnOfEmptyItems(all.length - items.size, last?.key ?? '', warn);
  warnOfAbsentItems([...missing].filter((index) => index >= all.length).length, last?.key ?? '', warn);
  return writer.writeArray(all, resource);
}
