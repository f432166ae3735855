import { DomainError } from '../common/errors/domain-error';

/** Also for projects of other organizations and out of the API key's reach: their existence is not told. */
export class ProjectNotFoundError extends DomainError {
  constructor() {
    super('project_not_found', 'there is no such project for this API key');
  }
}

export class UnknownLanguageError extends DomainError {
  /** @param pointers where each of them stands in the body, when they stand there */
  constructor(
    languages: readonly string[],
    place: (language: string) => { pointer?: string; parameter?: string } = () => ({}),
  ) {
    super('unknown_language', `the project does not have ${languages.join(', ')}`, {
      errors: languages.map((language) => ({
        ...place(language),
        language,
        code: 'unknown_language',
        detail: `the project does not have ${language}`,
      })),
    });
  }
}

export const MAX_LANGUAGES = 500;

export class TooManyLanguagesError extends DomainError {
  constructor() {
    super('limit_exceeded', `a project has at most ${MAX_LANGUAGES} languages`);
  }
}
