import { compareCodePoints } from '../../model/code-point-order';
import type { EntryToWrite } from '../../model/entry';
import type { FileToWrite } from '../../model/codec';
import type { Meta } from '../../model/meta';
import type { Plural, PluralCategory } from '../../model/plural';
import { parseCompactJson, printJson, type JsonStyle } from '../../json/json-printer';
import { objectNode, stringNode, type JsonNode } from '../../json/json-tree';
import { isEquivalent } from '../../template/unchanged';
import { findLostVariables } from '../../text/placeholders/variables';
import { zeroFormScope } from '../../text/plurals/zero-form';
import { toCatalogForms } from './catalog-plural';
import { type Localization, readLocalization, replaceRepresentativeText, TRANSLATED } from './localization-reader';

/** The style in which Xcode writes catalogs. */
const XCODE_STYLE: JsonStyle = { colon: ' : ', empty: '\n\n' };

type Members = (readonly [name: string, value: JsonNode])[];

/** Writes a catalog in Xcode's layout: names in code point order, a space before each colon. */
export function* writeCatalog(file: FileToWrite): Generator<string> {
  yield `{\n  "sourceLanguage" : ${JSON.stringify(file.sourceLanguage)},\n  "strings" : {`;
  let separator = '\n';
  for (const [name, string] of listStrings(file)) {
    yield `${separator}    ${JSON.stringify(name)} : ${printJson(string, '    ', XCODE_STYLE)}`;
    separator = ',\n';
  }
  yield separator === '\n' ? '\n\n  }' : '\n  }';
  for (const [name, value] of listFileMembers(file.meta)) {
    yield `,\n  ${JSON.stringify(name)} : ${printJson(value, '  ', XCODE_STYLE)}`;
  }
  yield '\n}\n';
}

/** Yields the strings whose names are no keys, then one string for each entry. */
function* listStrings(file: FileToWrite): Generator<readonly [name: string, string: JsonNode]> {
  yield* sortUniqueNames(parseMembers(file.meta?.['aside']));
  for (const entry of file.entries) yield [entry.key, buildString(entry, file)];
}

function listFileMembers(meta: Meta | undefined): Members {
  const members = parseMembers(meta?.['attributes']).filter(
    ([name]) => name !== 'sourceLanguage' && name !== 'strings',
  );
  return members.some(([name]) => name === 'version') ? members : [...members, ['version', stringNode('1.0')]];
}

const parseMembers = (stored: unknown): Members =>
  (parseCompactJson(stored)?.members ?? []).map(({ name, value }) => [name, value] as const);

export function buildString(entry: EntryToWrite, file: FileToWrite): JsonNode {
  const { description, keyMeta } = entry;
  const members = parseMembers(keyMeta?.['attributes']).filter(([name]) => name !== 'localizations');
  if (description !== undefined && description !== '') members.push(['comment', stringNode(description)]);
  const localizations = buildLocalizations(entry, file);
  if (localizations.length > 0) members.push(['localizations', objectNode(localizations)]);
  return objectNode(sortUniqueNames(members));
}

function buildLocalizations(entry: EntryToWrite, file: FileToWrite): Members {
  const stored = parseMembers(entry.keyMeta?.['localizations']);
  const members = stored.filter(([language]) => file.languages.includes(language));
  for (const language of file.languages) {
    const value = entry.values?.get(language);
    if (value !== undefined && !isImpliedSource(entry, language, file)) {
      members.push([language, buildLocalization(entry, value, language, file)]);
    }
  }
  // Without a localization in the source language, Xcode would use the key as the source text.
  if (entry.values?.get(file.sourceLanguage) === undefined) members.unshift([file.sourceLanguage, untranslated()]);
  return sortUniqueNames(members);
}

/** Returns the localization that Xcode writes for a missing text. */
export const untranslated = (): JsonNode => buildUnit('', 'new');

/** Whether the file had no source text for the key, and the text is still the key itself. */
export const isImpliedSource = ({ key, values, metas }: EntryToWrite, language: string, file: FileToWrite): boolean =>
  language === file.sourceLanguage && values?.get(language) === key && metas?.get(language)?.['implicit'] === true;

/** Sorts members by name in code point order; of several with the same name, the last one is kept. */
const sortUniqueNames = (members: Members): Members =>
  [...new Map(members)].sort(([a], [b]) => compareCodePoints(a, b));

/**
 * Returns a localization with a text. One that is neither a text nor a plural keeps its other texts where it can.
 *
 * @param replaced the localization that the file has
 */
export function buildLocalization(
  { key, metas }: EntryToWrite,
  value: string | Plural,
  language: string,
  file: FileToWrite,
  replaced?: Localization,
): JsonNode {
  const meta = metas?.get(language);
  const warn = (code: string, detail: string): void => file.warn({ code, detail, key, language });
  const verbatim = parseCompactJson(meta?.['verbatim'] ?? replaced?.meta['verbatim']);
  const found = verbatim && readLocalization(verbatim, language);
  const { warning, isVoid } = found ?? replaced ?? {};
  const isDropped = warning !== undefined && isVoid !== true;
  const warnOfLoss = (): void =>
    warn('variations_dropped', 'the text was changed; it replaces its variations and substitutions');
  if (typeof value !== 'string') {
    if (verbatim && isEquivalent(found?.value, value, (type) => zeroFormScope(type, language))) return verbatim;
    if (isDropped) warnOfLoss();
    return buildPlural(value, meta, language, warn);
  }
  if (verbatim && meta?.['text'] === value) return verbatim;
  const state = typeof meta?.['state'] === 'string' ? meta['state'] : TRANSLATED;
  const edited = verbatim && replaceRepresentativeText(verbatim, value, state);
  if (edited) return edited;
  const lost = verbatim ? undefined : findLostVariables(value);
  if (lost) warn(lost.code, lost.detail);
  if (verbatim || isDropped) warnOfLoss();
  return buildUnit(value, state);
}

function buildPlural(
  plural: Plural,
  meta: Meta | undefined,
  language: string,
  warn: (code: string, detail: string) => void,
): JsonNode {
  const forms = toCatalogForms(plural, language, warn);
  if (typeof forms === 'string') return buildUnit(forms, TRANSLATED);
  const units = [...forms].map(([category, text]) => [category, buildUnit(text, getState(meta, category))] as const);
  units.sort(([a], [b]) => compareCodePoints(a, b));
  return objectNode([['variations', objectNode([['plural', objectNode(units)]])]]);
}

function getState(meta: Meta | undefined, category: PluralCategory): string {
  const states = meta?.['states'];
  const state = typeof states === 'object' && states !== null && !Array.isArray(states) ? states[category] : undefined;
  return typeof state === 'string' ? state : TRANSLATED;
}

function buildUnit(value: string, state: string): JsonNode {
  const unit = objectNode([
    ['state', stringNode(state)],
    ['value', stringNode(value)],
  ]);
  return objectNode([['stringUnit', unit]]);
}
