import type { EntryToWrite } from '../model/entry';
import { metaText } from '../model/meta';
import type { Plural } from '../model/plural';
import { toIcuMessage } from '../text/plurals/icu-message';
import { NO_NAMESPACES, storedElements } from '../xml/stored-xml';
import { attributes } from '../xml/xml-writer';
import { splitKey } from './qt-key';
import { writeLocations } from './qt-locations';
import { ARGUMENT_EXTRA, SOURCE_EXTRA } from './qt-message-reader';
import { type NumerusContext, numerusForms } from './qt-numerus-writer';
import { writeText, writeVariants } from './qt-text';

type Text = string | Plural;

/** Returns the name of the context that a message belongs to; empty for a message without one. */
export function contextOfEntry({ key, keyMeta }: EntryToWrite): string {
  const name = splitKey(key);
  return name.id === undefined ? name.context : (metaText(keyMeta?.context) ?? '');
}

/** Returns the start tag of a message and its child elements, which are indented by two spaces a level. */
export function writeMessage(entry: EntryToWrite, context: NumerusContext): string[] {
  const name = splitKey(entry.key);
  const { key, keyMeta, meta, description } = entry;
  const value = toQtText(entry.value, key, context);
  const isNumerus =
    keyMeta?.numerus === true || [value, entry.source].some((text) => isPlural(text) && text.type === 'cardinal');
  const source = name.id === undefined ? name.source : sourceText(entry.source);
  const comment = name.id === undefined ? name.disambiguation : metaText(keyMeta?.disambiguation);
  const element = (tag: string, text: string | undefined): string[] =>
    text === undefined ? [] : [`<${tag}>${writeText(text, key)}</${tag}>`];
  return [
    `<message${attributes(
      [
        ['id', name.id],
        ['numerus', isNumerus ? 'yes' : undefined],
      ],
      key,
    )}>`,
    ...writeLocations(keyMeta?.locations, key),
    ...element('source', source),
    ...element('oldsource', metaText(meta?.oldsource)),
    ...element('comment', comment),
    ...element('oldcomment', metaText(meta?.oldcomment)),
    ...element('extracomment', description || undefined),
    ...element('translatorcomment', metaText(meta?.translatorcomment)),
    ...writeTranslation(value, isNumerus, entry, context),
    ...element('userdata', metaText(meta?.userdata)),
    ...element(SOURCE_EXTRA, sourceExtra(entry.source, source)),
    ...element(ARGUMENT_EXTRA, argumentExtra([value, entry.source].find(isPlural))),
    ...storedElements(keyMeta?.extras, NO_NAMESPACES),
  ];
}

export const isPlural = (text: Text | undefined): text is Plural => typeof text === 'object';

/** Converts an ordinal plural, which Qt does not have, to its ICU message. */
export function toQtText(value: Text | undefined, key: string, { warn }: NumerusContext): Text | undefined {
  if (!isPlural(value) || value.type === 'cardinal') return value;
  warn({ code: 'plural_as_icu', detail: 'Qt has no ordinal plurals; the text is written as its ICU message', key });
  return toIcuMessage(value);
}

export const sourceText = (source: Text | undefined): string | undefined =>
  isPlural(source) ? (source.forms.get('other') ?? '') : source;

/** Returns the source text where it differs from `<source>`; a plural as its ICU message. */
function sourceExtra(source: Text | undefined, written: string | undefined): string | undefined {
  if (source === undefined || source === written) return undefined;
  return isPlural(source) ? toIcuMessage(source) : source;
}

/** Returns the argument of a plural where it is not `count`. */
const argumentExtra = (plural: Plural | undefined): string | undefined =>
  plural?.arg === 'count' ? undefined : plural?.arg;

function writeTranslation(
  value: Text | undefined,
  isNumerus: boolean,
  { key, meta }: EntryToWrite,
  context: NumerusContext,
): string[] {
  const isUnfinished = value === undefined || metaText(meta?.type) === 'unfinished';
  const head = attributes([['type', isUnfinished ? 'unfinished' : undefined]], key);
  if (!isNumerus) return [writeVariants('translation', head, typeof value === 'string' ? value : '', key)];
  const forms = numerusForms(value, key, context);
  return [
    `<translation${head}>`,
    ...forms.map((form) => `  ${writeVariants('numerusform', '', form, key)}`),
    '</translation>',
  ];
}
