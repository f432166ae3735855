import type { FileFacts, FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { tryWrite } from '../model/left-out';
import { type Meta, metaItems, metaObject, metaText } from '../model/meta';
import { type Namespaces, metaNamespaces } from '../xml/xml-markup';
import { type Unit, fileSections } from './file-sections';
import type { HeadSyntax } from './file-head';
import { WrittenKeys } from './unit-keys';

/** The parts of a document, which each version of XLIFF writes differently. */
export interface DocumentParts {
  head: HeadSyntax;
  /** The name of the `<file>` for units without one, in a document without stored files. */
  defaultName: string;
  /** @param stored the metadata of the file; undefined for a file that was not imported */
  openFile: (name: string, stored: Meta | undefined) => string;
  closeFile: string;
  /** The content of a file without units. */
  emptyContent: string;
  /** The name of a unit's element, and its indentation. */
  unit: { name: string; indent: string };
  /** Returns the start tag of a unit and its child elements, which are indented by two spaces a level. */
  writeUnit: (entry: EntryToWrite, fileNamespaces: Namespaces) => string[];
}

/** Writes the entries as units of their `<file>`s. A document without entries has one file without units. */
export function* writeFiles(file: FileToWrite, parts: DocumentParts): Generator<string> {
  const stored = storedFiles(file, parts);
  const mainName = [...stored.keys()][0] ?? parts.defaultName;
  const open = (name: string): string => parts.openFile(name, stored.get(name));
  let isEmpty = true;
  for (const text of fileSections(writeUnits(file, parts, stored, mainName), open, parts.closeFile)) {
    isEmpty &&= text === '';
    yield text;
  }
  if (isEmpty) yield `${open(mainName)}${parts.emptyContent}${parts.closeFile}`;
}

/** Returns the metadata of the stored files by their names. */
export const storedFiles = ({ meta }: FileFacts, parts: DocumentParts): Map<string, Meta> =>
  new Map(metaItems(meta?.files).map((item) => describeFile(metaObject(item), parts)));

const describeFile = (meta: Meta, { head }: DocumentParts): [name: string, meta: Meta] => [
  metaText(meta[head.name]) ?? '',
  meta,
];

function* writeUnits(
  document: FileToWrite,
  parts: DocumentParts,
  stored: ReadonlyMap<string, Meta>,
  mainName: string,
): Generator<Unit | undefined> {
  const keys = new WrittenKeys();
  for (const entry of document.entries) {
    const file = metaText(entry.keyMeta?.file) ?? mainName;
    const namespaces = metaNamespaces(stored.get(file)?.namespaces);
    const unit = tryWrite(document, [entry.key], () => ({ file, xml: formatUnit(entry, namespaces, parts) }));
    if (unit) keys.add(entry);
    yield unit;
  }
  keys.warn(document);
}

function formatUnit(entry: EntryToWrite, namespaces: Namespaces, { unit, writeUnit }: DocumentParts): string {
  const { name, indent } = unit;
  const [open = '', ...lines] = writeUnit(entry, namespaces);
  return `${indent}${open}\n${lines.map((line) => `${indent}  ${line}\n`).join('')}${indent}</${name}>\n`;
}
