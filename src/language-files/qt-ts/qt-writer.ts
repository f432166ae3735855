import type { FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import type { Plural, PluralCategory } from '../model/plural';
import { underscoredTag } from '../text/locale-names';
import { toIcuMessage } from '../text/plurals/icu-message';
import { isWritableXml } from '../xml/xml-markup';
import { metaItems, metaText } from '../model/meta';
import { attributes } from '../xml/xml-writer';
import { type QtKey, splitKey } from './qt-key';
import { writeLocations } from './qt-locations';
import { numerusCategories } from './qt-plurals';
import { ARGUMENT_EXTRA, SOURCE_EXTRA } from './qt-reader';
import { writeText, writeVariants } from './qt-text';

type Text = string | Plural;

interface Target extends FileToWrite {
  categories: readonly PluralCategory[];
}

/** In the layout of Qt's own tools, so that their next run changes little. */
export function* writeQtTs(file: FileToWrite): Generator<string> {
  const target = { ...file, categories: numerusCategories(file.language) };
  const languages = attributes(
    [
      ['language', underscoredTag(file.language)],
      ['sourcelanguage', underscoredTag(file.sourceLanguage)],
    ],
    '',
  );
  yield `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1"${languages}>\n`;
  for (const xml of metaItems(file.meta?.head)) if (isElement(xml)) yield `${xml}\n`;
  yield* inContexts(messages(target));
  yield* inContexts(obsolete(file));
  yield '</TS>\n';
}

interface Message {
  context: string;
  xml: string;
}

/** A context is opened again where messages with an id, which sort by it, stand in between: readers join them. */
function* inContexts(messages: Iterable<Message>): Generator<string> {
  let open: string | undefined;
  for (const { context, xml } of messages) {
    if (context !== open) {
      if (open !== undefined) yield '</context>\n';
      yield `<context>\n    <name>${writeText(context, context)}</name>\n`;
      open = context;
    }
    yield xml;
  }
  if (open !== undefined) yield '</context>\n';
}

function* messages(file: Target): Generator<Message> {
  for (const entry of file.entries) {
    const key = splitKey(entry.key);
    const context = key.id === undefined ? key.context : (metaText(entry.keyMeta?.context) ?? '');
    yield { context, xml: writeMessage(entry, key, file) };
  }
}

function* obsolete({ meta }: FileToWrite): Generator<Message> {
  for (const stored of metaItems(meta?.obsolete)) {
    const [context, xml] = metaItems(stored);
    if (typeof context === 'string' && isElement(xml)) yield { context, xml: `    ${xml}\n` };
  }
}

const isElement = (xml: unknown): xml is string => typeof xml === 'string' && isWritableXml(xml, new Map());

function writeMessage(entry: EntryToWrite, name: QtKey, file: Target): string {
  const { key, keyMeta, meta, description } = entry;
  const value = asQt(entry.value, key, file);
  const isNumerus =
    keyMeta?.numerus === true || [value, entry.source].some((text) => isPlural(text) && text.type === 'cardinal');
  const source = name.id === undefined ? name.source : sourceText(entry.source);
  const comment = name.id === undefined ? name.disambiguation : metaText(keyMeta?.disambiguation);
  const element = (tag: string, text: string | undefined): string[] =>
    text === undefined ? [] : [`<${tag}>${writeText(text, key)}</${tag}>`];
  const lines = [
    ...writeLocations(keyMeta?.locations, key),
    ...element('source', source),
    ...element('oldsource', metaText(meta?.oldsource)),
    ...element('comment', comment),
    ...element('oldcomment', metaText(meta?.oldcomment)),
    ...element('extracomment', description || undefined),
    ...element('translatorcomment', metaText(meta?.translatorcomment)),
    ...writeTranslation(value, isNumerus, entry, file),
    ...element('userdata', metaText(meta?.userdata)),
    ...element(SOURCE_EXTRA, otherSource(entry.source, source)),
    ...element(ARGUMENT_EXTRA, argumentOf([value, entry.source].find(isPlural))),
    ...metaItems(keyMeta?.extras).filter(isElement),
  ];
  const head = attributes([['id', name.id], ['numerus', isNumerus ? 'yes' : undefined]], key); // prettier-ignore
  return `    <message${head}>\n${lines.map((line) => `        ${line}\n`).join('')}    </message>\n`;
}

const isPlural = (text: Text | undefined): text is Plural => typeof text === 'object';

const argumentOf = (plural: Plural | undefined): string | undefined =>
  plural?.arg === 'count' ? undefined : plural?.arg;

/** Qt has cardinal plurals only; an ordinal is a text. */
function asQt(value: Text | undefined, key: string, file: Target): Text | undefined {
  if (!isPlural(value) || value.type === 'cardinal') return value;
  file.warn({ code: 'plural_as_icu', detail: 'Qt has no ordinals; written as the ICU message', key });
  return toIcuMessage(value);
}

const sourceText = (source: Text | undefined): string | undefined =>
  isPlural(source) ? (source.forms.get('other') ?? '') : source;

/** The source text, as its ICU message if it is a plural, where `<source>` does not say it. */
function otherSource(source: Text | undefined, written: string | undefined): string | undefined {
  if (source === undefined || source === written) return undefined;
  return isPlural(source) ? toIcuMessage(source) : source;
}

function writeTranslation(value: Text | undefined, isNumerus: boolean, entry: EntryToWrite, file: Target): string[] {
  const { key } = entry;
  const type = value === undefined ? 'unfinished' : metaText(entry.meta?.type) === 'unfinished' && 'unfinished';
  const head = attributes([['type', type || undefined]], key);
  if (!isNumerus) return [writeVariants('translation', head, typeof value === 'string' ? value : '', key)];
  const forms = numerusForms(value, key, file).map((form) => `    ${writeVariants('numerusform', '', form, key)}`);
  return [`<translation${head}>`, ...forms, '</translation>'];
}

function numerusForms(value: Text | undefined, key: string, file: Target): string[] {
  const { categories } = file;
  if (!isPlural(value)) {
    if (value) file.warn({ code: 'plural_form_invented', detail: 'a text without plural in every numerus form', key });
    return categories.map(() => value ?? '');
  }
  const other = value.forms.get('other') ?? '';
  const forms = categories.map((category) => value.forms.get(category) ?? other);
  warnOfForms(value, forms, key, file);
  return forms;
}

function warnOfForms(value: Plural, forms: readonly string[], key: string, file: Target): void {
  const { categories } = file;
  for (const category of categories) {
    if (value.forms.has(category)) continue;
    file.warn({ code: 'plural_form_invented', detail: `"${category}" is a copy of "other"`, key });
  }
  // Where no integer is `other`, Qt has no form for it and import makes it a copy of the last one.
  const copied = categories.includes('other') ? undefined : forms.at(-1);
  for (const [category, text] of value.forms) {
    if (categories.includes(category) || (category === 'other' && text === copied)) continue;
    file.warn({ code: 'plural_form_dropped', detail: `Qt has no form "${category}" in this language`, key });
  }
  for (const n of value.exact.keys()) {
    file.warn({ code: 'plural_form_dropped', detail: `Qt has no form for exactly ${n}`, key });
  }
}
