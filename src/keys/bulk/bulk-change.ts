import { stateToNumber } from '../../common/translation-state';
import { MAX_TAGS } from '../../common/validation/text-rules';
import { uuidArray } from '../../database/array-parameter';
import { chunksOf, ROWS_PER_STATEMENT } from '../../database/chunks';
import type { ProjectWrite } from '../../project-write/project-write';
import { KeyStore } from '../../project-write/stores/key-store';
import type { TextId } from '../../project-write/stores/translation-store';
import { type BulkAction, type BulkProgress, type BulkResult, SKIP_REASONS, type SkipReason } from './bulk';
import {
  COUNT_TEXTS,
  DECIDE_ALL_COPIES,
  DECIDE_MISSING_COPIES,
  DECIDE_REMOVALS,
  DECIDE_STATES,
  DECIDE_TAGS,
  WRITTEN,
} from './bulk-statements';
import type { KeyIds } from './key-set-writer';

type Written = (typeof WRITTEN)[number];

/** Rows about which the database decided the same. */
interface Decision {
  effect: Written | SkipReason;
  count: number;
  /** The ids of the keys if something is written. */
  ids: string[] | null;
}

type TextAction = Extract<BulkAction, { languages: readonly string[] }>;

/** Changes keys of a locked project in sets. A dry run decides the same, and writes nothing. */
export class BulkChange {
  private readonly keys: KeyStore;
  private readonly result: BulkResult;

  /** @param action with languages in which the caller may write, unless it is a dry run */
  constructor(
    private readonly write: ProjectWrite,
    private readonly action: BulkAction,
    dryRun: boolean,
  ) {
    this.keys = new KeyStore(write);
    const skipped = Object.fromEntries(SKIP_REASONS.map((reason) => [reason, 0])) as Record<SkipReason, number>;
    this.result = {
      ...{ dryRun, keys: 0, keysChanged: 0, keysDeleted: 0, textsSet: 0, textsRemoved: 0, statesSet: 0 },
      skipped,
    };
  }

  /**
   * @param ids of keys that the project has, each of them once
   * @param report receives the progress after each set
   * @param signal ends the change between two sets with its reason
   */
  async run(ids: KeyIds, report: (progress: BulkProgress) => void, signal: AbortSignal): Promise<BulkResult> {
    const { action } = this;
    const languages = 'languages' in action ? action.languages.length : this.write.languages.length;
    const size = Math.max(1, Math.floor(ROWS_PER_STATEMENT / (action.action === 'changeTags' ? 1 : languages)));
    report({ done: 0, total: ids.length });
    for (const chunk of chunksOf(ids, size)) {
      signal.throwIfAborted();
      if (action.action === 'deleteKeys') await this.delete(chunk);
      else if (action.action === 'changeTags') await this.changeTags(chunk, action);
      else await this.changeTexts(chunk, action);
      this.result.keys += chunk.length;
      report({ done: this.result.keys, total: ids.length });
    }
    signal.throwIfAborted();
    return this.result;
  }

  private async delete(ids: string[]): Promise<void> {
    const { tx, project } = this.write;
    const [found] = await tx.rows<{ count: number }>(COUNT_TEXTS, [project.id, uuidArray(ids)]);
    this.result.keysDeleted += ids.length;
    this.result.textsRemoved += found?.count ?? 0;
    if (!this.result.dryRun) await this.keys.delete(ids);
  }

  private async changeTags(
    ids: string[],
    { addTags, removeTags }: Extract<BulkAction, { action: 'changeTags' }>,
  ): Promise<void> {
    const { tx, project, nextRevision } = this.write;
    const values = [project.id, nextRevision, uuidArray(ids), removeTags, addTags, MAX_TAGS];
    for (const decision of await tx.rows<Decision>(DECIDE_TAGS, values)) {
      if (decision.ids === null) {
        this.skip(decision);
        continue;
      }
      this.result.keysChanged += decision.count;
      if (!this.result.dryRun) await this.keys.changeTags(decision.ids, removeTags, addTags);
    }
  }

  private async changeTexts(ids: string[], action: TextAction): Promise<void> {
    const { tx, project, rights } = this.write;
    const state = stateToNumber('state' in action ? action.state : undefined);
    const values = [project.id, uuidArray(ids), action.languages, project.sourceLanguage, state];
    const decisions = await tx.rows<Decision & { language: string }>(statementOf(action), [
      ...values,
      rights.canReview,
      project.protectReviewed,
    ]);
    const concerned = new Set<string>();
    for (const decision of decisions) {
      const { language, effect, count } = decision;
      if (decision.ids === null) this.skip(decision);
      else if (!rights.canWriteIn(language)) this.result.skipped.languageNotAllowed += count;
      else {
        if (effect === 'confirm') this.result.statesSet += count;
        else if (effect === 'remove') this.result.textsRemoved += count;
        else this.result.textsSet += count;
        if (this.result.dryRun) continue;
        for (const id of decision.ids) concerned.add(id);
        await this.writeTexts(
          effect as Written,
          decision.ids.map((keyId) => ({ keyId, language })),
          action,
        );
      }
    }
    if (concerned.size > 0) await this.write.concernKeys([...concerned]);
  }

  private async writeTexts(effect: Written, texts: readonly TextId[], action: TextAction): Promise<void> {
    const { translations } = this.write;
    if (action.action === 'clearTexts') return translations.remove(texts);
    const { state } = action;
    if (effect === 'confirm') return translations.setStates(texts.map((text) => ({ ...text, state })));
    return translations.copySources(texts, state, effect === 'replace');
  }

  private skip({ effect, count }: Decision): void {
    this.result.skipped[effect as SkipReason] += count;
  }
}

function statementOf(action: TextAction): string {
  if (action.action === 'setState') return DECIDE_STATES;
  if (action.action === 'clearTexts') return DECIDE_REMOVALS;
  return action.overwrite ? DECIDE_ALL_COPIES : DECIDE_MISSING_COPIES;
}
