import { escapeText, XML_DECLARATION } from '../../xml/xml-writer';
import type { PlistValue } from './plist-value';

export const PLIST_HEAD = `${XML_DECLARATION}<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n`;

/**
 * A key and its value on lines of their own. Recursion is bounded by the depth of what was read or stored.
 *
 * @param key of the entry, for errors
 * @throws UnwritableTextError for a character that XML 1.0 cannot carry
 */
export function plistPair(name: string, value: PlistValue, indent: string, key: string): string {
  return `${indent}<key>${escapeText(name, key)}</key>\n${plistValue(value, indent, key)}`;
}

function plistValue(value: PlistValue, indent: string, key: string): string {
  if (typeof value === 'string') return `${indent}<string>${escapeText(value, key)}</string>\n`;
  if ('scalar' in value) return `${indent}${scalar(value.scalar, escapeText(value.text, key))}\n`;
  const inner = `${indent}  `;
  if ('array' in value) {
    return `${indent}<array>\n${value.array.map((item) => plistValue(item, inner, key)).join('')}${indent}</array>\n`;
  }
  const pairs = value.dict.map(([name, item]) => plistPair(name, item, inner, key));
  return `${indent}<dict>\n${pairs.join('')}${indent}</dict>\n`;
}

const scalar = (name: string, text: string): string => (text === '' ? `<${name}/>` : `<${name}>${text}</${name}>`);
