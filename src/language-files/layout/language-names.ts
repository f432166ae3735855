import { primarySubtag } from '../../common/language-tag';
import { gettextLocale } from '../gettext/gettext-locale';
import type { FormatCodec } from '../model/codec';
import { parseFilePath } from '../model/path-language';
import { underscoredTag } from '../text/locale-names';
import { pathOf } from './path-of';

/** Ways to write a language in a path. */
type Spelling = (language: string) => string;

const COMMON: readonly Spelling[] = [
  (language) => language,
  underscoredTag,
  gettextLocale,
  (language) => language.toLowerCase(),
  (language) => underscoredTag(language).toLowerCase(),
];

/**
 * Returns how paths name a language, by the names of other languages in such paths: `fr` and `pt_BR` make `zh_TW` of
 * `zh-TW`. The name of the source language counts only if there is no other, because it often is a special one
 * (`Base.lproj`).
 *
 * @param names by language
 */
export function inferLanguageName(
  codec: FormatCodec,
  language: string,
  names: ReadonlyMap<string, string>,
  sourceLanguage: string,
): string {
  const known = [...names].filter(([other]) => other !== sourceLanguage);
  const examples = known.length > 0 ? known : [...names];
  const own = ownSpelling(codec, sourceLanguage);
  const spellings = [own, ...COMMON];
  // A name in no known spelling shows no spelling: `values-iw` of Hebrew beside `values-de`.
  const spelled = examples.filter(([other, name]) => spellings.some((spelling) => frameOf(name, spelling(other))));
  for (const spelling of spellings) {
    const [frame, ...others] = new Set(spelled.map(([other, name]) => frameOf(name, spelling(other))));
    if (frame !== undefined && others.length === 0) return frame.replace(PLACE, () => spelling(language));
  }
  const name = own(language);
  const start = name.slice(0, Math.max(0, name.indexOf(primarySubtag(language))));
  const beginAlike = start !== '' && known.every(([, name]) => name.startsWith(start));
  return known.length === 0 || beginAlike ? name : language;
}

const PLACE = '\0';

/** Returns what surrounds the language in its name; undefined if the name is spelled in another way. */
function frameOf(name: string, spelled: string): string | undefined {
  const start = spelled === '' ? -1 : name.indexOf(spelled);
  return start < 0 ? undefined : name.slice(0, start) + PLACE + name.slice(start + spelled.length);
}

/** Returns the spelling of the format's own tools. */
const ownSpelling =
  (codec: FormatCodec, sourceLanguage: string): Spelling =>
  (language) => {
    const context = { projectLanguages: [language, sourceLanguage], sourceLanguage, archived: true };
    return parseFilePath(pathOf(codec, language), context)?.languageName ?? language;
  };
