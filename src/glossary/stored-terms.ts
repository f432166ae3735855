import type { Principal } from '../common/access/principal';
import type { EventLoopYielder } from '../common/scheduling/event-loop-yielder';
import { shorten } from '../common/shorten';
import type { Transaction } from '../database/transaction';
import type { ImportedTerm } from './files/imported-term';
import { GlossaryTooLargeError, TermFileError } from './glossary-errors';
import { ALL, type BoundedTerm } from './glossary-statements';
import { identityOf, type TermContent } from './term';

export type StoredTerm = TermContent & { id: string };

/** The fields of the identity of a term that a file may not say. */
const UNSAID = ['partOfSpeech', 'forbidden', 'projectIds'] as const satisfies (keyof ImportedTerm)[];

/** The terms that a glossary has before an import, and those that the import writes. */
export class StoredTerms {
  private readonly terms = new Map<string, StoredTerm>();
  /** The terms that the caller could see before the import, by `placeOf`. */
  private readonly visible = new Map<string, StoredTerm[]>();

  /** Reads all terms of the glossary. @throws GlossaryTooLargeError */
  static async read(
    tx: Transaction,
    { organizationId, projectIds }: Principal,
    yielder: EventLoopYielder,
  ): Promise<StoredTerms> {
    const found = await tx.rows<BoundedTerm>(ALL, [organizationId]);
    if (found.at(-1)?.hasNext) throw new GlossaryTooLargeError(found.length);
    const stored = new StoredTerms();
    for (const term of found) {
      stored.set(term);
      const due = yielder.yieldIfDue();
      if (due) await due;
    }
    for (const term of stored.terms.values()) {
      if (projectIds && term.projectIds && !term.projectIds.some((id) => projectIds.includes(id))) continue;
      const place = placeOf(term);
      const others = stored.visible.get(place);
      if (others) others.push(term);
      else stored.visible.set(place, [term]);
      const due = yielder.yieldIfDue();
      if (due) await due;
    }
    return stored;
  }

  /** Returns the term with the same identity. */
  get(term: TermContent): StoredTerm | undefined {
    return this.terms.get(identityOf(term));
  }

  set(term: StoredTerm): void {
    this.terms.set(identityOf(term), term);
  }

  /**
   * Returns a term of a file with what the file does not say: as the glossary has it, or the defaults.
   *
   * @throws TermFileError if the file can mean several terms of the glossary, or only a forbidden one without saying so
   */
  complete(imported: ImportedTerm): TermContent {
    const { term, language, translations, projectIds } = imported;
    const sent = { ...imported, projectIds: projectIds && [...new Set(projectIds)].sort() };
    const meant = this.meantBy(sent);
    const identity = {
      ...{ term, language, translations },
      partOfSpeech: sent.partOfSpeech === undefined ? (meant?.partOfSpeech ?? null) : sent.partOfSpeech,
      forbidden: sent.forbidden ?? meant?.forbidden ?? false,
      projectIds: sent.projectIds === undefined ? (meant?.projectIds ?? null) : sent.projectIds,
    };
    const defaults = { definition: null, caseSensitive: false, doNotTranslate: false };
    const { definition, caseSensitive, doNotTranslate } = this.get({ ...identity, ...defaults }) ?? defaults;
    return {
      ...identity,
      definition: sent.definition === undefined ? definition : sent.definition,
      caseSensitive: sent.caseSensitive ?? caseSensitive,
      doNotTranslate: sent.doNotTranslate ?? doNotTranslate,
    };
  }

  /**
   * Returns the term that agrees with all that a file says. Where the file does not say which terms are forbidden, it means one that is not,
   * because its translations are preferred ones. A term without a part of speech comes first where the file has none.
   */
  private meantBy(sent: ImportedTerm): StoredTerm | undefined {
    const unsaid = UNSAID.filter((field) => sent[field] === undefined);
    if (unsaid.length === 0) return undefined;
    const said = UNSAID.filter((field) => sent[field] !== undefined);
    const agreeing = (this.visible.get(placeOf(sent)) ?? []).filter((term) =>
      said.every((field) => isSame(term[field], sent[field])),
    );
    const allowed = sent.forbidden === undefined ? agreeing.filter(({ forbidden }) => !forbidden) : agreeing;
    const name = shorten(sent.term, 100);
    if (allowed.length === 0 && agreeing.length > 0) throw new TermFileError(forbiddenTerm(name), sent.line);
    const without = allowed.filter(({ partOfSpeech }) => partOfSpeech === null);
    const found = sent.partOfSpeech === undefined && without.length > 0 ? without : allowed;
    if (found.length < 2) return found[0];
    const differing = unsaid.filter((field) => found.some((term) => !isSame(term[field], found[0]?.[field])));
    throw new TermFileError(severalTerms(name, differing), sent.line);
  }
}

// Sentences of `malformed_file` in the sentences of problems.
const forbiddenTerm = (name: string): string =>
  `the glossary forbids the term "${name}", and the file has no column forbidden to say so`;
const severalTerms = (name: string, columns: readonly string[]): string =>
  `the glossary has several terms "${name}", and the file has no ${columns.join(' and ')} to tell them apart`;

const placeOf = ({ term, language }: Pick<TermContent, 'term' | 'language'>): string =>
  JSON.stringify([language, term]);

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
