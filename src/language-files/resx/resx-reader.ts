import type { ParseContext, ParsedFile } from '../model/codec';
import type { ParsedEntry } from '../model/entry';
import { MalformedFileError } from '../model/format-errors';
import { compactMeta } from '../model/meta';
import { readContent } from '../xml/xml-markup';
import { readXml } from '../xml/xml-reader';
import { type XmlElement, attribute, childElement, deepText, localName, outerXml } from '../xml/xml-tree';

/** Reads a RESX file. Schema, headers and typed data are kept in the metadata of the file. */
export function readResx(bytes: Uint8Array, context: ParseContext): ParsedFile {
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
  const meta = compactMeta({ head, data });
  return { entries, ...(meta && { meta }) };
}

/** Whether an element holds a text: data without a type or of the type String. Other data is a value of some class. */
function isText(element: XmlElement): boolean {
  const type = attribute(element, 'type') ?? 'System.String';
  return (
    element.name === 'data' && /^System\.String\s*(,|$)/.test(type) && attribute(element, 'mimetype') === undefined
  );
}

function readData(data: XmlElement, context: ParseContext): ParsedEntry {
  const { line, column } = data;
  const key = attribute(data, 'name');
  if (key === undefined) throw new MalformedFileError('a data element has no name', { line, column });
  const value = childElement(data, 'value');
  const comment = childElement(data, 'comment');
  return {
    key,
    value: value ? readValue(value, key, context) : null,
    description: (comment && deepText(comment)) || undefined,
    keyMeta: compactMeta({ type: attribute(data, 'type') }),
    line,
  };
}

function readValue(value: XmlElement, key: string, context: ParseContext): string {
  const { line } = value;
  const types = value.children.map(({ type }) => type);
  if (types.includes('element')) {
    context.warn({ code: 'unknown_markup', detail: 'tags that are not escaped are read as text', key, line });
  } else if (types.some((type) => type !== 'text')) {
    context.warn({ code: 'comment_dropped', detail: 'a comment inside a text is not kept', key, line });
  }
  return readContent(value, new Set(), []).text;
}
