import { LanguageNotAllowedError, NotGrantableError } from '../common/access/access-errors';
import type { Principal } from '../common/access/principal';
import { canWriteIn } from '../common/access/reach';
import type { FieldError } from '../common/errors/catalogue';
import { MAX_LISTED_ERRORS } from '../common/errors/domain-error';
import type { EventLoopYielder } from '../common/scheduling/event-loop-yielder';
import type { Transaction } from '../database/transaction';
import type { ImportedTerm } from './files/imported-term';
import type { ReadTerms } from './files/term-pages';
import { OF_ALL_LANGUAGES } from './fields-of-all-languages';
import { TermFileError } from './glossary-errors';
import { FIND_PROJECTS } from './glossary-statements';

/**
 * Checks that the caller may write the translations of a file, and that its projects are projects of the organization.
 *
 * @throws LanguageNotAllowedError with the places in the file, TermFileError for an id that is no project
 */
export async function assertMayWrite(
  tx: Transaction,
  principal: Principal,
  read: ReadTerms,
  yielder: EventLoopYielder,
): Promise<void> {
  const refused = read.languages.filter((language) => !canWriteIn(principal, language));
  const [first] = refused;
  if (first !== undefined)
    throw new LanguageNotAllowedError(first, refused.length - 1, await refusalsOf(read, new Set(refused), yielder));
  const found = await tx.rows<{ id: string }>(FIND_PROJECTS, [principal.organizationId, read.projectIds]);
  const existing = new Set(found.map(({ id }) => id));
  const missing = read.projectIds.find((id) => !existing.has(id));
  if (missing === undefined) return;
  const line = await lineOfProject(read, missing, yielder);
  throw new TermFileError(`"${missing}" is not the id of a project of this organization`, line);
}

/**
 * @param lines the lines of terms that the caller may not write since they act on all languages; an entry of TBX has a line for each term
 * @throws NotGrantableError with the first lines
 */
export function assertNoneRefused(lines: readonly (number | undefined)[]): void {
  if (lines.length === 0) return;
  const errors = [...new Set(lines)]
    .slice(0, MAX_LISTED_ERRORS)
    .map((line) => ({ line, code: 'not_grantable' as const, detail: OF_ALL_LANGUAGES }));
  throw new NotGrantableError(OF_ALL_LANGUAGES, errors);
}

/** Returns the first lines with translations into languages that are refused. */
async function refusalsOf(
  read: ReadTerms,
  refused: ReadonlySet<string>,
  yielder: EventLoopYielder,
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for await (const { line, translations } of termsOf(read, yielder)) {
    const [language, ...others] = Object.keys(translations).filter((each) => refused.has(each));
    // Synonyms of an entry have the same line.
    if (language === undefined || (line !== undefined && errors.at(-1)?.line === line)) continue;
    const detail = LanguageNotAllowedError.detailOf(language, others.length);
    errors.push({ line, language, code: 'language_not_allowed', detail });
    if (errors.length === MAX_LISTED_ERRORS) break;
  }
  return errors;
}

async function lineOfProject(read: ReadTerms, id: string, yielder: EventLoopYielder): Promise<number | undefined> {
  for await (const { projectIds, line } of termsOf(read, yielder)) if (projectIds?.includes(id)) return line;
  return undefined;
}

/** Yields the terms of a file, and gives way to other tasks of the event loop. */
async function* termsOf({ pages }: ReadTerms, yielder: EventLoopYielder): AsyncGenerator<ImportedTerm> {
  for (const page of pages) {
    yield* JSON.parse(page) as ImportedTerm[];
    await yielder.yieldIfDue();
  }
}
