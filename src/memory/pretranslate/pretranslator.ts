import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/access/principal';
import { Database } from '../../database/database';
import { uuidArray } from '../../database/array-parameter';
import { beginRead } from '../../database/planned-reads';
import { MachineState } from './machine-state';
import {
  type FoundText,
  type KeyToTranslate,
  MAX_CHARACTERS,
  MAX_TEXTS,
  type MissingText,
  type Pretranslation,
  type PretranslationProgress,
  type PretranslationResult,
  toCursor,
} from './pretranslate';
import { KEYS_TO_TRANSLATE, NEXT_KEYS } from './pretranslate-statements';
import { type PostponedText, PretranslationMachine } from './pretranslation-machine';
import { PretranslationMemory } from './pretranslation-memory';

const KEYS_PER_PAGE = 200;
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
    private readonly memory: PretranslationMemory,
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
      ...{ error: null, nextCursor: null },
    };
    const state = new MachineState();
    const found: FoundText[] = [];
    const total = project.stringCount;
    let { after } = pretranslation;
    let [done, characters] = [0, 0];
    const add = (texts: readonly FoundText[]): void => {
      for (const each of texts) {
        found.push(each);
        characters += each.source.length + each.text.length;
      }
    };
    const { minMatch, machine, dryRun } = pretranslation;
    const run = { state, signal };
    const postponed: PostponedText[] = [];
    const translate = async (texts: readonly MissingText[]): Promise<void> => {
      const translated = await this.machine.translate(principal, project, texts, run);
      add(translated.found);
      for (const text of translated.postponed) {
        postponed.push(text);
        characters += text.key.source.length;
      }
      result.failed += texts.length - translated.found.length;
      result.error = state.error;
    };
    const translatePostponed = async (): Promise<void> => {
      const translated = await this.machine.translatePostponed(principal, project, postponed, run);
      add(translated);
      result.failed -= translated.length;
      result.error = state.error;
    };
    report({ done, total });
    // A machine translates the texts of a page while the memory is asked for the texts of the next page.
    let translating: Promise<void> = Promise.resolve();
    try {
      for await (const { keys, last, missing } of this.missingTexts(project, pretranslation)) {
        if (result.missing + missing.length > MAX_TEXTS || characters > MAX_CHARACTERS) {
          result.nextCursor = toCursor(after);
          break;
        }
        after = last;
        result.missing += missing.length;
        await this.memory.catchUp(principal, project, pretranslation.languages, signal);
        const remembered = await this.memory.translate(principal, project, missing, minMatch, signal);
        add(remembered.found);
        await translating;
        if (machine && dryRun) result.machine += remembered.untranslated.length;
        else if (machine) translating = translate(remembered.untranslated);
        translating.catch(() => undefined);
        done += keys;
        report({ done, total: Math.max(total, done) });
      }
      await translating;
      if (postponed.length > 0) await translatePostponed();
    } finally {
      // The lease of the project lasts until nothing is asked any more.
      await translating;
    }
    return { found, result };
  }

  /** Reads the missing texts in the order of the ids of their keys, page by page. */
  private async *missingTexts(
    { id, sourceLanguage }: ProjectToTranslate,
    { languages, namespace, after }: Pretranslation,
  ): AsyncGenerator<{ keys: number; last: string; missing: MissingText[] }> {
    // A page has no more texts than a request.
    const size = Math.max(1, Math.min(KEYS_PER_PAGE, Math.floor(MAX_TEXTS / languages.length)));
    for (;;) {
      const { page, keys } = await this.database.transaction(READ, async (tx) => {
        const page = await tx.rows<{ id: string; namespace: string }>(NEXT_KEYS, [id, after, size]);
        const ids = page.filter((key) => namespace === undefined || key.namespace === namespace).map((key) => key.id);
        const values = [id, uuidArray(ids), languages, sourceLanguage];
        const keys = ids.length === 0 ? [] : await tx.rows<KeyOfPage>(KEYS_TO_TRANSLATE, values);
        return { page, keys };
      });
      const last = page.at(-1);
      if (!last) return;
      after = last.id;
      const withText = keys.filter(({ source }) => source.trim() !== '');
      yield {
        keys: page.length,
        last: last.id,
        missing: withText.flatMap(({ languages, ...key }) => languages.map((language) => ({ key, language }))),
      };
    }
  }
}

/** A key with the languages that do not have its text. */
interface KeyOfPage extends KeyToTranslate {
  languages: string[];
}
