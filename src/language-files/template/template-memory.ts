import type { TemplatePlaces } from '../model/codec';
import type { TemplateList } from './file-template';

/**
 * The memory of a read template beside its decoded file, in bytes: for each element, and for each code unit of the
 * file.
 */
type Shares = readonly [element: number, codeUnit: number];

/**
 * Measured with 4,000 and 10,000 entries and with short and long texts: see docs/performance.md. The formats of units
 * keep copies of their texts, so that their memory depends on the length of the file too.
 */
const SHARES: Readonly<Record<string, Shares>> = {
  json: [220, 0],
  'json-nested': [400, 0],
  'icu-json': [400, 0],
  i18next: [390, 0],
  arb: [280, 0],
  xcstrings: [490, 0],
  yaml: [600, 0],
  'yaml-rails': [640, 0],
  po: [1_900, 1],
  properties: [310, 1.4],
  xliff: [160, 1.6],
  xliff2: [110, 1.6],
  android: [700, 3.4],
  strings: [515, 0],
  stringsdict: [920, 0],
  csv: [200, 0],
  tsv: [200, 0],
  xlsx: [380, 3.5],
  resx: [150, 1.4],
  'qt-ts': [100, 2],
  tmx: [290, 2],
  fluent: [260, 0],
  php: [560, 0],
};

/**
 * Returns the memory that a read template takes, in bytes, with an error of at most 30 %. @throws Error without
 * measured shares
 */
export function templateBytes(codecId: string, { source, root }: TemplatePlaces): number {
  const shares = SHARES[codecId];
  if (!shares) throw new Error(`the memory of templates in the format ${codecId} was not measured`);
  const [element, codeUnit] = shares;
  // V8 keeps a text whose characters are all in ISO 8859-1 in one byte each.
  const width = /[^\0-\xff]/.test(source) ? 2 : 1;
  return source.length * (width + codeUnit) + countElements(root) * element;
}

/**
 * Counts the elements of a list and of the lists in it. An element with an owner finds its list when it changes, which
 * takes as long as to read it, so that it counts as one. The recursion is bounded by the depth of the file.
 */
function countElements({ elements }: TemplateList): number {
  let count = elements.length;
  for (const element of elements) if (element.owner === undefined && element.list) count += countElements(element.list);
  return count;
}
