import type { FileFacts, FileToWrite } from '../model/codec';
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

/** The white space of a file. */
export interface TmxLayout {
  newline: string;
  indent: string;
  /** The indentation of the parts of a unit. */
  inner: string;
  /** That of a `<seg>` on a line of its own. */
  segment?: string;
  /** The languages as the file writes them, by their canonical tags. */
  spelling?: ReadonlyMap<string, string>;
}

const CANONICAL: TmxLayout = { newline: '\n', indent: '    ', inner: '      ' };

export function writeUnit(entry: EntryToWrite, file: FileFacts, layout = CANONICAL): string {
  const { key, keyMeta, description } = entry;
  const { newline, indent, inner } = layout;
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
    ...[...texts].map(([language, text]) =>
      writeEntryVariant(entry, [language, text], layout, (each) => file.warn(each)),
    ),
  ];
  const parts = lines.map((line) => `${inner}${line}${newline}`).join('');
  return `${indent}<tu${attributes(pairs, key)}>${newline}${parts}${indent}</tu>${newline}`;
}

/**
 * Returns the texts by language. A unit must have a text: a key without any gets an empty one in the source language.
 */
export function textsByLanguage({ key, value, values, source }: EntryToWrite, file: FileFacts): Map<string, string> {
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

function writeEntryVariant(
  entry: EntryToWrite,
  [language, text]: readonly [language: string, text: string],
  layout: TmxLayout,
  warn: FileFacts['warn'],
): string {
  const meta: Meta = entry.metas?.get(language) ?? {};
  const kept = storedAttributes(meta.attributes, NO_NAMESPACES, ['xml:lang', 'lang']);
  const extras = storedElements(meta.extras, NO_NAMESPACES).join('');
  const xml = segmentXml(entry, language, text, warn);
  return writeVariant({ key: entry.key, language, xml, kept, extras }, layout);
}

/** The text of a unit in one language. */
interface VariantToWrite {
  key: string;
  language: string;
  /** The content of its `<seg>`. */
  xml: string;
  /** Further attributes and elements. */
  kept?: AttributePairs;
  extras?: string;
}

/** Writes a `<tuv>`. */
export function writeVariant(
  { key, language, xml, kept = [], extras = '' }: VariantToWrite,
  { newline, inner, segment, spelling }: TmxLayout,
): string {
  const pairs: AttributePairs = [['xml:lang', spelling?.get(language) ?? language], ...kept];
  const [before, after] = segment === undefined ? ['', ''] : [newline + segment, newline + inner];
  return `<tuv${attributes(pairs, key)}>${extras}${before}<seg>${xml}</seg>${after}</tuv>`;
}

/** Returns the content of a `<seg>`. */
export function segmentXml(
  { key, keyMeta, metas }: EntryToWrite,
  language: string,
  text: string,
  warn: FileFacts['warn'],
): string {
  const isMarked = isTargetMarked({ keyMeta, meta: metas?.get(language) ?? {} });
  const syntax = { key, vocabulary: TMX_INLINE, namespaces: NO_NAMESPACES, escape: escapeText, warn };
  return writeInline(text, isMarked, syntax);
}
