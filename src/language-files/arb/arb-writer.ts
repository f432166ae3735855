import { canonicalLanguage } from '../../common/language-tag';
import type { FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { UnwritableTextError } from '../model/format-errors';
import { keptObject, objectNode, printJson, textNode } from '../json/json-text';
import type { JsonObject } from '../json/json-tree';
import { plainText } from '../text/plain-text';

/** `@@locale` and the other globals first, then each text with its `@key` behind it. */
export function* writeArb(file: FileToWrite): Generator<string> {
  yield `{\n  "@@locale": ${JSON.stringify(localeOf(file))}`;
  for (const { name, value } of keptObject(file.meta?.['globals'])?.members ?? []) {
    if (name.startsWith('@@') && name !== '@@locale') yield `,\n  ${JSON.stringify(name)}: ${printJson(value, '  ')}`;
  }
  for (const entry of file.entries) yield* resource(entry);
  yield '\n}\n';
}

function* resource(entry: EntryToWrite): Generator<string> {
  const { key } = entry;
  if (key.startsWith('@')) throw new UnwritableTextError(key, 'in ARB, names that begin with "@" are no texts');
  yield `,\n  ${JSON.stringify(key)}: ${JSON.stringify(plainText(entry))}`;
  const attributes = attributesOf(entry);
  if (attributes) yield `,\n  ${JSON.stringify(`@${key}`)}: ${printJson(attributes, '  ')}`;
}

function attributesOf({ description, keyMeta }: EntryToWrite): JsonObject | undefined {
  const kept = keptObject(keyMeta?.['attributes']);
  if (description === undefined || description === '') return kept;
  const others = (kept?.members ?? []).filter(({ name }) => name !== 'description');
  return objectNode([
    ['description', textNode(description)],
    ...others.map(({ name, value }) => [name, value] as const),
  ]);
}

/** As the file had it, if that is the language; else with underscores, which is all that Flutter understands. */
function localeOf({ language, meta }: FileToWrite): string {
  const kept = meta?.['locale'];
  if (typeof kept === 'string' && canonicalLanguage(kept) === language) return kept;
  return language.replaceAll('-', '_');
}
