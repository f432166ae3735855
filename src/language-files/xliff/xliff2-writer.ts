import type { FileFacts, FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { type Meta, metaText } from '../model/meta';
import { isTargetMarked, needsPreserve, getText, writeInline } from '../xml/inline-text';
import { type AttributePairs, namespaceDeclarations, storedAttributes } from '../xml/stored-xml';
import { type Namespaces, isWritableXml } from '../xml/xml-markup';
import { writeNotes } from '../xml/xml-notes';
import { XML_DECLARATION, attributes } from '../xml/xml-writer';
import { type DocumentParts, writeFiles } from './document-writer';
import { writeFileHead } from './file-head';
import { encodeNmtoken } from './nmtoken';
import { unitId } from './unit-keys';
import { unitExtras, unitNamespaces } from './unit-xml';
import { XLIFF2_INLINE, escapePlainText } from './xliff2-content';
import { XLIFF2_HEAD } from './xliff2-reader';
import { writeSegments } from './xliff2-segment-writer';

const NAMESPACE = 'urn:oasis:names:tc:xliff:document:2.0';

/** Writes XLIFF 2.0, or 2.1 where the imported file had that version: their core is the same. */
export function* writeXliff2(file: FileToWrite): Generator<string> {
  const version = metaText(file.meta?.version) === '2.1' ? '2.1' : '2.0';
  const languages: AttributePairs = [
    ['srcLang', file.sourceLanguage],
    ['trgLang', file.language],
  ];
  yield `${XML_DECLARATION}<xliff xmlns="${NAMESPACE}" version="${version}"${attributes(languages, '')}>\n`;
  yield* writeFiles(file, xliff2Parts(file));
  yield '</xliff>\n';
}

export const xliff2Parts = (file: FileFacts): DocumentParts => ({
  head: XLIFF2_HEAD,
  defaultName: 'f1',
  openFile: (id, stored = { attributes: [['original', file.projectName]] }) => openFile(id, stored),
  closeFile: '  </file>\n',
  // The schema requires a unit or a group in a file.
  emptyContent: '    <group id="g1"/>\n',
  unit: { name: 'unit', indent: '    ' },
  writeUnit: (entry, fileNamespaces) => writeUnit(entry, fileNamespaces, file),
});

const openFile = (id: string, stored: Meta): string =>
  writeFileHead(id, stored, XLIFF2_HEAD, () => [['id', encodeNmtoken(id) || 'f1']]);

function writeUnit(entry: EntryToWrite, fileNamespaces: Namespaces, file: FileFacts): string[] {
  const { key, keyMeta = {}, meta = {} } = entry;
  const { declared, all: namespaces } = unitNamespaces(keyMeta, fileNamespaces);
  const notes = writeNotes(entry.description, keyMeta.notes, meta.notes, namespaces, key);
  const originalData = metaText(keyMeta.originalData);
  const pairs = [...namespaceDeclarations(declared), ...unitAttributes(entry, namespaces)];
  return [
    `<unit${attributes(pairs, key)}>`,
    ...unitExtras(keyMeta, namespaces, key, file),
    ...(notes.length > 0 ? ['<notes>', ...notes.map((note) => `  ${note}`), '</notes>'] : []),
    ...(originalData !== undefined && isWritableXml(originalData, namespaces) ? [originalData] : []),
    ...writeTexts(entry, namespaces, file),
  ];
}

/** Returns the attributes of a unit. A key that cannot be an id is written as the unit's name, too. */
function unitAttributes(entry: EntryToWrite, namespaces: Namespaces): AttributePairs {
  const { key, keyMeta = {} } = entry;
  const plainId = unitId(key, keyMeta);
  const id = encodeNmtoken(plainId);
  const preserve = [getText(entry, 'source'), getText(entry, 'value')].some((text) => needsPreserve(text ?? ''));
  const kept = storedAttributes(keyMeta.attributes, namespaces, ['id', ...(preserve ? ['xml:space'] : [])]);
  const needsName = id !== plainId && !kept.some(([name]) => name === 'name') && isXmlText(plainId);
  return [
    ['id', id],
    ['name', needsName ? plainId : undefined],
    ...kept,
    ['xml:space', preserve ? 'preserve' : undefined],
  ];
}

const isXmlText = (text: string): boolean => !/[^\t\n\r\u0020-\uFFFD]/.test(text) && text.isWellFormed();

/** Writes the segments of the imported file if their texts are unchanged, else one segment. */
function writeTexts(entry: EntryToWrite, namespaces: Namespaces, file: FileFacts): string[] {
  const { key, keyMeta = {}, meta = {} } = entry;
  const { omitsMissing = false } = file;
  const source = getText(entry, 'source') ?? '';
  const target = getText(entry, 'value');
  const segments = writeSegments(source, target, { keyMeta, meta, omitsMissing }, namespaces, key);
  if (segments) return segments;
  const warn: FileFacts['warn'] = (warning) => file.warn(warning);
  const syntax = { key, vocabulary: XLIFF2_INLINE, namespaces, escape: escapePlainText, warn };
  const writeText = (text: string, markup: boolean): string => writeInline(text, markup, syntax);
  const targetXml = target === undefined ? '' : writeText(target, isTargetMarked(entry));
  const emptyTarget = target === undefined && omitsMissing ? [] : ['  <target/>'];
  const pairs = [
    ...storedAttributes(keyMeta.segment, namespaces, ['state', 'subState']),
    ...stateAttributes(target, meta, omitsMissing),
  ];
  return [
    `<segment${attributes(pairs, key)}>`,
    `  <source>${writeText(source, keyMeta.markup === true)}</source>`,
    ...(targetXml === '' ? emptyTarget : [`  <target>${targetXml}</target>`]),
    '</segment>',
  ];
}

/**
 * A stored state of `""` means that the segment had no state. An empty target counts as missing in the initial state
 * only.
 */
function stateAttributes(target: string | undefined, meta: Meta, omitsMissing: boolean): AttributePairs {
  if (target === undefined) return omitsMissing && meta.state === '' ? [] : [['state', 'initial']];
  return [
    ['state', (metaText(meta.state) ?? 'translated') || undefined],
    ['subState', metaText(meta.subState)],
  ];
}
