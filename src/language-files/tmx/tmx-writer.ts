import type { FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { UnwritableTextError } from '../model/format-errors';
import { type Meta, metaText } from '../model/meta';
import { writeEach } from '../model/left-out';
import { isTargetMarked, writeInline } from '../xml/inline-text';
import { type AttributePairs, NO_NAMESPACES, storedAttributes, storedElements } from '../xml/stored-xml';
import { isWritableXml } from '../xml/xml-markup';
import { writeNotes } from '../xml/xml-notes';
import { XML_DECLARATION, attributes, escapeText } from '../xml/xml-writer';
import { TMX_INLINE } from './tmx-reader';

/** The header attributes that the DTD requires, for a file without them; `srclang` is set from the project. */
const DEFAULT_HEADER: AttributePairs = [
  ['creationtool', 'Glossa'],
  ['creationtoolversion', '1'],
  ['segtype', 'block'],
  ['o-tmf', 'Glossa'],
  ['adminlang', 'en'],
  ['datatype', 'plaintext'],
];

/** Writes TMX 1.4. Its DTD declares no namespaces, so stored XML with prefixes is not written. */
export function* writeTmx(file: FileToWrite): Generator<string> {
  yield `${XML_DECLARATION}<tmx version="1.4">\n${writeHeader(file)}  <body>\n`;
  yield* writeEach(file, (entry) => writeUnit(entry, file));
  yield '  </body>\n</tmx>\n';
}

function writeHeader({ meta, sourceLanguage }: FileToWrite): string {
  const kept = storedAttributes(meta?.attributes, NO_NAMESPACES, ['srclang']);
  const keptNames = new Set(kept.map(([name]) => name));
  const missing = DEFAULT_HEADER.filter(([name]) => !keptNames.has(name));
  const head = attributes([...kept, ...missing, ['srclang', sourceLanguage]], 'header');
  const content = metaText(meta?.header);
  if (content === undefined || !isWritableXml(content, NO_NAMESPACES)) return `  <header${head}/>\n`;
  return `  <header${head}>\n    ${content}\n  </header>\n`;
}

function writeUnit(entry: EntryToWrite, file: FileToWrite): string {
  const { key, keyMeta, description } = entry;
  const texts = textsByLanguage(entry, file);
  const sourceText = texts.get(file.sourceLanguage) ?? [...texts.values()][0];
  const isNamedByText = keyMeta?.unnamed === true && sourceText === key;
  const pairs: AttributePairs = [
    ['tuid', isNamedByText ? undefined : key],
    ...storedAttributes(keyMeta?.attributes, NO_NAMESPACES, ['tuid']),
  ];
  const lines = [
    ...writeNotes(description, keyMeta?.notes, undefined, NO_NAMESPACES, key),
    ...storedElements(keyMeta?.extras, NO_NAMESPACES),
    ...[...texts].map(([language, text]) => writeVariant(entry, language, text)),
  ];
  return `    <tu${attributes(pairs, key)}>\n${lines.map((line) => `      ${line}\n`).join('')}    </tu>\n`;
}

/** Returns the texts by language. A unit must have a text: a key without any gets an empty one in the source language. */
function textsByLanguage({ key, value, values, source }: EntryToWrite, file: FileToWrite): Map<string, string> {
  const entryValues = values ?? new Map([[file.language, value ?? source ?? '']]);
  const texts = new Map<string, string>();
  for (const language of file.languages) {
    const text = entryValues.get(language);
    if (text === undefined) continue;
    if (typeof text !== 'string') throw new UnwritableTextError(key, 'TMX holds a plural only as its ICU message');
    texts.set(language, text);
  }
  return texts.size > 0 ? texts : new Map([[file.sourceLanguage, '']]);
}

function writeVariant(entry: EntryToWrite, language: string, text: string): string {
  const { key, keyMeta } = entry;
  const meta: Meta = entry.metas?.get(language) ?? {};
  const pairs: AttributePairs = [
    ['xml:lang', language],
    ...storedAttributes(meta.attributes, NO_NAMESPACES, ['xml:lang', 'lang']),
  ];
  const escape = (plain: string): string => escapeText(plain, key);
  const seg = writeInline(text, isTargetMarked({ keyMeta, meta }), TMX_INLINE, NO_NAMESPACES, escape, key);
  const extras = storedElements(meta.extras, NO_NAMESPACES).join('');
  return `<tuv${attributes(pairs, key)}>${extras}<seg>${seg}</seg></tuv>`;
}
