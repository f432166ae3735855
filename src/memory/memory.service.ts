import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import type { Principal } from '../common/access/principal';
import { PAGE_BYTES } from '../common/page-bytes';
import type { Database } from '../database/database';
import { lookUpIfAny } from '../database/planned-reads';
import { Reads } from '../database/reads';
import { prepared } from '../database/statements';
import { KeyNotFoundError } from '../keys/key-errors';
import { assertReached } from '../project-write/as-of/revision';
import { UnknownLanguageError } from '../project-write/project-errors';
import { MemorySearchDto } from './dto/memory-search.dto';
import type { SuggestionsQuery } from './dto/suggestions.query';
import { MemorySearch, type Suggestions } from './memory-search';

/** A key with its source text. */
export interface KeyToTranslate {
  projectId: string;
  name: string;
  description: string | null;
  maxLength: number | null;
  styleNote: string | null;
  sourceLanguage: string;
  targetLanguages: string[];
  revision: string;
  text: string | null;
}

/** The key `$1` and its source text, if the caller can see it. */
const KEY = prepared(`
  SELECT p.id AS "projectId", k.name, k.description, k.max_length AS "maxLength", p.style_note AS "styleNote", p.source_language AS "sourceLanguage", p.target_languages AS "targetLanguages", p.revision, s.text
  FROM keys k JOIN projects p ON p.id = k.project_id
  ${lookUpIfAny('SELECT text FROM translations WHERE project_id = p.id AND language = p.source_language AND key_id = k.id', 's')}
  WHERE k.id = $1 AND p.organization_id = $2 AND ($3::uuid[] IS NULL OR p.id = ANY ($3))`);

const NOTHING: Suggestions = { suggestions: [], complete: true };

/** What the translation memory offers: for a key, or for texts. */
@Injectable()
export class MemoryService {
  constructor(
    private readonly reads: Reads,
    private readonly search: MemorySearch,
  ) {}

  /**
   * @returns the key, and what the memory has for its source text
   * @throws KeyNotFoundError, UnknownLanguageError, UnknownRevisionError, ReadTimeoutError
   */
  async ofKey(
    principal: Principal,
    id: string,
    { language, minRevision }: Pick<SuggestionsQuery, 'language' | 'minRevision'>,
    client: () => AbortSignal,
  ): Promise<Suggestions & { key: KeyToTranslate }> {
    return this.reads.run(async (database) => {
      const key = await find(principal, id, database);
      assertReached(key.revision, minRevision);
      const { projectId, sourceLanguage, targetLanguages, text } = key;
      if (language === sourceLanguage) return { ...NOTHING, key };
      if (!targetLanguages.includes(language))
        throw new UnknownLanguageError([language], () => ({ parameter: 'language' }));
      if (text === null) return { ...NOTHING, key };
      const wanted = { text, to: language, key: { id, projectId } };
      return { ...(await this.search.find(principal, sourceLanguage, wanted, database)), key };
    }, client);
  }

  /**
   * Finds suggestions for texts. What does not fit into an answer is left out, and is then said to be incomplete.
   *
   * @returns a result for each text, in the same order
   * @throws ReadTimeoutError, ValidationFailedError
   */
  async ofTexts(principal: Principal, search: MemorySearchDto, client: () => AbortSignal): Promise<Suggestions[]> {
    const { from, to } = search;
    const results: Suggestions[] = [];
    let room = PAGE_BYTES;
    for (const text of MemorySearchDto.textsOf(search)) {
      // Each text has a transaction of its own: on the embedded database, other requests have their turn in between.
      const found = await this.reads.run(
        (database) => this.search.find(principal, from, { text, to }, database),
        client,
      );
      const fitting = found.suggestions.filter(
        (suggestion) => (room -= Buffer.byteLength(JSON.stringify(suggestion))) >= 0,
      );
      results.push({
        suggestions: fitting,
        complete: found.complete && fitting.length === found.suggestions.length,
      });
    }
    return results;
  }
}

async function find(
  { organizationId, projectIds }: Principal,
  id: string,
  database: Database,
): Promise<KeyToTranslate> {
  if (!isUuid(id)) throw new KeyNotFoundError();
  const [row] = await database.rows<KeyToTranslate>(KEY, [id, organizationId, projectIds]);
  if (!row) throw new KeyNotFoundError();
  return row;
}
