import type { FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { type Meta, metaItems, metaObject, metaText } from '../model/meta';
import { isTargetMarked, needsPreserve, textOf, writeInline } from '../xml/inline-text';
import { type Namespaces, isWritableXml, metaNamespaces } from '../xml/xml-markup';
import { writeNotes } from '../xml/xml-notes';
import { XML_DECLARATION, attributes } from '../xml/xml-writer';
import { type Unit, fileSections } from './file-sections';
import { encodeNmtoken } from './nmtoken';
import { type Pairs, declarations, pairsOf, writableExtras } from './stored-xml';
import { unitId } from './unit-keys';
import { XLIFF2_INLINE, writePlain } from './xliff2-content';
import { writeSegments } from './xliff2-segment-reader';

const NAMESPACE = 'urn:oasis:names:tc:xliff:document:2.0';
const CLOSE_FILE = '  </file>\n';

/** XLIFF 2.0, or 2.1 where the file was that: the core is the same. */
export function* writeXliff2(file: FileToWrite): Generator<string> {
  const files = new Map(metaItems(file.meta?.files).map((stored) => describedFile(metaObject(stored))));
  const main = [...files.keys()][0] ?? 'f1';
  const version = metaText(file.meta?.version) === '2.1' ? '2.1' : '2.0';
  const languages: Pairs = [['srcLang', file.sourceLanguage], ['trgLang', file.language]]; // prettier-ignore
  yield `${XML_DECLARATION}<xliff xmlns="${NAMESPACE}" version="${version}"${attributes(languages, '')}>\n`;
  const open = (id: string): string => openFile(id, files.get(id) ?? { attributes: [['original', file.projectName]] });
  let written = false;
  for (const text of fileSections(units(file, files, main), open, CLOSE_FILE)) {
    written = true;
    yield text;
  }
  // A file has to hold a unit or a group.
  if (!written) yield `${open(main)}    <group id="g1"/>\n${CLOSE_FILE}`;
  yield '</xliff>\n';
}

const describedFile = (stored: Meta): [string, Meta] => [metaText(stored.id) ?? '', stored];

function openFile(id: string, stored: Meta): string {
  const namespaces = metaNamespaces(stored.namespaces);
  const head = attributes(
    [...declarations(namespaces), ['id', encodeNmtoken(id) || 'f1'], ...pairsOf(stored.attributes, namespaces, ['id'])],
    id,
  );
  const inner = metaItems(stored.head).filter(
    (xml): xml is string => typeof xml === 'string' && isWritableXml(xml, namespaces),
  );
  return `  <file${head}>\n${inner.map((xml) => `    ${xml}\n`).join('')}`;
}

function* units(file: FileToWrite, files: ReadonlyMap<string, Meta>, main: string): Generator<Unit> {
  for (const entry of file.entries) {
    const id = metaText(entry.keyMeta?.file) ?? main;
    yield { file: id, xml: writeUnit(entry, metaNamespaces(files.get(id)?.namespaces), file) };
  }
}

function writeUnit(entry: EntryToWrite, ofFile: Namespaces, file: FileToWrite): string {
  const { key, keyMeta = {}, meta = {} } = entry;
  const own = new Map([...metaNamespaces(keyMeta.namespaces)].filter(([prefix, uri]) => ofFile.get(prefix) !== uri));
  const namespaces = new Map([...ofFile, ...own]);
  const notes = writeNotes(entry.description, keyMeta.notes, meta.notes, namespaces, key);
  const data = metaText(keyMeta.originalData);
  const lines = [
    ...writableExtras(keyMeta.extras, namespaces, key, file),
    ...(notes.length > 0 ? ['<notes>', ...notes.map((note) => `  ${note}`), '</notes>'] : []),
    ...(data !== undefined && isWritableXml(data, namespaces) ? [data] : []),
    ...writeTexts(entry, namespaces),
  ];
  const head = attributes([...declarations(own), ...headOf(entry, namespaces)], key);
  return `    <unit${head}>\n${lines.map((line) => `      ${line}\n`).join('')}    </unit>\n`;
}

/** A key that cannot be an id stands beside it as the unit's name. */
function headOf(entry: EntryToWrite, namespaces: Namespaces): Pairs {
  const { key, keyMeta = {} } = entry;
  const plainId = unitId(key, keyMeta);
  const id = encodeNmtoken(plainId);
  const preserve = [textOf(entry, 'source'), textOf(entry, 'value')].some((text) => needsPreserve(text ?? ''));
  const without = ['id', ...(preserve ? ['xml:space'] : [])];
  const kept = pairsOf(keyMeta.attributes, namespaces, without);
  const isNamed = id === plainId || kept.some(([name]) => name === 'name') || !isWritable(plainId);
  return [
    ['id', id],
    ['name', isNamed ? undefined : plainId],
    ...kept,
    ['xml:space', preserve ? 'preserve' : undefined],
  ];
}

const isWritable = (text: string): boolean => !/[^\t\n\r\u0020-\uFFFD]/.test(text) && text.isWellFormed();

function writeTexts(entry: EntryToWrite, namespaces: Namespaces): string[] {
  const { key, keyMeta = {}, meta = {} } = entry;
  const source = textOf(entry, 'source') ?? '';
  const target = textOf(entry, 'value');
  const segments = writeSegments(source, target, { keyMeta, meta }, namespaces, key);
  if (segments) return segments;
  const escape = (text: string): string => writePlain(text, key);
  const write = (text: string, marked: boolean): string =>
    writeInline(text, marked, XLIFF2_INLINE, namespaces, escape, key);
  const content = target === undefined ? '' : write(target, isTargetMarked(entry));
  const state = target === undefined ? 'initial' : (metaText(meta.state) ?? 'translated');
  const subState = target === undefined ? undefined : metaText(meta.subState);
  const head: Pairs = [
    ...pairsOf(keyMeta.segment, namespaces, ['state', 'subState']),
    ['state', state || undefined],
    ['subState', subState],
  ];
  return [
    `<segment${attributes(head, key)}>`,
    `  <source>${write(source, keyMeta.markup === true)}</source>`,
    content === '' ? '  <target/>' : `  <target>${content}</target>`,
    '</segment>',
  ];
}
