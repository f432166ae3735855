import { DEFAULT_STATE, type TranslationState } from '../common/translation-state';
import { ValidationFailedError } from '../common/errors/domain-error';
import { type JsonPointer, jsonPointer } from '../common/validation/json-pointer';
import { UnknownLanguageError } from '../project-write/project-errors';
import { toLanguageMap } from '../projects/dto/language-map.field';
import type { SentStates } from './dto/states.field';
import type { SentTexts, TextsByLanguage } from './dto/translations.field';
import type { KeyText, KeyTexts } from './key';
import { SourceTextRequiredError } from './key-errors';

/** The members of a request body that contain texts and their states. */
interface TextsInRequest {
  value?: string;
  translations?: SentTexts;
  states?: SentStates;
  /** The state of texts that change, and are not in `states`. Default: `translated`. */
  changedState?: TranslationState;
}

/**
 * Returns `value` and `translations` as one map.
 *
 * @param languages of the project, the source language first
 * @param pointer to the object that contains the members
 * @throws UnknownLanguageError
 * @throws ValidationFailedError if both members contain the source text
 */
function requestedTexts(
  { value, translations }: TextsInRequest,
  languages: readonly string[],
  pointer: JsonPointer,
): TextsByLanguage {
  const [sourceLanguage = ''] = languages;
  const texts = toLanguageMap(translations);
  assertKnown([...texts.keys()], languages, `${pointer}/translations`);
  if (value === undefined) return texts;
  if (texts.has(sourceLanguage)) {
    const detail = 'value is the text of this language too';
    const field = pointer + jsonPointer('translations', sourceLanguage);
    throw new ValidationFailedError([{ pointer: field, code: 'duplicate', detail }]);
  }
  return texts.set(sourceLanguage, value);
}

/**
 * Returns the texts of a new key.
 *
 * @param needsSource false if the caller cannot write source texts
 * @throws SourceTextRequiredError, and the errors of `textsAfterUpdate`
 */
export function textsOfNewKey(
  request: TextsInRequest,
  languages: readonly string[],
  pointer: JsonPointer,
  needsSource: boolean,
): Map<string, SetText> {
  const texts = new Map<string, SetText>();
  for (const [language, text] of requestedTexts(request, languages, pointer)) {
    if (text !== null) texts.set(language, setText(text));
  }
  if (needsSource && !texts.has(languages[0] ?? '')) throw new SourceTextRequiredError(`${pointer}/value`);
  setStates(texts, request, languages, pointer);
  return texts;
}

/**
 * Returns the texts of a key after an update. A new source text makes the other texts outdated, except texts that the
 * update sets or confirms by a state.
 *
 * @throws SourceTextRequiredError, and the errors of `requestedTexts`
 * @throws ValidationFailedError for the state of a text that the key does not have
 */
export function textsAfterUpdate(
  current: KeyTexts,
  request: TextsInRequest,
  languages: readonly string[],
  pointer: JsonPointer,
): Map<string, KeyText> {
  const [sourceLanguage = ''] = languages;
  const texts = new Map(current);
  const requested = requestedTexts(request, languages, pointer);
  const newSource = requested.get(sourceLanguage) ?? undefined;
  const oldSource = current.get(sourceLanguage);
  if (newSource !== undefined && oldSource !== undefined && newSource !== oldSource.text) {
    for (const [language, text] of texts) texts.set(language, { ...text, isOutdated: true });
  }
  for (const [language, text] of requested) {
    if (text === null) {
      if (language === sourceLanguage)
        throw new SourceTextRequiredError(pointer + jsonPointer('translations', language));
      texts.delete(language);
    } else if (text !== current.get(language)?.text) texts.set(language, setText(text, request.changedState));
  }
  setStates(texts, request, languages, pointer);
  return texts;
}

/** A text of a request. */
type SetText = KeyText & { text: string };

const setText = (text: string, state = DEFAULT_STATE): SetText => ({ text, state, isOutdated: false });

function setStates(
  texts: Map<string, KeyText>,
  { states }: TextsInRequest,
  languages: readonly string[],
  pointer: JsonPointer,
): void {
  const requested = toLanguageMap(states);
  assertKnown([...requested.keys()], languages, `${pointer}/states`);
  for (const [language, state] of requested) {
    const text = texts.get(language);
    if (!text) {
      const detail = 'the key has no text in this language';
      const field = pointer + jsonPointer('states', language);
      throw new ValidationFailedError([{ pointer: field, code: 'not_allowed', detail }]);
    }
    texts.set(language, { ...text, state, isOutdated: false });
  }
}

/** @throws UnknownLanguageError */
export function assertKnown(tags: readonly string[], languages: readonly string[], pointer: JsonPointer): void {
  const unknown = tags.filter((language) => !languages.includes(language));
  if (unknown.length > 0)
    throw new UnknownLanguageError(unknown, (language) => ({ pointer: pointer + jsonPointer(language) }));
}
