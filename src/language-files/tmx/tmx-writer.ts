import type { FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { type Meta, type MetaValue, metaItems, metaText } from '../model/meta';
import { UnwritableTextError } from '../model/format-errors';
import { isTargetMarked, writeInline } from '../xml/inline-text';
import { isWritableXml, metaAttributes } from '../xml/xml-markup';
import { writeNotes } from '../xml/xml-notes';
import { XML_DECLARATION, attributes, escapeText } from '../xml/xml-writer';
import { TMX_INLINE } from './tmx-reader';

type Pairs = (readonly [name: string, value: string])[];

/** TMX's DTD binds no prefix. */
const NO_NAMESPACES: ReadonlyMap<string, string> = new Map();

/** What the DTD asks of a header, where a file had none; `srclang` is the project's. */
const HEADER: Pairs = [
  ['creationtool', 'Glossa'],
  ['creationtoolversion', '1'],
  ['segtype', 'block'],
  ['o-tmf', 'Glossa'],
  ['adminlang', 'en'],
  ['datatype', 'plaintext'],
];

export function* writeTmx(file: FileToWrite): Generator<string> {
  yield `${XML_DECLARATION}<tmx version="1.4">\n${writeHeader(file)}  <body>\n`;
  for (const entry of file.entries) yield writeUnit(entry, file);
  yield '  </body>\n</tmx>\n';
}

function writeHeader({ meta, sourceLanguage }: FileToWrite): string {
  const kept = pairsOf(meta?.attributes, ['srclang']);
  const named = new Set(kept.map(([name]) => name));
  const missing = HEADER.filter(([name]) => !named.has(name));
  const head = attributes([...kept, ...missing, ['srclang', sourceLanguage]], 'header');
  const inner = metaText(meta?.header);
  if (inner === undefined || !isWritableXml(inner, NO_NAMESPACES)) return `  <header${head}/>\n`;
  return `  <header${head}>\n    ${inner}\n  </header>\n`;
}

function writeUnit(entry: EntryToWrite, file: FileToWrite): string {
  const { key, keyMeta, description } = entry;
  const texts = textsOf(entry, file);
  const isNamed = keyMeta?.unnamed !== true || (texts.get(file.sourceLanguage) ?? [...texts.values()][0]) !== key;
  const head = attributes([['tuid', isNamed ? key : undefined], ...pairsOf(keyMeta?.attributes, ['tuid'])], key);
  const lines = [
    ...writeNotes(description, keyMeta?.notes, undefined, NO_NAMESPACES, key),
    ...writable(keyMeta?.extras),
    ...[...texts].map(([language, text]) => writeVariant(entry, language, text)),
  ];
  return `    <tu${head}>\n${lines.map((line) => `      ${line}\n`).join('')}    </tu>\n`;
}

/** The texts by language. A unit must have one: a key without any has an empty one in the source language. */
function textsOf({ key, value, values, source }: EntryToWrite, file: FileToWrite): Map<string, string> {
  const given = values ?? new Map([[file.language, value ?? source ?? '']]);
  const texts = new Map<string, string>();
  for (const language of file.languages) {
    const text = given.get(language);
    if (text === undefined) continue;
    if (typeof text !== 'string') throw new UnwritableTextError(key, 'TMX holds a plural only as its ICU message');
    texts.set(language, text);
  }
  return texts.size > 0 ? texts : new Map([[file.sourceLanguage, '']]);
}

function writeVariant(entry: EntryToWrite, language: string, text: string): string {
  const { key, keyMeta } = entry;
  const meta: Meta = entry.metas?.get(language) ?? {};
  const head = attributes([['xml:lang', language], ...pairsOf(meta.attributes, ['xml:lang', 'lang'])], key);
  const escape = (plain: string): string => escapeText(plain, key);
  const seg = writeInline(text, isTargetMarked({ keyMeta, meta }), TMX_INLINE, NO_NAMESPACES, escape, key);
  return `<tuv${head}>${writable(meta.extras).join('')}<seg>${seg}</seg></tuv>`;
}

const writable = (stored: MetaValue | undefined): string[] =>
  metaItems(stored).filter((xml): xml is string => typeof xml === 'string' && isWritableXml(xml, NO_NAMESPACES));

const pairsOf = (stored: MetaValue | undefined, without: readonly string[]): Pairs =>
  metaAttributes(stored, NO_NAMESPACES)
    .filter(({ name }) => !without.includes(name))
    .map(({ name, value }) => [name, value] as const);
