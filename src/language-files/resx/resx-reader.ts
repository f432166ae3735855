import type { ParseContext, ParsedFile } from '../model/codec';
import type { ParsedEntry } from '../model/entry';
import { MalformedFileError } from '../model/format-errors';
import { compactMeta } from '../model/meta';
import { decodeText } from '../text/text-encoding';
import { readContent } from '../xml/xml-markup';
import { declaredEncoding, readXmlText } from '../xml/xml-reader';
import { type XmlElement, type XmlNode, attribute, childElement, deepText, localName, outerXml } from '../xml/xml-tree';

/** Receives the elements of a file while it is read. */
export interface ResxHandler {
  /**
   * @param preceding the nodes between the previous element and this one
   * @param entry undefined for an element that holds no text
   */
  element(element: XmlElement, preceding: readonly XmlNode[], entry: ParsedEntry | undefined): void;
  /** @param nodes those after the last element */
  end(root: XmlElement, nodes: readonly XmlNode[]): void;
}

/** Reads a RESX file. Schema, headers and typed data are kept in the metadata of the file. */
export const readResx = (bytes: Uint8Array, context: ParseContext): ParsedFile =>
  visitResx(decodeText(bytes, declaredEncoding), context);

/** Reads a decoded file as `readResx` does. */
export function visitResx(text: string, context: Pick<ParseContext, 'warn'>, handler?: ResxHandler): ParsedFile {
  const entries: ParsedEntry[] = [];
  const head: string[] = [];
  const data: string[] = [];
  let handled = 0;
  const { root } = readXmlText(text, (element, ancestors) => {
    const [parent] = ancestors;
    if (!parent || ancestors.length > 1) return false;
    const entry = isText(element) ? readData(element, context) : undefined;
    if (entry) entries.push(entry);
    else (['schema', 'resheader'].includes(localName(element)) ? head : data).push(outerXml(element));
    handler?.element(element, parent.children.slice(handled, -1), entry);
    handled = parent.children.length - 1;
    return true;
  });
  if (root.name !== 'root') {
    throw new MalformedFileError(`not a RESX file but <${root.name}>`, { line: root.line, column: root.column });
  }
  handler?.end(root, root.children.slice(handled));
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

function readData(data: XmlElement, context: Pick<ParseContext, 'warn'>): ParsedEntry {
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

function readValue(value: XmlElement, key: string, context: Pick<ParseContext, 'warn'>): string {
  const { line } = value;
  const types = value.children.map(({ type }) => type);
  if (types.includes('element')) {
    context.warn({ code: 'unknown_markup', detail: 'tags that are not escaped are read as text', key, line });
  } else if (types.some((type) => type !== 'text')) {
    context.warn({ code: 'comment_dropped', detail: 'a comment inside a text is not kept', key, line });
  }
  return readContent(value, new Set(), []).text;
}
