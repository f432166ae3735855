import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/access/principal';
import { EventLoopYielder } from '../../common/scheduling/event-loop-yielder';
import { Database } from '../../database/database';
import { prepared } from '../../database/statements';
import { type TermFinder, TermsInTexts } from '../../glossary/terms-in-texts';
import {
  type Languages,
  type MachineResult,
  type MachineTranslator,
  MachineTranslators,
  type TextToTranslate,
} from '../../machine-translation/machine-translator';
import { MAX_RETRY_AFTER_MS } from '../../machine-translation/retry-after';
import { termsToUse } from '../terms-to-use';
import { mayBeOfText, type MachineState } from './machine-state';
import { type Paid, PaidTranslations } from './paid-translations';
import type { FoundText, MissingText } from './pretranslate';

/** Milliseconds for which a provider that is busy or away may answer nothing: more than the longest pause that it can ask for. */
const PATIENCE_MS = 2 * MAX_RETRY_AFTER_MS;

interface ProjectToAsk {
  id: string;
  sourceLanguage: string;
}

/** The facts of a project that a language model receives. */
interface ProjectContext {
  styleNote: string | null;
  findTerms: TermFinder;
}

/** A missing text that a machine did not translate in an earlier run. */
export interface PostponedText extends MissingText {
  failedAt: Date;
}

interface Translated {
  found: FoundText[];
  postponed: PostponedText[];
}

/** The translations of a language, and the times of earlier failures of the texts that were not asked for. Both are by hash. */
interface Answers {
  translated: ReadonlyMap<string, string>;
  postponed: ReadonlyMap<string, Date>;
}

/** A run: what it knows about the machine, and what ends it. */
interface RunOfMachine {
  state: MachineState;
  signal: AbortSignal;
  /** Whether texts are asked for that failed in an earlier run, each by a request of its own. */
  isLast?: boolean;
}

/** A text to ask for. */
interface Asked extends TextToTranslate {
  hash: string;
}

/** Has texts of a pretranslation translated by a machine. A text that was paid for before is not asked for again. */
@Injectable()
export class PretranslationMachine {
  constructor(
    private readonly database: Database,
    private readonly translators: MachineTranslators,
    private readonly terms: TermsInTexts,
    private readonly paid: PaidTranslations,
  ) {}

  /**
   * Translates texts until the machine fails for a reason that the next text would meet too.
   *
   * @returns the texts that were translated, and the texts that are asked for at the end of the run
   * @throws the reason of the signal
   */
  async translate(
    { organizationId }: Principal,
    { id, sourceLanguage }: ProjectToAsk,
    texts: readonly MissingText[],
    run: RunOfMachine,
  ): Promise<Translated> {
    const result: Translated = { found: [], postponed: [] };
    const translator = await this.translators.of(organizationId);
    const project = { id, organizationId, sourceLanguage };
    const told = translator.readsContext ? await this.contextOf(project) : undefined;
    for (const language of new Set(texts.map((text) => text.language))) {
      const ofLanguage = texts.filter((text) => text.language === language);
      const languages = { source: sourceLanguage, target: language };
      const asked = await new EventLoopYielder().map(ofLanguage, (text) => toAsk(translator, text, languages, told));
      const { translated, postponed } = await this.ask(translator, id, languages, asked, run);
      for (const [index, text] of ofLanguage.entries()) {
        const paid = asked[index]?.hash ?? '';
        const [translation, failedAt] = [translated.get(paid), postponed.get(paid)];
        const { keyId, source } = text.key;
        if (translation !== undefined)
          result.found.push({ keyId, language, source, text: translation, by: 'machine', paid });
        else if (failedAt) result.postponed.push({ ...text, failedAt });
      }
    }
    return result;
  }

  /**
   * Translates the texts that were postponed. The text whose failure is the longest ago comes first, so that texts which always fail keep no
   * other one untranslated for ever.
   *
   * @throws the reason of the signal
   */
  async translatePostponed(
    principal: Principal,
    project: ProjectToAsk,
    postponed: readonly PostponedText[],
    run: RunOfMachine,
  ): Promise<FoundText[]> {
    const byAge = [...postponed].sort((a, b) => a.failedAt.getTime() - b.failedAt.getTime());
    return (await this.translate(principal, project, byAge, { ...run, isLast: true })).found;
  }

  private async ask(
    translator: MachineTranslator,
    projectId: string,
    languages: Languages,
    asked: readonly Asked[],
    { state, signal, isLast = false }: RunOfMachine,
  ): Promise<Answers> {
    // Texts that are alike are asked for once.
    const byHash = new Map(asked.map((each) => [each.hash, each]));
    const { translated, broken, failed } = await this.paid.find(projectId, [...byHash.keys()]);
    if (broken.size > 0) state.noteError([{ failure: 'broken' }]);
    const postponed = isLast ? new Map<string, Date>() : failed;
    const missing = [...byHash.values()].filter(
      ({ hash }) => !translated.has(hash) && !broken.has(hash) && !postponed.has(hash),
    );
    if (missing.length === 0) return { translated, postponed };
    const onRequest = () => {
      const note = state.begin(languages.target);
      return async (results: readonly (readonly [number, MachineResult])[]): Promise<void> => {
        note(results.map(([, result]) => result));
        const paid = results.flatMap(([index, result]) => paidOf(missing[index]?.hash, result));
        for (const { hash, text } of paid) if (text !== null) translated.set(hash, text);
        await this.paid.keep(projectId, paid);
        await this.paid.noteFailed(
          projectId,
          results.flatMap(([index, result]) => failedOf(missing[index]?.hash, result)),
        );
      };
    };
    const requestsAtATime = (): number => state.requestsAtATime(languages.target);
    const options = { signal, patienceMs: PATIENCE_MS, onRequest, requestsAtATime, isAlone: isLast };
    state.noteError(await translator.translate(languages, missing, options));
    return { translated, postponed };
  }

  private async contextOf(project: ProjectToAsk & { organizationId: string }): Promise<ProjectContext> {
    const [row] = await this.database.rows<{ styleNote: string | null }>(STYLE_NOTE, [project.id]);
    return { styleNote: row?.styleNote ?? null, findTerms: await this.terms.finderOf(project, this.database) };
  }
}

function paidOf(hash: string | undefined, result: MachineResult): Paid[] {
  if (hash === undefined) return [];
  if ('text' in result) return [{ hash, text: result.text }];
  return result.failure === 'broken' ? [{ hash, text: null }] : [];
}

/** @returns the hash of a text that the next run asks for last. A broken translation is kept, and not asked for again. */
const failedOf = (hash: string | undefined, result: MachineResult): string[] =>
  hash !== undefined && 'failure' in result && result.failure !== 'broken' && mayBeOfText(result) ? [hash] : [];

/** Texts of other keys are not told: none has an effect on another. */
function toAsk(
  translator: MachineTranslator,
  { key: { source: text, name, description, maxLength }, language }: MissingText,
  languages: Languages,
  told: ProjectContext | undefined,
): Asked {
  const terms = told && termsToUse(told.findTerms(text, language));
  const asked = { text, context: { styleNote: told?.styleNote, name, description, maxLength, terms } };
  return { ...asked, hash: translator.hashOf(languages, asked) };
}

const STYLE_NOTE = prepared('SELECT style_note AS "styleNote" FROM projects WHERE id = $1');
