import { compareCodePoints } from '../model/code-point-order';
import type { FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import type { KeyNode, KeyTree } from '../model/nesting/key-tree';
import { commentYaml, isCommentable, isTyped, quoteYaml } from './yaml-scalars';

/** A text, or the forms of a plural by their names. */
export interface YamlLeaf {
  key: string;
  text: string | readonly (readonly [form: string, text: string])[];
  description?: string;
  /** Without quotes. */
  plain: boolean;
}

/** YAML 1.2, §8.2.2: a key before `:` on its line may have 1,024 characters; longer ones stand behind `?`. */
const MAX_IMPLICIT_KEY = 1000;

export function leafOf({ key, description, meta }: EntryToWrite, text: YamlLeaf['text'], file: FileToWrite): YamlLeaf {
  if (description && !isCommentable(description)) {
    file.warn({ code: 'comment_altered', detail: 'the description has characters that no comment can hold', key });
  }
  const plain = meta?.plain === true && typeof text === 'string' && isTyped(text);
  return { key, text, plain, ...(description && { description }) };
}

/**
 * Nested maps and lists, names in code point order, every name and text in double quotes.
 *
 * @param header blocks of comments at the head of the file
 * @param root the name of the map around all, where there is one
 */
export function* writeYaml(tree: KeyTree<YamlLeaf>, header: readonly string[], root?: string): Generator<string> {
  for (const block of header) yield `${commentYaml(block).join('\n')}\n\n`;
  const lines: string[] = [];
  if (root !== undefined) writeMember(root, tree, '', lines);
  else if (tree.members.size === 0) lines.push('{}');
  else writeChildren(tree, '', lines);
  for (const line of lines) yield `${line}\n`;
}

/** Recurses no deeper than `MAX_NESTING`. */
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

/** @param head what stands before the node on its line; @param above the line before that one, below the comment */
function writeNode(node: KeyNode<YamlLeaf>, head: string, indent: string, lines: string[], above?: string): void {
  if (node.kind === 'leaf' && node.value.description !== undefined) {
    for (const line of commentYaml(node.value.description)) lines.push(indent + line);
  }
  if (above !== undefined) lines.push(above);
  if (node.kind !== 'leaf') {
    const isEmpty = node.kind === 'object' && node.members.size === 0;
    lines.push(`${indent}${head}${isEmpty ? ' {}' : ''}`);
    writeChildren(node, `${indent}  `, lines);
    return;
  }
  const { text, plain } = node.value;
  if (typeof text === 'string') lines.push(`${indent}${head} ${plain ? text : quoteYaml(text)}`);
  else {
    lines.push(`${indent}${head}`);
    for (const [form, formText] of text) lines.push(`${indent}  ${quoteYaml(form)}: ${quoteYaml(formText)}`);
  }
}
