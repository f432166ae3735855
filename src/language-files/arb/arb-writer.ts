import { canonicalLanguage } from '../../common/language-tag';
import type { FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { UnwritableTextError } from '../model/format-errors';
import { parseCompactJson, printJson } from '../json/json-printer';
import { objectNode, stringNode, type JsonNode, type JsonObject } from '../json/json-tree';
import { writeEach } from '../model/left-out';
import { plainText } from '../text/plain-text';
import { isFlutterName, KEY_ATTRIBUTE, toFlutterName } from './flutter-name';

/** Writes `@@locale` and the other globals first, then each text followed by its `@name`. */
export function* writeArb(file: FileToWrite): Generator<string> {
  yield `{\n  "@@locale": ${JSON.stringify(chooseLocale(file))}`;
  for (const { name, value } of parseCompactJson(file.meta?.['globals'])?.members ?? []) {
    if (name.startsWith('@@') && name !== '@@locale') yield `,\n  ${JSON.stringify(name)}: ${printJson(value, '  ')}`;
  }
  yield* writeEach(file, (entry) => writeEntry(entry, nameEntry(entry, file), file));
  yield '\n}\n';
}

/** @throws UnwritableTextError */
export function nameEntry({ key }: EntryToWrite, file: FileToWrite): string {
  if (file.arbNames === 'camel') return toFlutterName(key);
  if (key.startsWith('@')) throw new UnwritableTextError(key, 'in ARB, a name that begins with "@" is not a text');
  if (!isFlutterName(key)) {
    file.warn({ code: 'arb_name_invalid', detail: 'Flutter refuses this name; arbNames=camel converts it', key });
  }
  return key;
}

function writeEntry(entry: EntryToWrite, name: string, file: FileToWrite): string {
  const text = `,\n  ${JSON.stringify(name)}: ${JSON.stringify(plainText(entry))}`;
  const attributes = buildAttributes(entry, name, file);
  return attributes ? `${text},\n  ${JSON.stringify(`@${name}`)}: ${printJson(attributes, '  ')}` : text;
}

/**
 * The description and the name of the key, where the file has another one, precede the stored attributes. Files of
 * other languages than the source language have only the name: Flutter reads attributes in the template file alone.
 */
export function buildAttributes(
  { key, description, keyMeta }: EntryToWrite,
  name: string,
  { language, sourceLanguage }: Pick<FileToWrite, 'language' | 'sourceLanguage'>,
): JsonObject | undefined {
  if (language !== sourceLanguage) return name === key ? undefined : objectNode([[KEY_ATTRIBUTE, stringNode(key)]]);
  const stored = parseCompactJson(keyMeta?.['attributes']);
  const own = new Map<string, JsonNode>();
  if (description !== undefined && description !== '') own.set('description', stringNode(description));
  if (name !== key) own.set(KEY_ATTRIBUTE, stringNode(key));
  if (own.size === 0) return stored;
  const others = (stored?.members ?? []).filter((member) => !own.has(member.name));
  return objectNode([...own, ...others.map(({ name: other, value }) => [other, value] as const)]);
}

/**
 * Returns the locale as the imported file spelled it, if it is still the same language; otherwise the language tag with
 * underscores, the only spelling that Flutter accepts.
 */
export function chooseLocale({ language, meta }: Pick<FileToWrite, 'language' | 'meta'>): string {
  const imported = meta?.['locale'];
  if (typeof imported === 'string' && canonicalLanguage(imported) === language) return imported;
  return language.replaceAll('-', '_');
}
