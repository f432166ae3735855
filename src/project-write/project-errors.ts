import { DomainError } from '../common/errors/domain-error';

/** The project does not exist, or the caller cannot see it; the error does not reveal which. */
export class ProjectNotFoundError extends DomainError {
  constructor() {
    super('project_not_found', 'there is no such project within reach');
  }
}

/** The project has no such template. */
export class TemplateNotFoundError extends DomainError {
  constructor() {
    super('template_not_found', 'the project has no such template');
  }
}

/** A request names languages that the project does not have. */
export class UnknownLanguageError extends DomainError {
  /**
   * @param place returns the place of a language in the request
   * @param fallback returns the language that the option `languageFallback` would take
   */
  constructor(
    languages: readonly string[],
    place: (language: string) => { pointer?: string; parameter?: string; file?: string } = () => ({}),
    fallback: (language: string) => string | undefined = () => undefined,
  ) {
    super('unknown_language', `the project does not have ${languages.join(', ')}`, {
      errors: languages.map((language) => {
        const nearest = fallback(language);
        const hint = nearest === undefined ? '' : `; languageFallback=true reads it as ${nearest}`;
        const detail = `the project does not have ${language}${hint}`;
        return { ...place(language), language, code: 'unknown_language', detail };
      }),
    });
  }
}

export const MAX_LANGUAGES = 500;

export class TooManyLanguagesError extends DomainError {
  constructor() {
    super('limit_exceeded', `a project has at most ${MAX_LANGUAGES} languages`);
  }
}
