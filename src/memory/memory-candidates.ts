import { Injectable } from '@nestjs/common';
import type { Principal } from '../common/access/principal';
import { EventLoopYielder } from '../common/scheduling/event-loop-yielder';
import { textArray, uuidArray } from '../database/array-parameter';
import { PLAN_AS_BEFORE, READ_TO_LIMIT } from '../database/planned-reads';
import type { Transaction } from '../database/transaction';
import { Lexemes, queriesOf, type WordQuery } from './lexemes';
import { isOfSameText, weightsOfMatches } from './match';
import { MemoryIndexer } from './memory-indexer';
import type { CandidateRow, KeyOfProject } from './memory-rows';
import {
  CHANGED_CANDIDATES,
  CHANGED_KEYS,
  FREQUENCIES,
  INDEXED_CANDIDATES,
  MAX_CANDIDATES,
  MAX_SAME,
  NEW_SAME_KEYS,
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
  /** By the places of the texts: from the index, and of the same texts. */
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
  passRevision: string | null;
  passAfter: string | null;
  targetLanguages: string[];
}

/** A text as the statement takes it. */
interface SearchedText {
  place: number;
  text: string;
  /** Weights of texts that can match. */
  least: number;
  most: number;
}

/** A query for the text at a place. */
interface PlacedQuery extends WordQuery {
  place: number;
  /** The most candidates that it may find. */
  most: number;
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
    const [most, mostSame] = [MAX_CANDIDATES * languages.length, MAX_SAME * languages.length];
    const searched: SearchedText[] = [];
    const queries: PlacedQuery[] = [];
    await new EventLoopYielder().map(texts, (text) => {
      const place = searched.length;
      const byRarity = (words[place] ?? []).sort(
        (one, other) => (frequency.get(one) ?? 0) - (frequency.get(other) ?? 0),
      );
      const isByWords = byRarity.length > 0 && text.isComparable;
      const [lightest, heaviest] = isByWords ? weightsOfMatches(text.weight, limit) : [0, text.weight];
      searched.push({ place, text: text.text, least: lightest, most: heaviest });
      const same = lexemes.ofText(text.text);
      queries.push({ place, query: same, lexemes: [], shared: 0, most: mostSame });
      if (!isByWords) return;
      // The same text is read by its own query only.
      for (const each of queriesOf(byRarity, text, limit))
        queries.push({ ...each, place, query: `(${each.query}) & !${same}`, most: most + 1 });
    });
    const rows = await tx.rows<CandidateRow & { place: number }>(INDEXED_CANDIDATES, [
      ...[searched.map(({ place }) => place), searched.map(({ least }) => least), searched.map(({ most }) => most)],
      textArray(searched.map(({ text }) => text)),
      ...[queries.map(({ query }) => query), queries.map(({ place }) => place)],
      ...[textArray(projects.map(({ id }) => id)), from, textArray(languages), most + 1],
      ...[queries.map(({ most }) => most), queries.map(({ shared }) => shared)],
      textArray(queries.map(({ lexemes }) => lexemes.join(' '))),
    ]);
    const changed = await changedCandidates(tx, keys.rows, { from, languages, texts });
    const same = keys.complete ? [] : await newSameCandidates(tx, projects, { from, languages, texts });
    const targets = new Map(projects.map(({ id, targetLanguages }) => [id, targetLanguages]));
    const isTarget = ({ projectId, language }: CandidateRow): boolean =>
      targets.get(projectId)?.includes(language) ?? false;
    const indexed = texts.map((): CandidateRow[] => []);
    for (const row of rows) indexed[row.place]?.push(row);
    const complete = indexed.map(
      (ofText, place) =>
        (keys.complete || isOfSameText(limit)) &&
        ofText.length <= most &&
        ofText.filter(({ source }) => source === texts[place]?.text).length < mostSame,
    );
    const placeOf = new Map(texts.map(({ text }, place) => [text, place]));
    for (const row of same) indexed[placeOf.get(row.source) ?? -1]?.push(row);
    return {
      indexed: indexed.map((ofText) => ofText.filter(isTarget)),
      changed: changed.filter(isTarget),
      complete,
    };
  }

  /**
   * Returns the projects with so many texts that are not in the index that not all of them are compared.
   *
   * @param languages one of which the projects have
   */
  async findBehind(
    tx: Pick<Transaction, 'rows'>,
    { organizationId, projectIds }: Principal,
    from: string,
    languages: readonly string[],
  ): Promise<string[]> {
    const projects = await tx.rows<ProjectRow>(PROJECTS, [organizationId, projectIds, from, textArray(languages)]);
    const { complete } = await this.changedKeys(tx, projects, from);
    return complete ? [] : behind(projects).map(({ id }) => id);
  }

  /** Returns the keys whose source texts are not in the index as they are now. */
  private async changedKeys(
    tx: Pick<Transaction, 'rows'>,
    projects: readonly ProjectRow[],
    from: string,
  ): Promise<{ rows: KeyOfProject[]; complete: boolean }> {
    if (behind(projects).length === 0) return { rows: [], complete: true };
    const values = [...progressOf(projects), from];
    const [, rows] = await Promise.all([
      tx.rows(READ_TO_LIMIT),
      tx.rows<KeyOfProject | Record<keyof KeyOfProject, null>>(CHANGED_KEYS, values),
      tx.rows(PLAN_AS_BEFORE),
    ]);
    const keys = rows.filter((row): row is KeyOfProject => row.keyId !== null);
    const complete = keys.length === rows.length;
    if (!complete) this.indexer.wake();
    return { rows: keys, complete };
  }
}

const behind = (projects: readonly ProjectRow[]): ProjectRow[] =>
  projects.filter(({ revision, indexedRevision }) => revision !== indexedRevision);

/** Returns the projects that have changed since they were indexed, and how far their indexes are, as statements take them. */
function progressOf(projects: readonly ProjectRow[]): unknown[] {
  const changed = behind(projects);
  return [
    uuidArray(changed.map(({ id }) => id)),
    changed.map(({ indexedRevision }) => indexedRevision),
    changed.map(({ passRevision }) => passRevision),
    changed.map(({ passAfter }) => passAfter),
  ];
}

type Texts = Omit<CandidateRequest, 'limit'>;

async function changedCandidates(
  tx: Transaction,
  keys: readonly KeyOfProject[],
  { from, languages, texts }: Texts,
): Promise<CandidateRow[]> {
  if (keys.length === 0) return [];
  return tx.rows<CandidateRow>(CHANGED_CANDIDATES, [
    uuidArray(keys.map(({ projectId }) => projectId)),
    uuidArray(keys.map(({ keyId }) => keyId)),
    ...[from, textArray(languages), textArray(texts.map(({ text }) => text))],
  ]);
}

/** Returns translations of the same texts that are not in the index, however many texts are not. */
async function newSameCandidates(
  tx: Transaction,
  projects: readonly ProjectRow[],
  wanted: Texts,
): Promise<CandidateRow[]> {
  const { from, texts } = wanted;
  const values = [from, textArray(texts.map(({ text }) => text)), MAX_SAME * texts.length];
  const keys = await tx.rows<KeyOfProject>(NEW_SAME_KEYS, [...progressOf(projects), ...values]);
  return changedCandidates(tx, keys, wanted);
}
