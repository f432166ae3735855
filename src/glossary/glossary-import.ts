import { v7 as uuidv7 } from 'uuid';
import type { Principal } from '../common/access/principal';
import { recordAudit } from '../audit/record';
import { EventLoopYielder } from '../common/scheduling/event-loop-yielder';
import type { Transaction } from '../database/transaction';
import type { ImportedTerm } from './files/imported-term';
import type { ReadTerms } from './files/term-pages';
import { TermFileError } from './glossary-errors';
import { WRITE_ALL } from './glossary-statements';
import { fieldsOfAllLanguages } from './fields-of-all-languages';
import { assertMayWrite, assertNoneRefused } from './glossary-import-rights';
import { assertReaches } from './glossary-write';
import { becomesContradictory, CONTRADICTION } from './term-rules';
import { type StoredTerm, StoredTerms } from './stored-terms';
import { bytesOf, placeOf, type TermContent } from './term';

/** What an import did, or would do: the numbers of terms. */
export interface GlossaryImport {
  created: number;
  updated: number;
  unchanged: number;
}

/** Terms that are written with one statement. */
const WRITTEN_TOGETHER = 500;

/**
 * Writes the terms of a file. A term that the glossary has is changed: translations into the languages of the file are replaced, others
 * stay. Gives way to other tasks of the event loop.
 *
 * @throws TermFileError, GlossaryTooLargeError, NotGrantableError, LanguageNotAllowedError
 */
export async function importTerms(
  tx: Transaction,
  principal: Principal,
  read: ReadTerms,
  dryRun: boolean,
): Promise<GlossaryImport> {
  const yielder = new EventLoopYielder();
  await assertMayWrite(tx, principal, read, yielder);
  const terms = await StoredTerms.read(tx, principal, yielder);
  const result = { created: 0, updated: 0, unchanged: 0 };
  const written = new Map<string, StoredTerm>();
  const refused: (number | undefined)[] = [];
  const write = async (): Promise<void> => {
    if (written.size > 0) await writeAll(tx, principal, [...written.values()]);
    written.clear();
  };
  for (const page of read.pages) {
    for (const imported of JSON.parse(page) as ImportedTerm[]) {
      const complete = terms.complete(imported);
      assertReaches(principal, complete.projectIds);
      const before = terms.get(complete);
      if (fieldsOfAllLanguages(principal, complete, before).length > 0) refused.push(imported.line);
      if (becomesContradictory(complete, before)) throw new TermFileError(CONTRADICTION, imported.line);
      const translations = { ...before?.translations, ...imported.translations };
      const after: StoredTerm = { ...complete, id: before?.id ?? uuidv7(), translations };
      const isChanged = !before || !isSame(before, after);
      result[!before ? 'created' : isChanged ? 'updated' : 'unchanged']++;
      if (isChanged) {
        terms.set(after);
        written.set(after.id, after);
      }
      const due = yielder.yieldIfDue();
      if (due) await due;
    }
    if (written.size >= WRITTEN_TOGETHER) await write();
  }
  assertNoneRefused(refused);
  await write();
  if (!dryRun && result.created + result.updated > 0)
    await recordAudit(tx, principal, { action: 'glossary.imported', details: { ...result } });
  return result;
}

async function writeAll(tx: Transaction, { organizationId }: Principal, terms: readonly StoredTerm[]): Promise<void> {
  const rows = terms.map((term) => ({ ...term, place: placeOf(term.term), bytes: bytesOf(term) }));
  await tx.rows(WRITE_ALL, [organizationId, JSON.stringify(rows)]);
}

const isSame = (one: TermContent, other: TermContent): boolean => contentOf(one) === contentOf(other);

function contentOf({ definition, caseSensitive, doNotTranslate, translations }: TermContent): string {
  const byLanguage = Object.entries(translations).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([definition, caseSensitive, doNotTranslate, byLanguage]);
}
