import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/access/principal';
import { EventLoopYielder } from '../../common/scheduling/event-loop-yielder';
import { FairSemaphore } from '../../common/scheduling/fair-semaphore';
import { Database } from '../../database/database';
import { beginRead } from '../../database/planned-reads';
import { findBroken } from '../../machine-translation/protect/find-broken';
import { limitOf } from '../match';
import { MemoryCandidates } from '../memory-candidates';
import { MemoryIndexer } from '../memory-indexer';
import { MemorySearch } from '../memory-search';
import type { FoundText, MissingText } from './pretranslate';

/**
 * Texts that are looked for by one transaction, and their characters: each may be compared with a thousand texts of its length. On the
 * embedded database, other requests have their turn between two transactions.
 */
const MAX_TEXTS = 50;
const MAX_CHARACTERS = 10_000;
/** Transactions at a time, one of an organization. */
const SEARCHES = 4;

const READ = beginRead('lookUps');

interface ProjectToTranslate {
  id: string;
  sourceLanguage: string;
}

/** Finds translations of missing texts in the memory. */
@Injectable()
export class PretranslationMemory {
  private readonly turns = new FairSemaphore({ slots: SEARCHES, slotsPerGroup: 1 });

  constructor(
    private readonly database: Database,
    private readonly search: MemorySearch,
    private readonly candidates: MemoryCandidates,
    private readonly indexer: MemoryIndexer,
  ) {}

  /**
   * Waits until the memory compares all texts, so that a translation does not depend on how far the index is.
   *
   * @throws the reason of the signal
   */
  catchUp(
    principal: Principal,
    { sourceLanguage }: ProjectToTranslate,
    languages: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    const findBehind = (): Promise<string[]> =>
      this.database.transaction(READ, (tx) => this.candidates.findBehind(tx, principal, sourceLanguage, languages));
    return this.indexer.catchUp(findBehind, signal);
  }

  /**
   * Finds the best translations that do not break their texts.
   *
   * @param missing the languages of a key are beside each other: its source text is looked for once
   * @throws the reason of the signal
   */
  async translate(
    principal: Principal,
    { id: projectId, sourceLanguage: from }: ProjectToTranslate,
    missing: readonly MissingText[],
    minMatch: number,
    signal: AbortSignal,
  ): Promise<{ found: FoundText[]; untranslated: MissingText[] }> {
    const found: FoundText[] = [];
    const untranslated: MissingText[] = [];
    const yielder = new EventLoopYielder();
    for (const batch of batchesOf(missing)) {
      const texts = batch.map(({ key: { keyId: id, source: text }, language: to }) => ({
        ...{ text, to },
        key: { id, projectId },
      }));
      const search = { from, texts, limit: limitOf(minMatch) };
      const results = await this.turns.run(
        principal.organizationId,
        () => this.search.findAll(principal, search, this.database),
        { signal },
      );
      await yielder.map([...batch.entries()], ([place, { key, language }]) => {
        const { keyId, source } = key;
        const text = best(results[place]?.suggestions() ?? [], minMatch, (text) =>
          isSound({ source: from, target: language }, source, text),
        );
        if (text === undefined) untranslated.push({ key, language });
        else found.push({ keyId, language, source, text, by: 'memory' });
      });
    }
    return { found, untranslated };
  }
}

/** Divides texts, so that each batch has few pairs of a key and a language: each source text is looked for in all languages of its batch. */
function* batchesOf(missing: readonly MissingText[]): Generator<MissingText[]> {
  let batch: MissingText[] = [];
  let [keys, languages, characters] = [new Set<string>(), new Set<string>(), 0];
  for (const text of missing) {
    const { key, language } = text;
    const pairs = (keys.size + Number(!keys.has(key.keyId))) * (languages.size + Number(!languages.has(language)));
    if (batch.length > 0 && (pairs > MAX_TEXTS || characters >= MAX_CHARACTERS)) {
      yield batch;
      batch = [];
      [keys, languages, characters] = [new Set(), new Set(), 0];
    }
    batch.push(text);
    keys.add(key.keyId);
    languages.add(language);
    characters += key.source.length;
  }
  if (batch.length > 0) yield batch;
}

const isSound = (languages: { source: string; target: string }, source: string, text: string): boolean =>
  findBroken(languages, source, text).length === 0;

function best(
  suggestions: Iterable<{ match: number; text: string }>,
  minMatch: number,
  isSound: (text: string) => boolean,
): string | undefined {
  for (const { match, text } of suggestions) if (match >= minMatch && isSound(text)) return text;
  return undefined;
}
