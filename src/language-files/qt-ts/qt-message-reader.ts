import { canonicalLanguage } from '../../common/language-tag';
import type { ParsedEntry, Value } from '../model/entry';
import { type Meta, type MetaMembers, compactMeta } from '../model/meta';
import type { Plural } from '../model/plural';
import { isArgumentName, parsePluralMessage } from '../text/plurals/icu-message';
import { type XmlElement, attribute, childElement, childElements, outerXml } from '../xml/xml-tree';
import { type QtKey, joinKey } from './qt-key';
import type { NumerusReader } from './qt-numerus-reader';
import { readChildText, readVariants } from './qt-text';

/**
 * Extra elements for data that TS has no element for: a source text that differs from `<source>`, a plural's argument.
 */
export const SOURCE_EXTRA = 'extra-glossa-source';
export const ARGUMENT_EXTRA = 'extra-glossa-argument';

/** Child elements of a message that belong to its translation. */
const TRANSLATION_ELEMENTS = ['oldsource', 'oldcomment', 'translatorcomment', 'userdata'];

/** The place of a message in its file. */
export interface MessageContext {
  /** The name of the `<context>` around the message; empty outside of one. */
  contextName: string;
  locations: [file: string, line: string][];
  /** The language of the file, as written there. */
  language: string;
  /** The source language of the project. */
  sourceLanguage: string;
  numerus: NumerusReader;
}

/** Converts a message that is in use to an entry. */
export function readMessage(message: XmlElement, context: MessageContext): ParsedEntry {
  const name = readName(message, context.contextName);
  const key = joinKey(name);
  const source = readSourceExtra(message) ?? name.source;
  const translation = childElement(message, 'translation');
  const type = translation && attribute(translation, 'type');
  const forms = translation ? readTranslation(message, translation, key, context) : null;
  const value = isSourceInEachForm(forms, source, context) ? source : forms;
  return {
    key,
    value: type === 'unfinished' && isEmpty(value) ? null : value,
    source,
    description: readChildText(message, 'extracomment') || undefined,
    keyMeta: compactMeta(nameMeta(name), {
      numerus: isNumerus(message) || undefined,
      locations: context.locations,
      extras: readExtras(message),
    }),
    meta: compactMeta({ type: isEmpty(value) ? undefined : type }, translationMeta(message)),
    line: message.line,
  };
}

/** @param context the name of the `<context>` around the message */
export const readName = (message: XmlElement, context: string): QtKey => ({
  id: attribute(message, 'id'),
  context,
  source: readChildText(message, 'source'),
  disambiguation: readChildText(message, 'comment'),
});

const isNumerus = (message: XmlElement): boolean => attribute(message, 'numerus') === 'yes';

function readTranslation(
  message: XmlElement,
  translation: XmlElement,
  key: string,
  { numerus }: MessageContext,
): string | Plural {
  if (!isNumerus(message)) return readVariants(translation);
  const arg = readChildText(message, ARGUMENT_EXTRA) ?? '';
  return numerus.read(translation, isArgumentName(arg) ? arg : 'count', key, message.line);
}

/** Returns the source text where it differs from `<source>`, by which Qt finds the message. */
function readSourceExtra(message: XmlElement): Value | undefined {
  const text = readChildText(message, SOURCE_EXTRA);
  return text === undefined ? undefined : (parsePluralMessage(text) ?? text);
}

/** A file of the source language has a source text without plural in each numerus form. */
function isSourceInEachForm(
  value: Value,
  source: Value | undefined,
  { language, sourceLanguage }: MessageContext,
): source is string {
  if (value === null || typeof value === 'string' || typeof source !== 'string') return false;
  const isSourceFile = canonicalLanguage(language) === sourceLanguage;
  return isSourceFile && [...value.forms.values()].every((form) => form === source);
}

const isEmpty = (value: Value): boolean =>
  value === null || (typeof value === 'string' ? value === '' : [...value.forms.values()].every((form) => form === ''));

/** Returns the context and the disambiguation of a message with an id, which are not part of its key. */
const nameMeta = ({ id, context, disambiguation }: QtKey): MetaMembers =>
  id ? { context: context || undefined, disambiguation } : {};

const readExtras = (message: XmlElement): string[] =>
  childElements(message)
    .filter(({ name }) => name.startsWith('extra-') && name !== SOURCE_EXTRA && name !== ARGUMENT_EXTRA)
    .map(outerXml);

function translationMeta(message: XmlElement): Meta {
  const texts: Meta = {};
  for (const name of TRANSLATION_ELEMENTS) {
    const text = readChildText(message, name);
    if (text) texts[name] = text;
  }
  return texts;
}
