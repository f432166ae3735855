import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/access/principal';
import { EventLoopYielder } from '../../common/scheduling/event-loop-yielder';
import { Database } from '../../database/database';
import { chunksOf } from '../../database/chunks';
import { findBroken } from '../../machine-translation/protect/find-broken';
import { limitOf } from '../match';
import { MemorySearch } from '../memory-search';
import type { FoundText, MissingText } from './pretranslate';

/**
 * Texts that are looked for by one transaction. On the embedded database, other requests have their turn between two of them. Each may
 * be compared with a thousand texts of its length, which bounds their characters.
 */
const TEXTS = 100;
const CHARACTERS_BESIDE = 50;

interface ProjectToTranslate {
  id: string;
  sourceLanguage: string;
}

/** Finds translations of missing texts in the memory. */
@Injectable()
export class PretranslationMemory {
  constructor(
    private readonly database: Database,
    private readonly search: MemorySearch,
  ) {}

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
    for (const chunk of chunksOf(missing, TEXTS, ({ key }) => key.source.length * CHARACTERS_BESIDE)) {
      signal.throwIfAborted();
      const texts = chunk.map(({ key: { keyId: id, source: text }, language: to }) => ({
        ...{ text, to },
        key: { id, projectId },
      }));
      const results = await this.search.findAll(principal, { from, texts, limit: limitOf(minMatch) }, this.database);
      await yielder.map([...chunk.entries()], ([place, { key, language }]) => {
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
