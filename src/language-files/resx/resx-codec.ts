import type { FileToWrite, FormatCodec, ParseContext, ParsedFile } from '../model/codec';
import type { EntryToWrite, ParsedEntry } from '../model/entry';
import { type Meta, metaItems, metaText } from '../model/meta';
import { MalformedFileError } from '../model/format-errors';
import { plainText } from '../text/plain-text';
import { isWritableXml, readContent } from '../xml/xml-markup';
import { readXml } from '../xml/xml-reader';
import { type XmlElement, attribute, childElement, deepText, localName, outerXml } from '../xml/xml-tree';
import { XML_DECLARATION, attributes, escapeText } from '../xml/xml-writer';
import { STANDARD_HEAD } from './resx-head';

/** .NET resources, by the schema that ResXResourceWriter writes into each file. */
export const resxCodec: FormatCodec = {
  id: 'resx',
  name: '.NET resources (RESX)',
  extensions: ['resx'],
  naming: { defaultName: 'Resources', hasNeutralFile: true },
  mediaType: 'text/microsoft-resx; charset=utf-8',
  bilingual: false,
  multilingual: false,
  plurals: 'icu',
  comments: true,
  losses: [
    'Typed data (images, file references) is no text: it is kept with its language and written after the texts.',
    'XML comments are not kept, and CDATA sections are written as escaped text.',
  ],
  keepsMeta: true,
  streams: true,
  canParse: true,
  sniff,
  /** The source language is the neutral one, which a program without satellite assemblies has. */
  pathOf: (language, namespace = 'Resources', isSource = false) => `${namespace}${isSource ? '' : `.${language}`}.resx`,
  parse,
  serialize,
};

function sniff(head: string): 0 | 1 | 2 {
  if (!/<root[\s>]/.test(head)) return 0;
  if (head.includes('microsoft-resx')) return 2;
  return head.includes('<resheader') || head.includes('<data ') ? 1 : 0;
}

function parse(bytes: Uint8Array, context: ParseContext): ParsedFile {
  const entries: ParsedEntry[] = [];
  const head: string[] = [];
  const data: string[] = [];
  const { root } = readXml(bytes, (element, ancestors) => {
    if (ancestors.length !== 1) return false;
    if (['schema', 'resheader'].includes(localName(element))) head.push(outerXml(element));
    else if (isText(element)) entries.push(readData(element, context));
    else data.push(outerXml(element));
    return true;
  });
  if (root.name !== 'root') {
    throw new MalformedFileError(`not a RESX file but <${root.name}>`, { line: root.line, column: root.column });
  }
  const meta: Meta = { ...(head.length > 0 ? { head } : {}), ...(data.length > 0 ? { data } : {}) };
  return { entries, ...(Object.keys(meta).length > 0 ? { meta } : {}) };
}

/** Data without a type is a text, and so is data that says so. Everything else is a value of some class. */
function isText(element: XmlElement): boolean {
  const type = attribute(element, 'type') ?? 'System.String';
  return (
    element.name === 'data' && /^System\.String\s*(,|$)/.test(type) && attribute(element, 'mimetype') === undefined
  );
}

function readData(data: XmlElement, context: ParseContext): ParsedEntry {
  const { line } = data;
  const key = attribute(data, 'name');
  if (key === undefined) throw new MalformedFileError('a data element has no name', { line, column: data.column });
  const value = childElement(data, 'value');
  const comment = childElement(data, 'comment');
  const type = attribute(data, 'type');
  return {
    key,
    value: value ? readValue(value, key, context) : null,
    description: (comment && deepText(comment)) || undefined,
    keyMeta: type === undefined ? undefined : { type },
    line,
  };
}

function readValue(value: XmlElement, key: string, context: ParseContext): string {
  const types = value.children.map(({ type }) => type);
  if (types.includes('element')) {
    context.warn({
      code: 'unknown_markup',
      detail: 'tags that are not escaped were taken as text',
      key,
      line: value.line,
    });
  } else if (types.some((type) => type !== 'text')) {
    context.warn({ code: 'comment_dropped', detail: 'a comment inside a text was dropped', key, line: value.line });
  }
  return readContent(value, new Set(), []).text;
}

function* serialize(file: FileToWrite): Generator<string> {
  const head = writable(file, 'head');
  yield `${XML_DECLARATION}<root>\n${lines(head.length > 0 ? head : STANDARD_HEAD)}`;
  for (const entry of file.entries) yield writeData(entry);
  yield `${lines(writable(file, 'data'))}</root>\n`;
}

function writeData(entry: EntryToWrite): string {
  const { key, keyMeta, description } = entry;
  const type = metaText(keyMeta?.type);
  const head = attributes([['name', key], ['type', type], ['xml:space', 'preserve']], key); // prettier-ignore
  const comment = description ? `    <comment>${escapeText(description, key)}</comment>\n` : '';
  return `  <data${head}>\n    <value>${escapeText(plainText(entry), key)}</value>\n${comment}  </data>\n`;
}

const writable = (file: FileToWrite, name: string): string[] =>
  metaItems(file.meta?.[name]).filter((xml): xml is string => typeof xml === 'string' && isWritableXml(xml, new Map()));

const lines = (elements: readonly string[]): string => elements.map((xml) => `  ${xml}\n`).join('');
