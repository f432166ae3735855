import { ValidationFailedError } from '../common/errors/domain-error';
import { type JsonPointer, jsonPointer } from '../common/validation/json-pointer';
import { UnknownLanguageError } from '../projects/project-errors';
import { type SentTexts, type TextsByLanguage, toTextsByLanguage } from './dto/translations.field';
import { SourceTextRequiredError } from './key-errors';

/** The members of a request body that contain texts. */
interface TextsInRequest {
  value?: string;
  translations?: SentTexts;
}

/**
 * Returns `value` and `translations` as one map.
 *
 * @param languages of the project, the source language first
 * @param pointer to the object that contains the members
 * @throws UnknownLanguageError
 * @throws ValidationFailedError if both members contain the source text
 */
export function requestedTexts(
  { value, translations }: TextsInRequest,
  languages: readonly string[],
  pointer: JsonPointer,
): TextsByLanguage {
  const [sourceLanguage = ''] = languages;
  const pointerTo = (language: string): JsonPointer => pointer + jsonPointer('translations', language);
  const texts = toTextsByLanguage(translations);
  const unknown = [...texts.keys()].filter((language) => !languages.includes(language));
  if (unknown.length > 0) throw new UnknownLanguageError(unknown, (language) => ({ pointer: pointerTo(language) }));
  if (value === undefined) return texts;
  if (texts.has(sourceLanguage)) {
    const detail = 'value is the text of this language too';
    throw new ValidationFailedError([{ pointer: pointerTo(sourceLanguage), code: 'duplicate', detail }]);
  }
  return texts.set(sourceLanguage, value);
}

/** Returns the texts of a new key. @throws SourceTextRequiredError, and the errors of `requestedTexts` */
export function textsOfNewKey(
  request: TextsInRequest,
  languages: readonly string[],
  pointer: JsonPointer,
): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [language, text] of requestedTexts(request, languages, pointer)) {
    if (text !== null) texts.set(language, text);
  }
  if (!texts.has(languages[0] ?? '')) throw new SourceTextRequiredError(`${pointer}/value`);
  return texts;
}

/** Returns the texts of a key after an update. @throws SourceTextRequiredError, and the errors of `requestedTexts` */
export function textsAfterUpdate(
  current: ReadonlyMap<string, string>,
  request: TextsInRequest,
  languages: readonly string[],
  pointer: JsonPointer,
): Map<string, string> {
  const texts = new Map(current);
  for (const [language, text] of requestedTexts(request, languages, pointer)) {
    if (text !== null) texts.set(language, text);
    else if (language !== languages[0]) texts.delete(language);
    else throw new SourceTextRequiredError(pointer + jsonPointer('translations', language));
  }
  return texts;
}
