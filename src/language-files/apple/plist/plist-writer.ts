import { escapeText, XML_DECLARATION } from '../../xml/xml-writer';
import type { PlistValue } from './plist-value';

/** The XML declaration and the document type, as Xcode writes them. */
export const PLIST_HEAD = `${XML_DECLARATION}<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n`;

/** The white space of a file. */
export interface PlistLayout {
  newline: string;
  /** The indentation of a level. */
  unit: string;
}

const CANONICAL: PlistLayout = { newline: '\n', unit: '  ' };

/**
 * Prints a member of a dictionary, key and value on lines of their own. Recurses as deep as the value, whose depth
 * `readPlist` and `parseStoredPlist` limit.
 *
 * @param entryKey the key of the entry that contains the member, for errors
 * @throws UnwritableTextError for a character that XML 1.0 cannot represent
 */
export function printDictMember(
  name: string,
  value: PlistValue,
  indent: string,
  entryKey: string,
  layout = CANONICAL,
): string {
  const key = `${indent}<key>${escapeText(name, entryKey)}</key>${layout.newline}`;
  return key + printValue(value, indent, entryKey, layout);
}

/** Prints a value as `printDictMember` does. */
export function printValue(value: PlistValue, indent: string, entryKey: string, layout = CANONICAL): string {
  const { newline, unit } = layout;
  const line = (xml: string): string => `${indent}${xml}${newline}`;
  if (typeof value === 'string') return line(`<string>${escapeText(value, entryKey)}</string>`);
  if ('scalar' in value) return line(printScalar(value.scalar, escapeText(value.text, entryKey)));
  const inner = indent + unit;
  if ('array' in value) {
    const items = value.array.map((item) => printValue(item, inner, entryKey, layout));
    return `${line('<array>')}${items.join('')}${line('</array>')}`;
  }
  const members = value.dict.map(([name, item]) => printDictMember(name, item, inner, entryKey, layout));
  return `${line('<dict>')}${members.join('')}${line('</dict>')}`;
}

const printScalar = (name: string, text: string): string => (text === '' ? `<${name}/>` : `<${name}>${text}</${name}>`);
