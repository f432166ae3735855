import type { FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { type Meta, metaItems, metaObject, metaText } from '../model/meta';
import { type Namespaces, isWritableXml, metaNamespaces } from '../xml/xml-markup';
import { readXmlFragment } from '../xml/xml-reader';
import { deepText } from '../xml/xml-tree';
import { XML_DECLARATION, attributes, escapeText } from '../xml/xml-writer';
import { type Unit, fileSections } from './file-sections';
import { isTargetMarked, needsPreserve, textOf, writeInline } from '../xml/inline-text';
import { writeNotes } from '../xml/xml-notes';
import { type Pairs, declarations, pairsOf, writableExtras } from './stored-xml';
import { unitId } from './unit-keys';
import { XLIFF_INLINE } from './xliff-reader';

/** XLIFF 1.2 (transitional), valid by OASIS' schema as long as stored metadata is. */
export function* writeXliff(file: FileToWrite): Generator<string> {
  const files = new Map(metaItems(file.meta?.files).map((stored) => describedFile(metaObject(stored))));
  const main = [...files.keys()][0] ?? file.projectName;
  yield `${XML_DECLARATION}<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">\n`;
  const open = (original: string): string => openFile(original, files.get(original) ?? {}, file);
  let written = false;
  for (const text of fileSections(units(file, files, main), open, '    </body>\n  </file>\n')) {
    written = true;
    yield text;
  }
  if (!written) yield `${open(main)}    </body>\n  </file>\n`;
  yield '</xliff>\n';
}

const describedFile = (stored: Meta): [string, Meta] => [metaText(stored.original) ?? '', stored];

function openFile(original: string, stored: Meta, { language, sourceLanguage }: FileToWrite): string {
  const namespaces = metaNamespaces(stored.namespaces);
  const kept = pairsOf(stored.attributes, namespaces, ['original', 'source-language', 'target-language']);
  const datatype: Pairs = kept.some(([name]) => name === 'datatype') ? [] : [['datatype', 'plaintext']];
  const own: Pairs = [
    ...declarations(namespaces),
    ['original', original],
    ['source-language', sourceLanguage],
    ['target-language', language],
    ...datatype,
  ];
  const header = metaText(stored.header);
  const hasHeader = header !== undefined && isWritableXml(header, namespaces);
  return (
    `  <file${attributes([...own, ...kept], original)}>\n` +
    (hasHeader ? `    <header>\n      ${header}\n    </header>\n` : '') +
    '    <body>\n'
  );
}

function* units(file: FileToWrite, files: ReadonlyMap<string, Meta>, main: string): Generator<Unit> {
  for (const entry of file.entries) {
    const original = metaText(entry.keyMeta?.file) ?? main;
    yield { file: original, xml: writeUnit(entry, metaNamespaces(files.get(original)?.namespaces), file) };
  }
}

function writeUnit(entry: EntryToWrite, ofFile: Namespaces, file: FileToWrite): string {
  const { key, keyMeta = {}, meta = {} } = entry;
  const own = new Map([...metaNamespaces(keyMeta.namespaces)].filter(([prefix, uri]) => ofFile.get(prefix) !== uri));
  const namespaces = new Map([...ofFile, ...own]);
  const source = textOf(entry, 'source') ?? '';
  const target = textOf(entry, 'value');
  const head = [...declarations(own), ...headOf(entry, source, target, namespaces)];
  const write = (text: string, marked: boolean): string => writeMarked(text, marked, namespaces, key);
  const written = write(source, keyMeta.markup === true);
  const lines = [
    `<source>${written}</source>`,
    ...segSource(keyMeta, written, namespaces, key, file),
    writeTarget(target && write(target, isTargetMarked(entry)), target === undefined, meta, namespaces, key),
    ...writeNotes(entry.description, keyMeta.notes, meta.notes, namespaces, key),
    ...writableExtras(keyMeta.extras, namespaces, key, file),
  ];
  const indent = (line: string): string => `        ${line}\n`;
  return `      <trans-unit${attributes(head, key)}>\n${lines.map(indent).join('')}      </trans-unit>\n`;
}

function headOf(entry: EntryToWrite, source: string, target: string | undefined, namespaces: Namespaces): Pairs {
  const { key, keyMeta, meta } = entry;
  const preserve = needsPreserve(source) || needsPreserve(target ?? '');
  return [
    ['id', unitId(key, keyMeta)],
    ...pairsOf(keyMeta?.attributes, namespaces, ['id', 'approved', ...(preserve ? ['xml:space'] : [])]),
    ['approved', target === undefined ? undefined : metaText(meta?.approved)],
    ['xml:space', preserve ? 'preserve' : undefined],
  ];
}

function writeMarked(text: string, marked: boolean, namespaces: Namespaces, key: string): string {
  return writeInline(text, marked, XLIFF_INLINE, namespaces, (plain) => escapeText(plain, key), key);
}

function writeTarget(
  content: string | undefined,
  missing: boolean,
  meta: Meta,
  namespaces: Namespaces,
  key: string,
): string {
  const pairs: Pairs = missing ? [['state', 'needs-translation']] : pairsOf(meta.attributes, namespaces, ['xml:lang']);
  return content ? `<target${attributes(pairs, key)}>${content}</target>` : `<target${attributes(pairs, key)}/>`;
}

/** The stored segmentation, while it is still one of the source. */
function segSource(keyMeta: Meta, source: string, namespaces: Namespaces, key: string, file: FileToWrite): string[] {
  const stored = metaText(keyMeta.segSource);
  if (stored === undefined) return [];
  if (isWritableXml(stored, namespaces) && fragmentText(stored) === fragmentText(source)) {
    return [`<seg-source>${stored}</seg-source>`];
  }
  file.warn({ code: 'segmentation_dropped', detail: 'the source text has changed since it was segmented', key });
  return [];
}

const fragmentText = (xml: string): string =>
  readXmlFragment(xml)
    .map((node) => (node.type === 'text' ? node.text : node.type === 'element' ? deepText(node) : ''))
    .join('');
