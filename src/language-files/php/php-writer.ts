import { compareCodePoints } from '../model/code-point-order';
import type { FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { UnwritableTextError } from '../model/format-errors';
import { tryWrite } from '../model/left-out';
import { nestKeys, type KeyNode, type KeyToNest } from '../model/nesting/key-tree';
import { nestingOf } from '../model/nesting/nesting-options';
import { printLaravelPlural } from './laravel-plural';
import { writeString } from './php-literals';

/**
 * Writes a file that returns an array of literals, indented by four spaces a level. It contains no code that could run.
 */
export function* writePhp(file: FileToWrite): Generator<string> {
  const lines: string[] = [];
  writeNode(nestKeys(toKeyLiterals(file), nestingOf(file, 'null')), '', ';\n', lines);
  yield '<?php\n\nreturn ';
  yield* lines;
}

function* toKeyLiterals(file: FileToWrite): Generator<KeyToNest<string>> {
  for (const entry of file.entries) {
    const literal = tryWrite(file, [entry.key], () => writeString(toPhpText(entry, file), "'"));
    if (literal !== undefined) yield [entry.key, literal, entry.value === undefined, entry.path];
  }
}

/** Returns the text of an entry; a plural as Laravel's. @throws UnwritableTextError for a lone surrogate */
export function toPhpText({ key, value = '' }: EntryToWrite, file: FileToWrite): string {
  refuseLoneSurrogates(key, key);
  const warn = (code: string, detail: string): void => file.warn({ code, detail, key });
  const text = typeof value === 'string' ? value : printLaravelPlural(value, file.language, warn);
  refuseLoneSurrogates(text, key);
  return text;
}

function refuseLoneSurrogates(text: string, key: string): void {
  if (!/\p{Surrogate}/u.test(text)) return;
  throw new UnwritableTextError(key, 'the text contains a lone surrogate, which UTF-8 cannot encode');
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
  const inner = `${indent}    `;
  lines.push(`${head}[\n`);
  if (node.kind === 'array') {
    for (const item of node.items) writeNode(item, inner, ',\n', lines, inner);
  } else {
    const members = [...node.members].sort(([a], [b]) => compareCodePoints(a, b));
    for (const [name, child] of members) writeNode(child, `${inner}${writeString(name, "'")} => `, ',\n', lines, inner);
  }
  lines.push(`${indent}]${tail}`);
}
