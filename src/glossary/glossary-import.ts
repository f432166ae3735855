import { v7 as uuidv7 } from 'uuid';
import type { Principal } from '../common/access/principal';
import { recordAudit } from '../audit/record';
import { EventLoopYielder } from '../common/scheduling/event-loop-yielder';
import type { Transaction } from '../database/transaction';
import type { ImportedTerm } from './files/imported-term';
import type { ReadTerms } from './files/term-pages';
import { GlossaryTooLargeError, TermFileError } from './glossary-errors';
import { ALL, type BoundedTerm, WRITE_ALL } from './glossary-statements';
import { fieldsOfAllLanguages } from './fields-of-all-languages';
import { assertMayWrite, assertNoneRefused } from './glossary-import-rights';
import { assertReaches } from './glossary-write';
import { becomesContradictory, CONTRADICTION } from './term-rules';
import { bytesOf, identityOf, placeOf, type TermContent } from './term';

/** What an import did, or would do: the numbers of terms. */
export interface GlossaryImport {
  created: number;
  updated: number;
  unchanged: number;
}

type Stored = TermContent & { id: string };

/** Terms that are written with one statement. */
const WRITTEN_TOGETHER = 500;

/**
 * Writes the terms of a file. A term that the glossary has for the same language, part of speech and projects is changed: translations into
 * the languages of the file are replaced, others stay. Gives way to other tasks of the event loop.
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
  const { terms, partsOfSpeech } = await readStored(tx, principal, yielder);
  const result = { created: 0, updated: 0, unchanged: 0 };
  const written = new Map<string, Stored>();
  const refused: (number | undefined)[] = [];
  const write = async (): Promise<void> => {
    if (written.size > 0) await writeAll(tx, principal, [...written.values()]);
    written.clear();
  };
  for (const page of read.pages) {
    for (const imported of JSON.parse(page) as ImportedTerm[]) {
      assertReaches(principal, imported.projectIds ?? null);
      const complete = withDefaults(imported, terms, partsOfSpeech);
      const identity = identityOf(complete);
      const before = terms.get(identity);
      if (fieldsOfAllLanguages(principal, complete, before).length > 0) refused.push(imported.line);
      if (becomesContradictory(complete, before)) throw new TermFileError(CONTRADICTION, imported.line);
      const translations = { ...before?.translations, ...imported.translations };
      const after: Stored = { ...complete, id: before?.id ?? uuidv7(), translations };
      const isChanged = !before || !isSame(before, after);
      result[!before ? 'created' : isChanged ? 'updated' : 'unchanged']++;
      if (isChanged) {
        terms.set(identity, after);
        written.set(identity, after);
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

/** Reads the terms of the glossary, and the part of speech of terms of which a file does not say it: none, if there is such a term. */
async function readStored(
  tx: Transaction,
  { organizationId }: Principal,
  yielder: EventLoopYielder,
): Promise<{ terms: Map<string, Stored>; partsOfSpeech: Map<string, TermContent['partOfSpeech']> }> {
  const terms = new Map<string, Stored>();
  const partsOfSpeech = new Map<string, TermContent['partOfSpeech']>();
  const found = await tx.rows<BoundedTerm>(ALL, [organizationId]);
  if (found.at(-1)?.hasNext) throw new GlossaryTooLargeError(found.length);
  for (const term of found) {
    terms.set(identityOf(term), term);
    const withoutPart = identityOf({ ...term, partOfSpeech: null });
    if (partsOfSpeech.get(withoutPart) !== null) partsOfSpeech.set(withoutPart, term.partOfSpeech);
    const due = yielder.yieldIfDue();
    if (due) await due;
  }
  return { terms, partsOfSpeech };
}

async function writeAll(tx: Transaction, { organizationId }: Principal, terms: readonly Stored[]): Promise<void> {
  const rows = terms.map((term) => ({ ...term, place: placeOf(term.term), bytes: bytesOf(term) }));
  await tx.rows(WRITE_ALL, [organizationId, JSON.stringify(rows)]);
}

/** Returns a term with what the file does not say: as the glossary has it, or the defaults. */
function withDefaults(
  imported: ImportedTerm,
  stored: ReadonlyMap<string, Stored>,
  partsOfSpeech: ReadonlyMap<string, TermContent['partOfSpeech']>,
): TermContent {
  const { term, language, translations, forbidden, projectIds: sent = null } = imported;
  const projectIds = sent && [...new Set(sent)].sort();
  const key = { term, language, translations, forbidden, projectIds, partOfSpeech: null };
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

const isSame = (one: TermContent, other: TermContent): boolean => contentOf(one) === contentOf(other);

function contentOf({ definition, caseSensitive, doNotTranslate, translations }: TermContent): string {
  const byLanguage = Object.entries(translations).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([definition, caseSensitive, doNotTranslate, byLanguage]);
}
