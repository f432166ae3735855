import { v7 as uuidv7 } from 'uuid';
import type { Principal } from '../common/access/principal';
import { requireLanguages } from '../common/access/reach';
import { recordAudit } from '../audit/record';
import type { Transaction } from '../database/transaction';
import type { ImportedTerm } from './files/imported-term';
import { TermFileError } from './glossary-errors';
import { ALL, FIND_PROJECTS, WRITE_ALL } from './glossary-statements';
import { assertReaches } from './glossary-write';
import { bytesOf, placeOf, type TermContent } from './term';

/** What an import did, or would do: the numbers of terms. */
export interface GlossaryImport {
  created: number;
  updated: number;
  unchanged: number;
}

type Stored = TermContent & { id: string };

/**
 * Writes the terms of a file. A term that the glossary has for the same language, part of speech and projects is changed: translations into
 * the languages of the file are replaced, others stay.
 *
 * @throws TermFileError, NotGrantableError, LanguageNotAllowedError
 */
export async function importTerms(
  tx: Transaction,
  principal: Principal,
  terms: readonly ImportedTerm[],
  dryRun: boolean,
): Promise<GlossaryImport> {
  await assertWritable(tx, principal, terms);
  const stored = new Map<string, Stored>();
  const partsOfSpeech = new Map<string, TermContent['partOfSpeech']>();
  for (const term of await tx.rows<Stored>(ALL, [principal.organizationId])) {
    stored.set(identityOf(term), term);
    partsOfSpeech.set(identityOf({ ...term, partOfSpeech: null }), term.partOfSpeech);
  }
  const written = new Map<string, Stored>();
  const result = { created: 0, updated: 0, unchanged: 0 };
  for (const imported of terms) {
    const complete = withDefaults(imported, stored, partsOfSpeech);
    const identity = identityOf(complete);
    const before = written.get(identity) ?? stored.get(identity);
    const after: Stored = {
      ...complete,
      id: before?.id ?? uuidv7(),
      translations: { ...before?.translations, ...imported.translations },
    };
    if (!before) result.created++;
    else if (isSame(before, after)) result.unchanged++;
    else result.updated++;
    if (!before || !isSame(before, after)) written.set(identity, after);
  }
  if (dryRun || written.size === 0) return result;
  const rows = [...written.values()].map((term) => ({ ...term, place: placeOf(term.term), bytes: bytesOf(term) }));
  await tx.rows(WRITE_ALL, [principal.organizationId, JSON.stringify(rows)]);
  await recordAudit(tx, principal, { action: 'glossary.imported', details: { ...result } });
  return result;
}

/** Returns a term with what the file does not say: as the glossary has it, or the defaults. */
function withDefaults(
  imported: ImportedTerm,
  stored: ReadonlyMap<string, Stored>,
  partsOfSpeech: ReadonlyMap<string, TermContent['partOfSpeech']>,
): TermContent {
  const { projectIds = null } = imported;
  const key = { ...imported, partOfSpeech: null, projectIds: projectIds && [...new Set(projectIds)].sort() };
  const { partOfSpeech = partsOfSpeech.get(identityOf(key)) ?? null } = imported;
  const before = stored.get(identityOf({ ...key, partOfSpeech }));
  return {
    ...key,
    partOfSpeech,
    definition: imported.definition === undefined ? (before?.definition ?? null) : imported.definition,
    caseSensitive: imported.caseSensitive ?? before?.caseSensitive ?? false,
    doNotTranslate: imported.doNotTranslate ?? before?.doNotTranslate ?? false,
  };
}

type Identity = Pick<TermContent, 'term' | 'language' | 'partOfSpeech' | 'forbidden' | 'projectIds'>;

const identityOf = ({ term, language, partOfSpeech, forbidden, projectIds }: Identity): string =>
  JSON.stringify([term, language, partOfSpeech, forbidden, projectIds]);

const isSame = (one: TermContent, other: TermContent): boolean => contentOf(one) === contentOf(other);

function contentOf({ definition, caseSensitive, doNotTranslate, translations }: TermContent): string {
  const byLanguage = Object.entries(translations).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([definition, caseSensitive, doNotTranslate, byLanguage]);
}

/** @throws TermFileError for an id that is no project, NotGrantableError, LanguageNotAllowedError */
async function assertWritable(tx: Transaction, principal: Principal, terms: readonly ImportedTerm[]): Promise<void> {
  requireLanguages(principal, new Set(terms.flatMap(({ translations }) => Object.keys(translations))));
  const ids = new Set(terms.flatMap(({ projectIds }) => projectIds ?? []));
  const found = await tx.rows<{ id: string }>(FIND_PROJECTS, [principal.organizationId, [...ids]]);
  const existing = new Set(found.map(({ id }) => id));
  const missing = [...ids].find((id) => !existing.has(id));
  if (missing !== undefined)
    throw new TermFileError(`"${missing.slice(0, 100)}" is not the id of a project of this organization`);
  for (const { projectIds } of terms) assertReaches(principal, projectIds ?? null);
}
