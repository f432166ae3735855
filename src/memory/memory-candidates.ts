import { Injectable } from '@nestjs/common';
import type { Principal } from '../common/access/principal';
import { EventLoopYielder } from '../common/scheduling/event-loop-yielder';
import { textArray, uuidArray } from '../database/array-parameter';
import type { Transaction } from '../database/transaction';
import { Lexemes, queriesOf } from './lexemes';
import { isOfSameText, weightsOfMatches } from './match';
import { MemoryIndexer } from './memory-indexer';
import type { CandidateRow, KeyOfProject } from './memory-rows';
import {
  CHANGED_CANDIDATES,
  CHANGED_KEYS,
  FREQUENCIES,
  INDEXED_CANDIDATES,
  MAX_CANDIDATES,
  PROJECTS,
} from './search-statements';
import type { TokenizedText } from './tokens';

/** Texts of a language for which similar ones are looked for. */
export interface CandidateRequest {
  from: string;
  languages: readonly string[];
  /** Each once. */
  texts: readonly TokenizedText[];
  limit: number;
}

/** Translations of texts that may be similar. */
export interface Candidates {
  /** By the places of the texts: from the index. */
  indexed: CandidateRow[][];
  /** For all texts: of keys whose source texts are not in the index as they are now. */
  changed: CandidateRow[];
  /** By the places of the texts: whether all texts are candidates. */
  complete: boolean[];
}

interface ProjectRow {
  id: string;
  revision: string;
  indexedRevision: string;
  targetLanguages: string[];
}

/** The texts, the queries for them and their places, as the statement takes them. */
interface Queries {
  places: number[];
  least: number[];
  most: number[];
  texts: string[];
  queries: string[];
  queryPlaces: number[];
}

/** Finds translations of texts that may be similar: a superset of the matches. */
@Injectable()
export class MemoryCandidates {
  constructor(private readonly indexer: MemoryIndexer) {}

  /** Finds candidates for some texts by as many statements as for one. */
  async find(
    tx: Transaction,
    { organizationId, projectIds }: Principal,
    { from, languages, texts, limit }: CandidateRequest,
  ): Promise<Candidates> {
    const lexemes = new Lexemes({ organizationId, language: from });
    const words = texts.map((text) => (isOfSameText(limit) ? [] : lexemes.wordsOf(text)));
    const [projects, frequencies] = await Promise.all([
      tx.rows<ProjectRow>(PROJECTS, [organizationId, projectIds, from, textArray(languages)]),
      tx.rows<{ lexeme: string; texts: number }>(FREQUENCIES, [organizationId, textArray([...new Set(words.flat())])]),
    ]);
    if (projects.length === 0) return { indexed: texts.map(() => []), changed: [], complete: texts.map(() => true) };
    const keys = await this.changedKeys(tx, projects, from);
    const frequency = new Map(frequencies.map(({ lexeme, texts }) => [lexeme, texts]));
    const found: Queries = { places: [], least: [], most: [], texts: [], queries: [], queryPlaces: [] };
    await new EventLoopYielder().map(texts, (text) => {
      const place = found.places.length;
      const byRarity = (words[place] ?? []).sort(
        (one, other) => (frequency.get(one) ?? 0) - (frequency.get(other) ?? 0),
      );
      const isByWords = byRarity.length > 0 && text.isComparable;
      const queries = [lexemes.ofText(text.text), ...(isByWords ? queriesOf(byRarity, text, limit) : [])];
      const [least, most] = isByWords ? weightsOfMatches(text.weight, limit) : [0, text.weight];
      found.places.push(place);
      found.least.push(least);
      found.most.push(most);
      found.texts.push(text.text);
      found.queries.push(...queries);
      found.queryPlaces.push(...queries.map(() => place));
    });
    const most = MAX_CANDIDATES * languages.length;
    const rows = await tx.rows<CandidateRow & { place: number }>(INDEXED_CANDIDATES, [
      ...[found.places, found.least, found.most, textArray(found.texts), found.queries, found.queryPlaces],
      ...[textArray(projects.map(({ id }) => id)), from, textArray(languages), most + 1],
    ]);
    const changed = keys.rows.length === 0 ? [] : await changedCandidates(tx, keys.rows, { from, languages, texts });
    const targets = new Map(projects.map(({ id, targetLanguages }) => [id, targetLanguages]));
    const isTarget = ({ projectId, language }: CandidateRow): boolean =>
      targets.get(projectId)?.includes(language) ?? false;
    const indexed = texts.map((): CandidateRow[] => []);
    for (const row of rows) indexed[row.place]?.push(row);
    return {
      indexed: indexed.map((ofText) => ofText.filter(isTarget)),
      changed: changed.filter(isTarget),
      complete: indexed.map((ofText) => keys.complete && ofText.length <= most),
    };
  }

  /** Returns the keys whose source texts are not in the index as they are now. */
  private async changedKeys(
    tx: Transaction,
    projects: readonly ProjectRow[],
    from: string,
  ): Promise<{ rows: KeyOfProject[]; complete: boolean }> {
    const behind = projects.filter(({ revision, indexedRevision }) => revision !== indexedRevision);
    if (behind.length === 0) return { rows: [], complete: true };
    const rows = await tx.rows<KeyOfProject | Record<keyof KeyOfProject, null>>(CHANGED_KEYS, [
      uuidArray(behind.map(({ id }) => id)),
      behind.map(({ indexedRevision }) => indexedRevision),
      from,
    ]);
    const keys = rows.filter((row): row is KeyOfProject => row.keyId !== null);
    const complete = keys.length === rows.length;
    if (!complete) this.indexer.wake();
    return { rows: keys, complete };
  }
}

const changedCandidates = (
  tx: Transaction,
  keys: readonly KeyOfProject[],
  { from, languages, texts }: Omit<CandidateRequest, 'limit'>,
): Promise<CandidateRow[]> =>
  tx.rows<CandidateRow>(CHANGED_CANDIDATES, [
    uuidArray(keys.map(({ projectId }) => projectId)),
    uuidArray(keys.map(({ keyId }) => keyId)),
    ...[from, textArray(languages), textArray(texts.map(({ text }) => text))],
  ]);
