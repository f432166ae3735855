import type { FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { tryWrite } from '../model/left-out';
import { type Meta, metaItems, metaObject, metaText } from '../model/meta';
import { type Namespaces, metaNamespaces } from '../xml/xml-markup';
import { type Unit, fileSections } from './file-sections';

/** The parts of a document, which each version of XLIFF writes differently. */
export interface DocumentParts {
  /** The member of a file's metadata that holds its name. */
  nameMember: 'original' | 'id';
  /** The name of the `<file>` for units without one, in a document without stored files. */
  defaultName: string;
  /** @param stored the metadata of the file; undefined for a file that was not imported */
  openFile(name: string, stored: Meta | undefined): string;
  closeFile: string;
  /** The content of a file without units. */
  emptyContent: string;
  writeUnit(entry: EntryToWrite, fileNamespaces: Namespaces): string;
}

/** Writes the entries as units of their `<file>`s. A document without entries has one file without units. */
export function* writeFiles(file: FileToWrite, parts: DocumentParts): Generator<string> {
  const stored = new Map(metaItems(file.meta?.files).map((item) => describeFile(metaObject(item), parts)));
  const mainName = [...stored.keys()][0] ?? parts.defaultName;
  const open = (name: string): string => parts.openFile(name, stored.get(name));
  let isEmpty = true;
  for (const text of fileSections(writeUnits(file, parts, stored, mainName), open, parts.closeFile)) {
    isEmpty &&= text === '';
    yield text;
  }
  if (isEmpty) yield `${open(mainName)}${parts.emptyContent}${parts.closeFile}`;
}

const describeFile = (meta: Meta, { nameMember }: DocumentParts): [name: string, meta: Meta] => [
  metaText(meta[nameMember]) ?? '',
  meta,
];

function* writeUnits(
  document: FileToWrite,
  parts: DocumentParts,
  stored: ReadonlyMap<string, Meta>,
  mainName: string,
): Generator<Unit | undefined> {
  for (const entry of document.entries) {
    const file = metaText(entry.keyMeta?.file) ?? mainName;
    yield tryWrite(document, [entry.key], () => ({
      file,
      xml: parts.writeUnit(entry, metaNamespaces(stored.get(file)?.namespaces)),
    }));
  }
}
