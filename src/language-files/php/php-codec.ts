import { compareCodePoints } from '../model/code-point-order';
import type { FileToWrite, FormatCodec } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { UnwritableTextError } from '../model/format-errors';
import { nestKeys, type KeyNode } from '../model/nesting/key-tree';
import { decodeText } from '../text/text-encoding';
import { underscoredTag } from '../text/locale-names';
import { laravelPlural } from './laravel-plural';
import { PhpArrayReader } from './php-reader';

/** The file that Laravel and others include: an array of literals, four spaces a level. Nothing in it can run. */
function* writePhp(file: FileToWrite): Generator<string> {
  const lines: string[] = [];
  writeNode(nestKeys(literals(file)), '', ';\n', lines);
  yield '<?php\n\nreturn ';
  yield* lines;
}

function* literals(file: FileToWrite): Generator<[key: string, literal: string]> {
  for (const entry of file.entries) {
    if (/\p{Surrogate}/u.test(entry.key)) throw new UnwritableTextError(entry.key, HALF_PAIR);
    yield [entry.key, quoted(textOf(entry, file))];
  }
}

function textOf({ key, value = '' }: EntryToWrite, file: FileToWrite): string {
  const text =
    typeof value === 'string'
      ? value
      : laravelPlural(value, file.language, (code, detail) => file.warn({ code, detail, key }));
  if (/\p{Surrogate}/u.test(text)) throw new UnwritableTextError(key, HALF_PAIR);
  return text;
}

const HALF_PAIR = 'half of a surrogate pair has no bytes in UTF-8';

/** Single quotes: nothing in them but `\` and `'` means anything to PHP. */
const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

/** Recurses no deeper than `MAX_NESTING`. */
function writeNode(node: KeyNode<string>, head: string, tail: string, lines: string[], indent = ''): void {
  if (node.kind === 'leaf') {
    lines.push(`${head}${node.value}${tail}`);
    return;
  }
  const inner = `${indent}    `;
  lines.push(`${head}[\n`);
  if (node.kind === 'array') for (const item of node.items) writeNode(item, inner, ',\n', lines, inner);
  else
    for (const [name, child] of [...node.members].sort(([a], [b]) => compareCodePoints(a, b)))
      writeNode(child, `${inner}${quoted(name)} => `, ',\n', lines, inner);
  lines.push(`${indent}]${tail}`);
}

/** PHP arrays as Laravel, Yii and others keep their texts. */
export const phpCodec: FormatCodec = {
  id: 'php',
  name: 'PHP array (Laravel)',
  extensions: ['php'],
  naming: { languageIn: 'folder' },
  mediaType: 'application/x-httpd-php',
  bilingual: false,
  multilingual: false,
  plurals: 'native',
  pluralText: (plural, language) => laravelPlural(plural, language, () => undefined),
  comments: false,
  losses: [
    'Comments are dropped.',
    'Numbers and booleans come back as texts.',
    'A plural becomes a text of Laravel, `one|other`, which is read again as a text once it was changed.',
    'Dotted names come back nested wherever nothing else is in the way.',
    'In an array of items with and without names, those without come back beside it, under `name[0]`.',
  ],
  keepsMeta: false,
  streams: false,
  /** Laravel's `lang` folder, by locales of ISO 15897: `__('auth.failed')` is `failed` of `de/auth.php`. */
  pathOf: (language, namespace) =>
    namespace === undefined ? `${underscoredTag(language)}.php` : `${underscoredTag(language)}/${namespace}.php`,
  filePerNamespace: true,
  canParse: true,
  sniff: (head) => (/^<\?php\s/i.test(head) ? 2 : 0),
  parse: (bytes, context) => {
    const reader = new PhpArrayReader(decodeText(bytes), (warning) => context.warn(warning));
    return { entries: reader.read() };
  },
  serialize: writePhp,
};
