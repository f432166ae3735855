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
  yield* writeEach(file, writeData);
  yield `${indent(storedElements(meta?.data, NO_NAMESPACES))}</root>\n`;
}

function writeData(entry: EntryToWrite): string {
  const { key, keyMeta, description } = entry;
  const pairs: AttributePairs = [
    ['name', key],
    ['type', metaText(keyMeta?.type)],
    ['xml:space', 'preserve'],
  ];
  const value = `    <value>${escapeText(plainText(entry), key)}</value>\n`;
  const comment = description ? `    <comment>${escapeText(description, key)}</comment>\n` : '';
  return `  <data${attributes(pairs, key)}>\n${value}${comment}  </data>\n`;
}

const indent = (elements: readonly string[]): string => elements.map((xml) => `  ${xml}\n`).join('');
