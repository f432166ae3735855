import { canonicalLanguage } from '../../common/language-tag';
import type { FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { UnwritableTextError } from '../model/format-errors';
import { parseCompactJson, printJson } from '../json/json-printer';
import { objectNode, stringNode, type JsonObject } from '../json/json-tree';
import { plainText } from '../text/plain-text';

/** Writes `@@locale` and the other globals first, then each text followed by its `@key`. */
export function* writeArb(file: FileToWrite): Generator<string> {
  yield `{\n  "@@locale": ${JSON.stringify(chooseLocale(file))}`;
  for (const { name, value } of parseCompactJson(file.meta?.['globals'])?.members ?? []) {
    if (name.startsWith('@@') && name !== '@@locale') yield `,\n  ${JSON.stringify(name)}: ${printJson(value, '  ')}`;
  }
  for (const entry of file.entries) yield* writeEntry(entry);
  yield '\n}\n';
}

function* writeEntry(entry: EntryToWrite): Generator<string> {
  const { key } = entry;
  if (key.startsWith('@')) throw new UnwritableTextError(key, 'in ARB, a name that begins with "@" is not a text');
  yield `,\n  ${JSON.stringify(key)}: ${JSON.stringify(plainText(entry))}`;
  const attributes = buildAttributes(entry);
  if (attributes) yield `,\n  ${JSON.stringify(`@${key}`)}: ${printJson(attributes, '  ')}`;
}

function buildAttributes({ description, keyMeta }: EntryToWrite): JsonObject | undefined {
  const stored = parseCompactJson(keyMeta?.['attributes']);
  if (description === undefined || description === '') return stored;
  const others = (stored?.members ?? []).filter(({ name }) => name !== 'description');
  return objectNode([
    ['description', stringNode(description)],
    ...others.map(({ name, value }) => [name, value] as const),
  ]);
}

/**
 * Returns the locale as the imported file spelled it, if it is still the same language; otherwise the language tag with
 * underscores, the only spelling that Flutter accepts.
 */
function chooseLocale({ language, meta }: FileToWrite): string {
  const imported = meta?.['locale'];
  if (typeof imported === 'string' && canonicalLanguage(imported) === language) return imported;
  return language.replaceAll('-', '_');
}
