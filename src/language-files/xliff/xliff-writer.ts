import type { FileFacts, FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { type Meta, metaText } from '../model/meta';
import { isTargetMarked, needsPreserve, getText, writeInline } from '../xml/inline-text';
import { type AttributePairs, namespaceDeclarations, storedAttributes } from '../xml/stored-xml';
import { type Namespaces, isWritableXml } from '../xml/xml-markup';
import { writeNotes } from '../xml/xml-notes';
import { readXmlFragment } from '../xml/xml-reader';
import { deepText } from '../xml/xml-tree';
import { XML_DECLARATION, attributes, escapeText } from '../xml/xml-writer';
import { type DocumentParts, writeFiles } from './document-writer';
import { writeFileHead } from './file-head';
import { unitId } from './unit-keys';
import { unitExtras, unitNamespaces } from './unit-xml';
import { XLIFF_HEAD, XLIFF_INLINE } from './xliff-reader';

/** Writes XLIFF 1.2 (transitional). The document is valid by the OASIS schema if the stored elements are. */
export function* writeXliff(file: FileToWrite): Generator<string> {
  yield `${XML_DECLARATION}<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">\n`;
  yield* writeFiles(file, xliffParts(file));
  yield '</xliff>\n';
}

export const xliffParts = (file: FileFacts): DocumentParts => ({
  head: XLIFF_HEAD,
  defaultName: file.projectName,
  openFile: (original, stored = {}) => openFile(original, stored, file),
  closeFile: '    </body>\n  </file>\n',
  emptyContent: '',
  unit: { name: 'trans-unit', indent: '      ' },
  writeUnit: (entry, fileNamespaces) => writeUnit(entry, fileNamespaces, file),
});

function openFile(original: string, stored: Meta, { language, sourceLanguage }: FileFacts): string {
  return writeFileHead(original, stored, XLIFF_HEAD, (kept) => [
    ['original', original],
    ['source-language', sourceLanguage],
    ['target-language', language],
    ['datatype', kept.some(([name]) => name === 'datatype') ? undefined : 'plaintext'],
  ]);
}

function writeUnit(entry: EntryToWrite, fileNamespaces: Namespaces, file: FileFacts): string[] {
  const { key, keyMeta = {}, meta = {} } = entry;
  const { declared, all: namespaces } = unitNamespaces(keyMeta, fileNamespaces);
  const source = getText(entry, 'source') ?? '';
  const target = getText(entry, 'value');
  const warn: FileFacts['warn'] = (warning) => file.warn(warning);
  const syntax = { key, vocabulary: XLIFF_INLINE, namespaces, escape: escapeText, warn };
  const writeText = (text: string, markup: boolean): string => writeInline(text, markup, syntax);
  const sourceXml = writeText(source, keyMeta.markup === true);
  const targetXml = target === undefined ? undefined : writeText(target, isTargetMarked(entry));
  const pairs = [...namespaceDeclarations(declared), ...unitAttributes(entry, source, target, namespaces)];
  return [
    `<trans-unit${attributes(pairs, key)}>`,
    `<source>${sourceXml}</source>`,
    ...writeSegmentation(keyMeta, sourceXml, namespaces, key, file),
    ...(targetXml === undefined && file.omitsMissing ? [] : [writeTarget(targetXml, meta, namespaces, key)]),
    ...writeNotes(entry.description, keyMeta.notes, meta.notes, namespaces, key),
    ...unitExtras(keyMeta, namespaces, key, file),
  ];
}

function unitAttributes(
  { key, keyMeta, meta }: EntryToWrite,
  source: string,
  target: string | undefined,
  namespaces: Namespaces,
): AttributePairs {
  const preserve = needsPreserve(source) || needsPreserve(target ?? '');
  return [
    ['id', unitId(key, keyMeta)],
    ...storedAttributes(keyMeta?.attributes, namespaces, ['id', 'approved', ...(preserve ? ['xml:space'] : [])]),
    ['approved', target === undefined ? undefined : metaText(meta?.approved)],
    ['xml:space', preserve ? 'preserve' : undefined],
  ];
}

/** @param xml the content of the target; undefined where the unit is not translated */
function writeTarget(xml: string | undefined, meta: Meta, namespaces: Namespaces, key: string): string {
  const pairs: AttributePairs =
    xml === undefined ? [['state', 'needs-translation']] : storedAttributes(meta.attributes, namespaces, ['xml:lang']);
  return xml ? `<target${attributes(pairs, key)}>${xml}</target>` : `<target${attributes(pairs, key)}/>`;
}

/** Returns the stored `<seg-source>`; if the source text has changed since, it is omitted with a warning. */
function writeSegmentation(
  keyMeta: Meta,
  sourceXml: string,
  namespaces: Namespaces,
  key: string,
  file: FileFacts,
): string[] {
  const stored = metaText(keyMeta.segSource);
  if (stored === undefined) return [];
  if (isWritableXml(stored, namespaces) && fragmentText(stored) === fragmentText(sourceXml)) {
    return [`<seg-source>${stored}</seg-source>`];
  }
  warnOfSegmentation(key, file);
  return [];
}

export const warnOfSegmentation = (key: string, file: FileFacts): void =>
  file.warn({ code: 'segmentation_dropped', detail: 'the source text has changed since it was segmented', key });

/** Returns the text of an XML fragment without its inline elements. */
export const fragmentText = (xml: string): string =>
  readXmlFragment(xml)
    .map((node) => (node.type === 'text' ? node.text : node.type === 'element' ? deepText(node) : ''))
    .join('');
