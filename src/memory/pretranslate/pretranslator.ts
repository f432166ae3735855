import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/access/principal';
import { Database } from '../../database/database';
import { uuidArray } from '../../database/array-parameter';
import { beginRead } from '../../database/planned-reads';
import { findBroken } from '../../machine-translation/protect/find-broken';
import { MemorySearch } from '../memory-search';
import { MachineState } from './machine-state';
import {
  type FoundText,
  MAX_CHARACTERS,
  MAX_TEXTS,
  type MissingText,
  type Pretranslation,
  type PretranslationProgress,
  type PretranslationResult,
} from './pretranslate';
import { MISSING_TEXTS, NEXT_KEYS } from './pretranslate-statements';
import { PretranslationMachine } from './pretranslation-machine';

const KEYS_PER_PAGE = 200;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const READ = beginRead('inOrder');

/** The project whose texts are translated. */
export interface ProjectToTranslate {
  id: string;
  sourceLanguage: string;
  stringCount: number;
}

export interface FoundTexts {
  found: FoundText[];
  result: PretranslationResult;
}

/** Finds translations of texts that are missing. It changes nothing of the project. */
@Injectable()
export class Pretranslator {
  constructor(
    private readonly database: Database,
    private readonly search: MemorySearch,
    private readonly machine: PretranslationMachine,
  ) {}

  /** @throws the reason of the signal */
  async find(
    principal: Principal,
    project: ProjectToTranslate,
    pretranslation: Pretranslation,
    report: (progress: PretranslationProgress) => void,
    signal: AbortSignal,
  ): Promise<FoundTexts> {
    const result: PretranslationResult = {
      ...{ dryRun: pretranslation.dryRun, missing: 0, memory: 0, machine: 0, moved: 0, failed: 0 },
      ...{ error: null, complete: true },
    };
    const state = new MachineState();
    const found: FoundText[] = [];
    const total = project.stringCount;
    let [done, characters] = [0, 0];
    report({ done, total });
    for await (const { keys, missing } of this.missingTexts(project, pretranslation)) {
      if (result.missing + missing.length > MAX_TEXTS || characters > MAX_CHARACTERS) {
        result.complete = false;
        break;
      }
      result.missing += missing.length;
      const untranslated: MissingText[] = [];
      for (const text of missing) {
        signal.throwIfAborted();
        const translation = await this.fromMemory(principal, project, text, pretranslation.minMatch);
        if (translation === undefined) untranslated.push(text);
        else found.push({ ...text, text: translation, by: 'memory' });
      }
      if (pretranslation.machine && pretranslation.dryRun) result.machine += untranslated.length;
      else if (pretranslation.machine) {
        const translated = await this.machine.translate(principal, project, untranslated, state, signal);
        for (const text of translated) found.push(text);
        result.failed += untranslated.length - translated.length;
        result.error = state.error;
      }
      characters = found.reduce((sum, { text }) => sum + text.length, 0);
      done += keys;
      report({ done, total: Math.max(total, done) });
    }
    return { found, result };
  }

  /** Reads the missing texts in the order of the ids of their keys, page by page. */
  private async *missingTexts(
    { id, sourceLanguage }: ProjectToTranslate,
    { languages, namespace }: Pretranslation,
  ): AsyncGenerator<{ keys: number; missing: MissingText[] }> {
    for (let after = FIRST_ID; ;) {
      const { page, missing } = await this.database.transaction(READ, async (tx) => {
        const page = await tx.rows<{ id: string; namespace: string }>(NEXT_KEYS, [id, after, KEYS_PER_PAGE]);
        const ids = page.filter((key) => namespace === undefined || key.namespace === namespace).map((key) => key.id);
        const values = [id, uuidArray(ids), languages, sourceLanguage];
        return { page, missing: ids.length === 0 ? [] : await tx.rows<MissingText>(MISSING_TEXTS, values) };
      });
      const last = page.at(-1);
      if (!last) return;
      after = last.id;
      yield { keys: page.length, missing: missing.filter(({ source }) => source.trim() !== '') };
    }
  }

  /** Returns the best translation of the memory that does not break the text. */
  private async fromMemory(
    principal: Principal,
    { id: projectId, sourceLanguage: from }: ProjectToTranslate,
    { keyId, language, source }: MissingText,
    minMatch: number,
  ): Promise<string | undefined> {
    const wanted = { text: source, from, to: language, key: { id: keyId, projectId } };
    const { suggestions } = await this.search.find(principal, wanted, this.database);
    return suggestions.find(
      ({ match, text }) =>
        match >= minMatch && findBroken({ source: from, target: language }, source, text).length === 0,
    )?.text;
  }
}
