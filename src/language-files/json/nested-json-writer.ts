import { compareCodePoints } from '../model/code-point-order';
import type { FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { nestKeys, type KeyNode, type KeyToNest } from '../model/nesting/key-tree';
import { nestingOf } from '../model/nesting/nesting-options';
import { plainText } from '../text/plain-text';

/**
 * Writes nested objects, names in code point order. `nestKeys` defines which keys are nested and which keep their dots.
 * The braces are written by hand because a JavaScript object would move integer-like names to the front, and treats
 * `__proto__` specially.
 */
export function* writeNestedJson(file: NestedTexts): Generator<string> {
  const lines: string[] = [];
  writeNode(nestKeys(toTokens(file.entries), nestingOf(file, 'null')), '', '\n', lines);
  yield* lines;
}

type NestedTexts = Pick<FileToWrite, 'entries' | 'omitsMissing' | 'keySeparator' | 'warn'>;

function* toTokens(entries: Iterable<EntryToWrite>): Generator<KeyToNest<string>> {
  for (const entry of entries)
    yield [entry.key, JSON.stringify(plainText(entry)), entry.value === undefined, entry.path];
}

/**
 * Appends the lines of a node. Recurses at most `MAX_NESTING` levels.
 *
 * @param head the text before the node on its first line
 * @param tail the text after the node on its last line
 */
function writeNode(node: KeyNode<string>, head: string, tail: string, lines: string[], indent = ''): void {
  if (node.kind === 'leaf') {
    lines.push(`${head}${node.value}${tail}`);
    return;
  }
  const children = listChildren(node);
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

function listChildren(node: Exclude<KeyNode<string>, { kind: 'leaf' }>): { label: string; child: KeyNode<string> }[] {
  if (node.kind === 'array') return node.items.map((child) => ({ label: '', child }));
  return [...node.members]
    .sort(([a], [b]) => compareCodePoints(a, b))
    .map(([name, child]) => ({ label: `${JSON.stringify(name)}: `, child }));
}
