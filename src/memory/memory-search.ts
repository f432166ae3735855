import { Injectable } from '@nestjs/common';
import type { Principal } from '../common/access/principal';
import { EventLoopYielder } from '../common/scheduling/event-loop-yielder';
import { textArray, uuidArray } from '../database/array-parameter';
import type { Database } from '../database/database';
import { beginRead } from '../database/planned-reads';
import type { Transaction } from '../database/transaction';
import { LEAST_MATCH, matchOf, SAME_PLACE_MATCH } from './match';
import { MemoryCandidates } from './memory-candidates';
import { type Ranked, samePlacesOf } from './memory-places';
import type { CandidateRow, Match, TranslationRow, WantedText, WantedTexts } from './memory-rows';
import { TRANSLATIONS } from './search-statements';
import { type Suggestion, suggestionOf } from './suggestion';
import { type TokenizedText, Tokenizer } from './tokens';

/** The most suggestions for a text. */
const MAX_SUGGESTIONS = 10;

/** What the memory has for a text, the best first. */
export interface Suggestions {
  suggestions: Suggestion[];
  /** Whether all texts were compared; false while many texts are new, or if very many are alike. */
  complete: boolean;
}

/** The suggestions of the memory for a text. They are made when they are asked for, the best first. */
export interface FoundSuggestions {
  suggestions: () => Iterable<Suggestion>;
  complete: boolean;
}

const READ = beginRead('lookUps');

/** Finds translations of similar texts in all projects of an organization that the caller can see. */
@Injectable()
export class MemorySearch {
  constructor(private readonly candidates: MemoryCandidates) {}

  /** Reads one snapshot: what it finds are texts and states of this moment, whatever the index has. */
  async find(principal: Principal, from: string, wanted: WantedText, database: Database): Promise<Suggestions> {
    const request = { from, texts: [wanted], limit: LEAST_MATCH };
    const [found] = await this.findAll(principal, request, database);
    return { suggestions: distinctTexts([...(found?.suggestions() ?? [])]), complete: found?.complete ?? true };
  }

  /**
   * Does the same for some texts, by as many statements as for one.
   *
   * @returns a result for each text, in the same order
   */
  async findAll(
    principal: Principal,
    { from, texts, limit }: WantedTexts,
    database: Database,
  ): Promise<FoundSuggestions[]> {
    const tokenizers = new Tokenizers();
    const distinctTexts = new Set(texts.map(({ text }) => text).filter((text) => text.trim() !== ''));
    if (distinctTexts.size === 0) return texts.map(() => ({ suggestions: () => [], complete: true }));
    const tokenized = await new EventLoopYielder().map([...distinctTexts], (text) =>
      tokenizers.of(from).tokenize(text),
    );
    const languages = [...new Set(texts.map(({ to }) => to))];
    return database.transaction(READ, async (tx) => {
      const found = await this.candidates.find(tx, principal, { from, languages, texts: tokenized, limit });
      const places = new Map(tokenized.map(({ text }, place) => [text, place]));
      const compared = await compareAll(tokenized, found, tokenizers.of(from), limit);
      const ranked = texts.map((wanted): Ranked => {
        const matches = compared[places.get(wanted.text) ?? -1]?.get(wanted.to) ?? [];
        return { wanted, matches: matches.filter(({ keyId }) => keyId !== wanted.key?.id) };
      });
      for (const [each, keyIds] of await samePlacesOf(tx, ranked, from)) {
        const raise = (match: Match): Match =>
          keyIds.has(match.keyId) ? { ...match, match: SAME_PLACE_MATCH } : match;
        each.matches = each.matches.map(raise).sort(byRank);
      }
      for (const each of ranked) each.matches = distinct(each.matches).slice(0, MAX_SUGGESTIONS);
      const rows = await translationsOf(tx, ranked);
      return ranked.map(({ wanted, matches }) => {
        const place = places.get(wanted.text) ?? -1;
        const suggest = (match: Match): Suggestion[] => {
          const row = rows.get(idOf(match));
          const text = tokenized[place];
          return row && text ? [suggestionOf(match, row, text, { from, to: wanted.to }, tokenizers.of(wanted.to))] : [];
        };
        return {
          suggestions: function* () {
            for (const match of matches) yield* suggest(match);
          },
          complete: found.complete[place] ?? true,
        };
      });
    });
  }
}

/** The tokenizers of languages, each made once. */
class Tokenizers {
  private readonly byLanguage = new Map<string, Tokenizer>();

  of(language: string): Tokenizer {
    const tokenizer = this.byLanguage.get(language) ?? new Tokenizer(language);
    this.byLanguage.set(language, tokenizer);
    return tokenizer;
  }
}

/** Returns the candidates that match, each key once, by language: for each text, the best first. */
async function compareAll(
  texts: readonly TokenizedText[],
  { indexed, changed }: { indexed: CandidateRow[][]; changed: CandidateRow[] },
  tokenizer: Tokenizer,
  limit: number,
): Promise<Map<string, Match[]>[]> {
  const yielder = new EventLoopYielder();
  const known = new Map<string, TokenizedText>();
  const tokensOf = (source: string): TokenizedText => {
    const tokens = known.get(source) ?? tokenizer.tokenize(source);
    known.set(source, tokens);
    return tokens;
  };
  const results: Map<string, Match[]>[] = [];
  for (const [place, text] of texts.entries()) {
    const matches = new Map<string, Map<string, Match>>();
    const values = new Map<string, number>();
    const compare = (row: CandidateRow): void => {
      const { source, language, keyId } = row;
      const ofLanguage = matches.get(language) ?? new Map<string, Match>();
      matches.set(language, ofLanguage);
      if (ofLanguage.has(keyId)) return;
      const tokens = tokensOf(source);
      const match = values.get(source) ?? matchOf(text, tokens, limit);
      values.set(source, match);
      if (match > 0) ofLanguage.set(keyId, { ...row, match, tokens });
    };
    await yielder.map(indexed[place] ?? [], compare);
    await yielder.map(changed, compare);
    results.push(new Map([...matches].map(([language, found]) => [language, [...found.values()].sort(byRank)])));
  }
  return results;
}

/** Reads the translations of matches. */
async function translationsOf(tx: Transaction, ranked: readonly Ranked[]): Promise<Map<string, TranslationRow>> {
  const asked = [...new Map(ranked.flatMap(({ matches }) => matches.map((match) => [idOf(match), match]))).values()];
  if (asked.length === 0) return new Map();
  const rows = await tx.rows<TranslationRow>(TRANSLATIONS, [
    uuidArray(asked.map(({ projectId }) => projectId)),
    uuidArray(asked.map(({ keyId }) => keyId)),
    textArray(asked.map(({ language }) => language)),
  ]);
  return new Map(rows.map((row) => [idOf(row), row]));
}

const idOf = ({ keyId, language }: { keyId: string; language: string }): string => `${keyId} ${language}`;

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
