import { DomainError } from '../common/errors/domain-error';

/** The most terms of a glossary. */
export const MAX_TERMS = 10_000;
/** The most bytes of the texts of a glossary. */
export const MAX_GLOSSARY_BYTES = 4 * 1_048_576;

/** Also thrown for terms that the caller cannot access, so that their existence is not revealed. */
export class TermNotFoundError extends DomainError {
  constructor() {
    super('term_not_found', 'there is no such term within reach');
  }
}

/** A glossary has a term once for its language, part of speech, projects and whether it is forbidden. */
export class TermExistsError extends DomainError {
  constructor(termId: string) {
    const detail = 'the glossary has this term for the same language, part of speech and projects';
    super('term_exists', detail, {
      errors: [{ pointer: '/term', code: 'term_exists', detail }],
      extensions: { termId },
    });
  }
}

export class GlossaryTooLargeError extends DomainError {
  constructor(readonly terms: number) {
    const limit = terms > MAX_TERMS ? `${MAX_TERMS} terms` : `${MAX_GLOSSARY_BYTES} bytes of terms`;
    super('limit_exceeded', `an organization has at most ${limit}`);
  }
}

/** Files of terms before this one take too long. */
export class GlossaryBusyError extends DomainError {
  constructor() {
    super('project_busy', 'the request could not be served beside other work on glossaries that was under way', {
      headers: { 'retry-after': '5' },
    });
  }
}

/** A file of terms cannot be imported. */
export class TermFileError extends DomainError {
  constructor(
    readonly reason: string,
    readonly line?: number,
  ) {
    const position = line === undefined ? '' : ` (line ${line})`;
    super('malformed_file', `${reason}${position}`, { errors: [{ code: 'malformed_file', detail: reason, line }] });
  }
}
