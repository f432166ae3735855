import { Injectable } from '@nestjs/common';
import type { Principal } from '../common/access/principal';
import { EventLoopYielder } from '../common/scheduling/event-loop-yielder';
import { textArray, uuidArray } from '../database/array-parameter';
import type { Database } from '../database/database';
import { beginRead, switchRead } from '../database/planned-reads';
import type { Transaction } from '../database/transaction';
import { Lexemes, queriesOf } from './lexemes';
import { matchOf, SAME_PLACE_MATCH, weightsOfMatches } from './match';
import { MemoryIndexer } from './memory-indexer';
import {
  CANDIDATES,
  CHANGED_KEYS,
  FREQUENCIES,
  MAX_CANDIDATES,
  PLACES,
  PROJECTS,
  TRANSLATIONS,
} from './search-statements';
import type { CandidateRow, KeyOfProject, Match, TranslationRow, WantedText } from './memory-rows';
import { type Suggestion, suggestionOf } from './suggestion';
import { type TokenizedText, Tokenizer } from './tokens';

/** The most suggestions for a text. */
const MAX_SUGGESTIONS = 10;
/** Same texts whose places are compared. */
const MAX_PLACES = 100;

/** What the memory has for a text, the best first. */
export interface Suggestions {
  suggestions: Suggestion[];
  /** Whether all texts were compared; false while many texts are new, or if very many are alike. */
  complete: boolean;
}

interface ProjectRow {
  id: string;
  revision: string;
  indexedRevision: string;
}

interface PlaceRow {
  keyId: string;
  name: string;
  before: Buffer | null;
  after: Buffer | null;
}

const READ = beginRead('lookUps');
const IN_ORDER = switchRead('inOrder');

/** Finds translations of similar texts in all projects of an organization that the caller can see. */
@Injectable()
export class MemorySearch {
  constructor(private readonly indexer: MemoryIndexer) {}

  /** Reads one snapshot: what it finds are texts and states of this moment, whatever the index has. */
  async find(principal: Principal, wanted: WantedText, database: Database): Promise<Suggestions> {
    const tokenizer = new Tokenizer(wanted.from);
    const text = tokenizer.tokenize(wanted.text);
    if (wanted.text.trim() === '') return { suggestions: [], complete: true };
    return database.transaction(READ, async (tx) => {
      const { rows, complete } = await this.candidates(tx, principal, wanted, text);
      const matches = await compare(rows, text, tokenizer, wanted.key?.id);
      await raiseSamePlaces(tx, matches, wanted);
      const best = distinct(matches.sort(byRank)).slice(0, MAX_SUGGESTIONS);
      const values = [uuidArray(best.map(({ projectId }) => projectId)), uuidArray(best.map(({ keyId }) => keyId))];
      const found = best.length > 0 ? await tx.rows<TranslationRow>(TRANSLATIONS, [...values, wanted.to]) : [];
      const byId = new Map(found.map((row) => [row.keyId, row]));
      const target = new Tokenizer(wanted.to);
      const suggestions = best.flatMap((match) => {
        const row = byId.get(match.keyId);
        return row ? [suggestionOf(match, row, text, wanted, target)] : [];
      });
      return { suggestions: distinctTexts(suggestions), complete };
    });
  }

  private async candidates(
    tx: Transaction,
    { organizationId, projectIds }: Principal,
    { from, to }: WantedText,
    text: TokenizedText,
  ): Promise<{ rows: CandidateRow[]; complete: boolean }> {
    const lexemes = new Lexemes({ organizationId, language: from });
    const words = lexemes.wordsOf(text);
    const [projects, frequencies] = await Promise.all([
      tx.rows<ProjectRow>(PROJECTS, [organizationId, projectIds, from, to]),
      tx.rows<{ lexeme: string; texts: number }>(FREQUENCIES, [organizationId, textArray(words)]),
    ]);
    if (projects.length === 0) return { rows: [], complete: true };
    const changed = await this.changedKeys(tx, projects, from);
    const frequency = new Map(frequencies.map(({ lexeme, texts }) => [lexeme, texts]));
    const byRarity = words.sort((one, other) => (frequency.get(one) ?? 0) - (frequency.get(other) ?? 0));
    const rows = await tx.rows<CandidateRow>(CANDIDATES, [
      [lexemes.ofText(text.text), ...(text.isComparable ? queriesOf(byRarity, text) : [])],
      ...(text.isComparable ? weightsOfMatches(text.weight) : [0, text.weight]),
      textArray(projects.map(({ id }) => id)),
      uuidArray(changed.keys.map(({ projectId }) => projectId)),
      uuidArray(changed.keys.map(({ keyId }) => keyId)),
      ...[from, to, text.text],
    ]);
    return { rows, complete: changed.complete && rows.length <= MAX_CANDIDATES };
  }

  /** Returns the keys whose source texts are not in the index as they are now. */
  private async changedKeys(
    tx: Transaction,
    projects: readonly ProjectRow[],
    from: string,
  ): Promise<{ keys: KeyOfProject[]; complete: boolean }> {
    const behind = projects.filter(({ revision, indexedRevision }) => revision !== indexedRevision);
    if (behind.length === 0) return { keys: [], complete: true };
    const rows = await tx.rows<KeyOfProject | Record<keyof KeyOfProject, null>>(CHANGED_KEYS, [
      uuidArray(behind.map(({ id }) => id)),
      behind.map(({ indexedRevision }) => indexedRevision),
      from,
    ]);
    const keys = rows.filter((row): row is KeyOfProject => row.keyId !== null);
    const complete = keys.length === rows.length;
    if (!complete) this.indexer.wake();
    return { keys, complete };
  }
}

/** Returns the candidates that match, each key once. */
async function compare(
  rows: readonly CandidateRow[],
  text: TokenizedText,
  tokenizer: Tokenizer,
  keyId: string | undefined,
): Promise<Match[]> {
  const matches = new Map<string, Match>();
  await new EventLoopYielder().map(rows, (row) => {
    if (row.keyId === keyId || matches.has(row.keyId)) return;
    const tokens = tokenizer.tokenize(row.source);
    const match = matchOf(text, tokens);
    if (match > 0) matches.set(row.keyId, { ...row, match, tokens });
  });
  return [...matches.values()];
}

/** Raises the matches of keys with the same text and the same name, or with the same text before or after them. */
async function raiseSamePlaces(tx: Transaction, matches: Match[], { key, from }: WantedText): Promise<void> {
  const same = matches
    .filter(({ match }) => match === 1)
    .sort(byRank)
    .slice(0, MAX_PLACES);
  if (!key || same.length === 0) return;
  const asked = [...same, { keyId: key.id, projectId: key.projectId }];
  const values = [uuidArray(asked.map(({ projectId }) => projectId)), uuidArray(asked.map(({ keyId }) => keyId)), from];
  await tx.rows(IN_ORDER, []);
  const places = new Map((await tx.rows<PlaceRow>(PLACES, values)).map((place) => [place.keyId, place]));
  const own = places.get(key.id);
  for (const match of same) {
    const place = places.get(match.keyId);
    if (own && place && isSamePlace(own, place)) match.match = SAME_PLACE_MATCH;
  }
}

const isSamePlace = (one: PlaceRow, other: PlaceRow): boolean =>
  one.name === other.name || isEqual(one.before, other.before) || isEqual(one.after, other.after);

const isEqual = (one: Buffer | null, other: Buffer | null): boolean =>
  one !== null && other !== null && one.equals(other);

/** The best first, then reviewed ones, then the newest. */
function byRank(one: Match, other: Match): number {
  if (one.match !== other.match) return other.match - one.match;
  if (one.reviewed !== other.reviewed) return one.reviewed ? -1 : 1;
  return other.at.getTime() - one.at.getTime() || (one.keyId < other.keyId ? -1 : 1);
}

/** Returns the first match with each translation. */
function distinct(matches: readonly Match[]): Match[] {
  const seen = new Set<string>();
  return matches.filter(({ hash }) => {
    const id = hash.toString('base64');
    return !seen.has(id) && seen.add(id);
  });
}

/** Translations that were adapted may have become the same. */
const distinctTexts = (suggestions: readonly Suggestion[]): Suggestion[] =>
  suggestions.filter(({ text }, place) => suggestions.findIndex((other) => other.text === text) === place);
