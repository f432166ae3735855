import { FormatError } from '../model/format-errors';
import { readJson, type JsonArray, type JsonNode, type JsonObject } from './json-tree';

/** The details in which the pretty-printed JSON of tools differs. */
export interface JsonStyle {
  /** The separator between a name and its value. */
  colon: string;
  /** The text between the braces of an object without members. */
  empty: string;
}

const DEFAULT_STYLE: JsonStyle = { colon: ': ', empty: '' };

/**
 * Prints a tree over several lines, indented by two spaces a level.
 *
 * @param indent the indentation of the line on which the tree starts
 */
export function printJson(node: JsonNode, indent = '', style: JsonStyle = DEFAULT_STYLE): string {
  if (node.kind !== 'object' && node.kind !== 'array') return printScalar(node);
  const inner = `${indent}  `;
  if (node.kind === 'array') {
    const items = node.items.map((item) => inner + printJson(item, inner, style));
    return items.length === 0 ? '[]' : `[\n${items.join(',\n')}\n${indent}]`;
  }
  const members = node.members.map(
    ({ name, value }) => `${inner}${JSON.stringify(name)}${style.colon}${printJson(value, inner, style)}`,
  );
  return members.length === 0 ? `{${style.empty}${style.empty && indent}}` : `{\n${members.join(',\n')}\n${indent}}`;
}

/**
 * Prints a tree on one line, names in order and numbers as written. Codecs store in this form the parts of a file that
 * they write back without interpreting them.
 */
export function printCompactJson(node: JsonNode): string {
  if (node.kind === 'array') return `[${node.items.map(printCompactJson).join(',')}]`;
  if (node.kind !== 'object') return printScalar(node);
  return `{${node.members.map(({ name, value }) => `${JSON.stringify(name)}:${printCompactJson(value)}`).join(',')}}`;
}

/**
 * Parses an object that `printCompactJson` printed.
 *
 * @param stored a value of stored metadata, of any type
 * @returns undefined if the value is not the JSON text of an object
 */
export function parseCompactJson(stored: unknown): JsonObject | undefined {
  if (typeof stored !== 'string') return undefined;
  try {
    return readJson(stored);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

const printScalar = (node: Exclude<JsonNode, JsonObject | JsonArray>): string =>
  node.kind === 'string' ? JSON.stringify(node.text) : node.text;
