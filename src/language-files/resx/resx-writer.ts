import type { FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { metaText } from '../model/meta';
import { writeEach } from '../model/left-out';
import { plainText } from '../text/plain-text';
import { type AttributePairs, NO_NAMESPACES, storedElements } from '../xml/stored-xml';
import { XML_DECLARATION, attributes, escapeText } from '../xml/xml-writer';
import { STANDARD_HEAD } from './resx-head';

/** Writes a RESX file: schema and headers, the texts, then the stored typed data. */
export function* writeResx(file: FileToWrite): Generator<string> {
  const { meta } = file;
  const head = storedElements(meta?.head, NO_NAMESPACES);
  yield `${XML_DECLARATION}<root>\n${indent(head.length > 0 ? head : STANDARD_HEAD)}`;
  yield* writeEach(file, (entry) => writeData(entry));
  yield `${indent(storedElements(meta?.data, NO_NAMESPACES))}</root>\n`;
}

/** The white space of a file. */
export interface ResxLayout {
  newline: string;
  indent: string;
  inner: string;
}

const CANONICAL: ResxLayout = { newline: '\n', indent: '  ', inner: '    ' };

export function writeData(entry: EntryToWrite, { newline, indent, inner } = CANONICAL): string {
  const { key, keyMeta, description } = entry;
  const pairs: AttributePairs = [
    ['name', key],
    ['type', metaText(keyMeta?.type)],
    ['xml:space', 'preserve'],
  ];
  const value = `${inner}<value>${escapeText(plainText(entry), key)}</value>${newline}`;
  const comment = description ? `${inner}<comment>${escapeText(description, key)}</comment>${newline}` : '';
  return `${indent}<data${attributes(pairs, key)}>${newline}${value}${comment}${indent}</data>${newline}`;
}

const indent = (elements: readonly string[]): string => elements.map((xml) => `  ${xml}\n`).join('');
