import { compareCodePoints } from '../model/code-point-order';
import type { EntryToWrite } from '../model/entry';
import { nestKeys, type KeyNode } from '../model/nesting/key-tree';
import { plainText } from '../text/plain-text';

/**
 * Objects within objects, names in code point order. What is nested and what stays under a dotted name: `nestKeys`.
 * Written by hand: a JavaScript object would move integer-like names to the front, and has a `__proto__`.
 */
export function* writeNestedJson(entries: Iterable<EntryToWrite>): Generator<string> {
  const lines: string[] = [];
  writeNode(nestKeys(texts(entries)), '', '\n', lines);
  yield* lines;
}

function* texts(entries: Iterable<EntryToWrite>): Generator<[key: string, text: string]> {
  for (const entry of entries) yield [entry.key, plainText(entry)];
}

/** Recurses no deeper than `MAX_NESTING`. `head` is what stands before the node on its line, `tail` what follows it. */
function writeNode(node: KeyNode<string>, head: string, tail: string, lines: string[], indent = ''): void {
  if (node.kind === 'leaf') {
    lines.push(`${head}${JSON.stringify(node.value)}${tail}`);
    return;
  }
  const children = childrenOf(node);
  const [open, close] = node.kind === 'object' ? ['{', '}'] : ['[', ']'];
  if (children.length === 0) {
    lines.push(`${head}${open}${close}${tail}`);
    return;
  }
  lines.push(`${head}${open}\n`);
  const inner = `${indent}  `;
  children.forEach(({ label, child }, index) => {
    writeNode(child, inner + label, index < children.length - 1 ? ',\n' : '\n', lines, inner);
  });
  lines.push(`${indent}${close}${tail}`);
}

function childrenOf(node: Exclude<KeyNode<string>, { kind: 'leaf' }>): { label: string; child: KeyNode<string> }[] {
  if (node.kind === 'array') return node.items.map((child) => ({ label: '', child }));
  return [...node.members]
    .sort(([a], [b]) => compareCodePoints(a, b))
    .map(([name, child]) => ({ label: `${JSON.stringify(name)}: `, child }));
}
