import { canonicalLanguage, lookUpLanguage } from '../../common/language-tag';
import { currentLanguage } from '../../language-files';
import type { ReadRequest } from './read-request';
import { RefusedFileError } from './refused-file-error';

type LanguageRequest = Pick<
  ReadRequest,
  'sourceLanguage' | 'targetLanguages' | 'languageFallback' | 'replacedLanguages'
>;

/** Returns the canonical tag of a name; undefined for a name that is none. */
export const toTag = (name: string | undefined): string | undefined =>
  name === undefined || name === '' ? undefined : canonicalLanguage(name);

/**
 * Returns the language of the project that a tag in a file stands for: the same tag, the tag of ISO 639 that replaced it
 * (`he` for `iw`), or with `languageFallback` the nearest language. A language that the project does not have stays.
 *
 * @param tag canonical
 */
export function languageOfTag(tag: string, request: LanguageRequest): string {
  const languages = [request.sourceLanguage, ...request.targetLanguages];
  if (languages.includes(tag)) return tag;
  const replaced = request.replacedLanguages?.[tag];
  if (replaced !== undefined) return replaced;
  const current = currentLanguage(tag);
  return (request.languageFallback ? lookUpLanguage(current, languages) : undefined) ?? current;
}

/** The languages of one file, each with the tag that the file has for it. */
export class FileLanguages {
  private readonly known = new Map<string, string | undefined>();
  private readonly noted = new Set<string>();
  private readonly tags = new Map<string, string>();
  /** The languages that were read as others. */
  private readonly replaced = new Map<string, string>();

  /** @param onReplaced receives a tag that is read as another language, once */
  constructor(
    private readonly request: LanguageRequest,
    private readonly onReplaced: (tag: string, language: string) => void,
  ) {}

  /** Returns the language of the project for which the file has a name. */
  of(name: string | undefined): string | undefined {
    if (name === undefined) return undefined;
    if (!this.known.has(name)) {
      const tag = toTag(name);
      this.known.set(name, tag === undefined ? undefined : languageOfTag(tag, this.request));
    }
    return this.known.get(name);
  }

  /**
   * Notes that texts are read from a language of the file.
   *
   * @returns why the file is refused, if another one of its languages would be read as the same
   */
  note(name: string): RefusedFileError | undefined {
    if (this.noted.has(name)) return undefined;
    this.noted.add(name);
    const tag = toTag(name);
    const language = this.of(name);
    if (tag === undefined || language === undefined) return undefined;
    const other = this.tags.get(language);
    if (other === undefined) this.tags.set(language, tag);
    const isReplaced = language !== tag && language !== currentLanguage(tag);
    if (other !== undefined && other !== tag && (isReplaced || this.replaced.has(other)))
      return sameLanguage(other, tag, language);
    if (!isReplaced || this.replaced.has(tag)) return undefined;
    this.replaced.set(tag, language);
    this.onReplaced(tag, language);
    return undefined;
  }

  /** Returns `TemplateOptions.languages` of the file. */
  get options(): { languages?: Record<string, string> } {
    return this.replaced.size === 0 ? {} : { languages: Object.fromEntries(this.replaced) };
  }
}

function sameLanguage(one: string, other: string, language: string): RefusedFileError {
  const detail = `the file has ${one} and ${other}, which would both be read as ${language}`;
  return new RefusedFileError({
    code: 'validation_failed',
    detail,
    errors: [{ parameter: 'languageFallback', code: 'not_allowed', detail }],
  });
}
