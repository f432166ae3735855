import { compareCodePoints } from '../model/code-point-order';
import type { FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import type { KeyNode, KeyTree } from '../model/nesting/key-tree';
import { isCommentable, isTypedScalar, printCommentLines, quoteYaml } from './yaml-scalars';

export interface YamlLeaf {
  key: string;
  /** A text, or the forms of a plural by name. */
  text: string | readonly (readonly [form: string, text: string])[];
  description?: string;
  /** Whether the text is written without quotes. */
  plain: boolean;
}

/**
 * A key before `:` on the same line may have 1,024 characters (YAML 1.2, §8.2.2); longer ones are written after `?`.
 */
export const MAX_IMPLICIT_KEY = 1000;

export function createLeaf(entry: EntryToWrite, text: YamlLeaf['text'], file: FileToWrite): YamlLeaf {
  const { key, description, meta } = entry;
  warnAboutDescription(entry, file);
  const plain = meta?.plain === true && typeof text === 'string' && isTypedScalar(text);
  return { key, text, plain, ...(description && { description }) };
}

export function warnAboutDescription({ key, description }: EntryToWrite, file: FileToWrite): void {
  if (!description || isCommentable(description)) return;
  const detail = 'the description contains characters that a comment cannot contain';
  file.warn({ code: 'comment_altered', detail, key });
}

/**
 * Writes nested maps and lists, names in code point order, every name and text in double quotes.
 *
 * @param header the comment blocks at the start of the file
 * @param root the name of a map around the tree; none if undefined
 */
export function* writeYaml(tree: KeyTree<YamlLeaf>, header: readonly string[], root?: string): Generator<string> {
  for (const block of header) yield `${printCommentLines(block).join('\n')}\n\n`;
  const lines: string[] = [];
  if (root !== undefined) writeMember(root, tree, '', lines);
  else if (tree.members.size === 0) lines.push('{}');
  else writeChildren(tree, '', lines);
  for (const line of lines) yield `${line}\n`;
}

/** Recurses at most `MAX_NESTING` levels. */
function writeChildren(node: Exclude<KeyNode<YamlLeaf>, { kind: 'leaf' }>, indent: string, lines: string[]): void {
  if (node.kind === 'array') {
    for (const item of node.items) writeNode(item, '-', indent, lines);
    return;
  }
  const members = [...node.members].sort(([a], [b]) => compareCodePoints(a, b));
  for (const [name, child] of members) writeMember(name, child, indent, lines);
}

function writeMember(name: string, node: KeyNode<YamlLeaf>, indent: string, lines: string[]): void {
  const key = quoteYaml(name);
  if (key.length <= MAX_IMPLICIT_KEY) writeNode(node, `${key}:`, indent, lines);
  else writeNode(node, ':', indent, lines, `${indent}? ${key}`);
}

/**
 * @param head the text before the node on its first line
 * @param lineAbove a line between the node's comment and its first line
 */
function writeNode(node: KeyNode<YamlLeaf>, head: string, indent: string, lines: string[], lineAbove?: string): void {
  if (node.kind === 'leaf' && node.value.description !== undefined) {
    for (const line of printCommentLines(node.value.description)) lines.push(indent + line);
  }
  if (lineAbove !== undefined) lines.push(lineAbove);
  if (node.kind === 'leaf') {
    writeLeaf(node.value, head, indent, lines);
    return;
  }
  const isEmpty = node.kind === 'object' && node.members.size === 0;
  lines.push(`${indent}${head}${isEmpty ? ' {}' : ''}`);
  writeChildren(node, `${indent}  `, lines);
}

function writeLeaf({ text, plain }: YamlLeaf, head: string, indent: string, lines: string[]): void {
  if (typeof text === 'string') {
    lines.push(`${indent}${head} ${plain ? text : quoteYaml(text)}`);
    return;
  }
  lines.push(`${indent}${head}`);
  for (const [form, formText] of text) lines.push(`${indent}  ${quoteYaml(form)}: ${quoteYaml(formText)}`);
}
