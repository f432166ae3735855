import { escapeText, XML_DECLARATION } from '../../xml/xml-writer';
import type { PlistValue } from './plist-value';

/** The XML declaration and the document type, as Xcode writes them. */
export const PLIST_HEAD = `${XML_DECLARATION}<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n`;

/**
 * Prints a member of a dictionary, key and value on lines of their own. Recurses as deep as the value, whose depth
 * `readPlist` and `parseStoredPlist` limit.
 *
 * @param entryKey the key of the entry that contains the member, for errors
 * @throws UnwritableTextError for a character that XML 1.0 cannot represent
 */
export function printDictMember(name: string, value: PlistValue, indent: string, entryKey: string): string {
  return `${indent}<key>${escapeText(name, entryKey)}</key>\n${printValue(value, indent, entryKey)}`;
}

function printValue(value: PlistValue, indent: string, entryKey: string): string {
  if (typeof value === 'string') return `${indent}<string>${escapeText(value, entryKey)}</string>\n`;
  if ('scalar' in value) return `${indent}${printScalar(value.scalar, escapeText(value.text, entryKey))}\n`;
  const inner = `${indent}  `;
  if ('array' in value) {
    const items = value.array.map((item) => printValue(item, inner, entryKey));
    return `${indent}<array>\n${items.join('')}${indent}</array>\n`;
  }
  const members = value.dict.map(([name, item]) => printDictMember(name, item, inner, entryKey));
  return `${indent}<dict>\n${members.join('')}${indent}</dict>\n`;
}

const printScalar = (name: string, text: string): string => (text === '' ? `<${name}/>` : `<${name}>${text}</${name}>`);
