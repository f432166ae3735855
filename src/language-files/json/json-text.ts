import { FormatError } from '../model/format-errors';
import {
  readJson,
  type JsonArray,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  type JsonScalar,
} from './json-tree';

export interface JsonStyle {
  /** Between a name and its value. */
  colon: string;
  /** What an object without members is, between its braces. */
  empty: string;
}

const PLAIN: JsonStyle = { colon: ': ', empty: '' };
const NOWHERE = { line: 0, column: 0 };

/** A tree over several lines, two spaces a level; `indent` is that of the line on which it starts. */
export function printJson(node: JsonNode, indent = '', style: JsonStyle = PLAIN): string {
  if (node.kind !== 'object' && node.kind !== 'array') return scalarText(node);
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

/** A tree on one line: how a codec keeps what it does not understand, names in order and numbers as written. */
export function compactJson(node: JsonNode): string {
  if (node.kind === 'array') return `[${node.items.map(compactJson).join(',')}]`;
  if (node.kind !== 'object') return scalarText(node);
  return `{${node.members.map(({ name, value }) => `${JSON.stringify(name)}:${compactJson(value)}`).join(',')}}`;
}

/** The object that `compactJson` kept; undefined for anything else that stored metadata may hold. */
export function keptObject(kept: unknown): JsonObject | undefined {
  if (typeof kept !== 'string') return undefined;
  try {
    return readJson(kept);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

export const textNode = (text: string): JsonScalar => ({ kind: 'string', text, ...NOWHERE });

export const objectNode = (members: Iterable<readonly [name: string, value: JsonNode]>): JsonObject => ({
  kind: 'object',
  members: Array.from(members, ([name, value]): JsonMember => ({ name, value, ...NOWHERE })),
  ...NOWHERE,
});

const scalarText = (node: Exclude<JsonNode, JsonObject | JsonArray>): string =>
  node.kind === 'string' ? JSON.stringify(node.text) : node.text;
