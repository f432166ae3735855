import { compareCodePoints } from '../../model/code-point-order';
import type { FileToWrite } from '../../model/codec';
import type { EntryToWrite } from '../../model/entry';
import type { Meta } from '../../model/meta';
import type { Plural, PluralCategory } from '../../model/plural';
import { keptObject, objectNode, printJson, textNode, type JsonStyle } from '../../json/json-text';
import type { JsonNode } from '../../json/json-tree';
import { pluralForms } from './plural-forms';
import { TRANSLATED } from './localization-reader';

/** As Xcode writes it. */
const STYLE: JsonStyle = { colon: ' : ', empty: '\n\n' };

type Members = (readonly [name: string, value: JsonNode])[];

/** A catalog in the layout of Xcode: names in order, a space before each colon. */
export function* writeCatalog(file: FileToWrite): Generator<string> {
  yield `{\n  "sourceLanguage" : ${JSON.stringify(file.sourceLanguage)},\n  "strings" : {`;
  let separator = '\n';
  for (const entry of file.entries) {
    yield `${separator}    ${JSON.stringify(entry.key)} : ${printJson(stringOf(entry, file), '    ', STYLE)}`;
    separator = ',\n';
  }
  yield separator === '\n' ? '\n\n  }' : '\n  }';
  for (const [name, value] of fileMembers(file.meta))
    yield `,\n  ${JSON.stringify(name)} : ${printJson(value, '  ', STYLE)}`;
  yield '\n}\n';
}

function fileMembers(meta: Meta | undefined): Members {
  const members = keptMembers(meta?.['attributes']).filter(([name]) => name !== 'sourceLanguage' && name !== 'strings');
  return members.some(([name]) => name === 'version') ? members : [...members, ['version', textNode('1.0')]];
}

const keptMembers = (kept: unknown): Members =>
  (keptObject(kept)?.members ?? []).map(({ name, value }) => [name, value] as const);

function stringOf(entry: EntryToWrite, file: FileToWrite): JsonNode {
  const { description, keyMeta } = entry;
  const members = keptMembers(keyMeta?.['attributes']).filter(([name]) => name !== 'localizations');
  if (description !== undefined && description !== '') members.push(['comment', textNode(description)]);
  const localizations = localizationsOf(entry, file);
  if (localizations.length > 0) members.push(['localizations', objectNode(localizations)]);
  return objectNode(uniqueByName(members));
}

function localizationsOf(entry: EntryToWrite, file: FileToWrite): Members {
  const members: Members = keptMembers(entry.keyMeta?.['localizations']).filter(([name]) =>
    file.languages.includes(name),
  );
  for (const language of file.languages) {
    const value = entry.values?.get(language);
    const meta = entry.metas?.get(language);
    const isImplied = language === file.sourceLanguage && value === entry.key && meta?.['implicit'] === true;
    if (value !== undefined && !isImplied)
      members.push([language, localizationOf(entry.key, value, meta, language, file)]);
  }
  // Without a text of the source language, the key would be taken for one.
  if (entry.values?.get(file.sourceLanguage) === undefined) members.unshift([file.sourceLanguage, unit('', 'new')]);
  return uniqueByName(members);
}

/** In order; the last of those with the same name. */
const uniqueByName = (members: Members): Members => [...new Map(members)].sort(([a], [b]) => compareCodePoints(a, b));

function localizationOf(
  key: string,
  value: string | Plural,
  meta: Meta | undefined,
  language: string,
  file: FileToWrite,
): JsonNode {
  if (typeof value !== 'string') return pluralOf(key, value, meta, language, file);
  const verbatim = keptObject(meta?.['verbatim']);
  if (verbatim && meta?.['text'] === value) return verbatim;
  if (verbatim)
    file.warn({
      code: 'variations_dropped',
      detail: 'the text was changed, so that it takes the place of its variations and substitutions',
      key,
      language,
    });
  const state = meta?.['state'];
  return unit(value, typeof state === 'string' ? state : TRANSLATED);
}

function pluralOf(key: string, plural: Plural, meta: Meta | undefined, language: string, file: FileToWrite): JsonNode {
  const forms = pluralForms(plural, language, (code, detail) => file.warn({ code, detail, key, language }));
  if (typeof forms === 'string') return unit(forms, TRANSLATED);
  const units = [...forms].map(([category, text]) => [category, unit(text, stateOf(meta, category))] as const);
  units.sort(([a], [b]) => compareCodePoints(a, b));
  return objectNode([['variations', objectNode([['plural', objectNode(units)]])]]);
}

function stateOf(meta: Meta | undefined, category: PluralCategory): string {
  const states = meta?.['states'];
  const state = typeof states === 'object' && states !== null && !Array.isArray(states) ? states[category] : undefined;
  return typeof state === 'string' ? state : TRANSLATED;
}

const unit = (value: string, state: string): JsonNode =>
  objectNode([
    [
      'stringUnit',
      objectNode([
        ['state', textNode(state)],
        ['value', textNode(value)],
      ]),
    ],
  ]);
