import type { CheckCode } from '../../checks/finding';
import { EventLoopYielder } from '../../common/scheduling/event-loop-yielder';
import { findIssue, translationRules } from '../../common/validation/text-rules';
import { uuidArray } from '../../database/array-parameter';
import { chunksOf } from '../../database/chunks';
import type { KeyToCheck } from '../../findings/check-texts';
import type { Checker } from '../../findings/checker';
import type { PackedTerms } from '../../glossary/matching/packed-terms';
import type { ProjectWrite } from '../../project-write/project-write';
import { type BulkProgress } from '../bulk/bulk';
import type { KeyIds } from '../bulk/key-set-writer';
import { FIND_TEXTS, READ_TEXTS, type TextRow } from './replace-statements';
import { type ReplacedText, replaceText } from './replace-text';
import type { Replacement, ReplaceResult, ReplaceSkipReason, ShownTexts } from './replacement';
import { ShownTextsPage } from './shown-texts-page';
import { TextSearch } from './text-search';

type FoundText = TextRow & ReplacedText;

/** Characters of changed texts that are checked and written at a time: they may be much longer than what they were made of. */
const STEP_CHARACTERS = 1_048_576;

/** Replaces in texts of a locked project, in steps. A dry run decides the same, and writes nothing. */
export class ReplaceChange {
  private readonly search: TextSearch;
  private readonly excepted: ReadonlySet<string>;
  private readonly page: ShownTextsPage;
  private readonly yielder = new EventLoopYielder();
  private readonly skipped: Record<ReplaceSkipReason, number> = { protected: 0, placeholder: 0, check: 0, empty: 0 };
  private count = 0;

  /**
   * @param terms of the project
   * @param replacement in a language in which the caller may write
   * @param assertSpaceFor checks that there is disk space for so many texts
   */
  constructor(
    private readonly write: ProjectWrite,
    private readonly checker: Checker,
    private readonly terms: PackedTerms,
    private readonly replacement: Replacement,
    private readonly shown: ShownTexts,
    private readonly assertSpaceFor: (texts: number) => void,
  ) {
    this.search = new TextSearch(replacement);
    this.excepted = new Set(replacement.exceptKeyIds);
    this.page = new ShownTextsPage(shown.limit);
  }

  /**
   * @param ids in the order of the names
   * @param report receives the progress after each set
   * @param signal ends the change between two sets with its reason
   */
  async run(ids: KeyIds, report: (progress: BulkProgress) => void, signal: AbortSignal): Promise<ReplaceResult> {
    const { tx, project } = this.write;
    report({ done: 0, total: ids.length });
    let done = 0;
    for (const chunk of chunksOf(ids)) {
      const values = [project.id, uuidArray(chunk), this.replacement.language, this.search.pattern];
      const found = (await tx.rows<{ id: string }>(FIND_TEXTS, values)).filter(({ id }) => !this.excepted.has(id));
      for (let rest = found.map(({ id }) => id); rest.length > 0;) {
        signal.throwIfAborted();
        const read = await this.read(rest);
        rest = rest.slice(read.length);
        await this.replace(read);
      }
      done += chunk.length;
      report({ done, total: ids.length });
    }
    signal.throwIfAborted();
    const { skipped, count } = this;
    const { dryRun } = this.replacement;
    const { items: texts, nextCursor } = this.page;
    return { dryRun, keys: done, count, skipped, texts, nextCursor: dryRun ? nextCursor : null };
  }

  private read(ids: readonly string[]): Promise<TextRow[]> {
    const { tx, project } = this.write;
    const values = [project.id, uuidArray(ids), this.replacement.language, project.sourceLanguage];
    return tx.rows<TextRow>(READ_TEXTS, [...values, ...this.shown.after]);
  }

  private async replace(rows: readonly TextRow[]): Promise<void> {
    let found: FoundText[] = [];
    let characters = 0;
    for (const row of rows) {
      const replaced = replaceText(row.text, this.search, this.replacement.replace);
      if (replaced && replaced.after !== row.text) {
        found.push({ ...row, ...replaced });
        characters += replaced.after.length;
      }
      if (characters >= STEP_CHARACTERS) {
        await this.setTexts(found);
        found = [];
        characters = 0;
      }
      const due = this.yielder.yieldIfDue();
      if (due) await due;
    }
    await this.setTexts(found);
  }

  private async setTexts(found: readonly FoundText[]): Promise<void> {
    const newChecks = await this.newChecks(found);
    const changed = found.filter((text) => {
      const checks = newChecks.get(text.id) ?? [];
      const reason = this.reasonToSkip(text, checks);
      if (reason === null) this.count++;
      else this.skipped[reason]++;
      if (text.isShown && (this.replacement.dryRun || reason !== null))
        this.page.add({ ...text, keyId: text.id, before: text.text, skipped: reason, checks });
      return reason === null;
    });
    if (this.replacement.dryRun || changed.length === 0) return;
    this.assertSpaceFor(changed.length);
    const { language } = this.replacement;
    await this.write.concernKeys(changed.map(({ id }) => id));
    await this.write.translations.replace(changed.map(({ id, after }) => ({ keyId: id, language, text: after })));
  }

  /** Returns the checks that find something in a text afterwards, and found nothing before, by the ids of the keys. */
  private async newChecks(texts: readonly FoundText[]): Promise<Map<string, CheckCode[]>> {
    const after = await this.findings(
      texts.map(({ id, maxLength, source, after: text }) => [id, maxLength, source, text]),
    );
    const found = texts.filter(({ id }) => after.has(id));
    const before = await this.findings(found.map(({ id, maxLength, source, text }) => [id, maxLength, source, text]));
    return new Map(Array.from(after, ([id, codes]) => [id, codes.filter((code) => !before.get(id)?.includes(code))]));
  }

  /** A source text is compared with itself. */
  private async findings(
    texts: readonly (readonly [id: string, maxLength: number | null, source: string | null, text: string])[],
  ): Promise<Map<string, CheckCode[]>> {
    if (texts.length === 0) return new Map();
    const { organizationId } = this.write.principal;
    const { sourceLanguage } = this.write.project;
    const { language } = this.replacement;
    const keys = texts.map(([id, maxLength, source, text]): KeyToCheck => {
      return [id, maxLength, language === sourceLanguage ? text : source, { [language]: text }];
    });
    const found = new Map<string, CheckCode[]>();
    for (const { keyId, code } of await this.checker.check(organizationId, {
      sourceLanguage,
      keys: JSON.stringify(keys),
      terms: this.terms,
    }))
      found.set(keyId, [...(found.get(keyId) ?? []), code]);
    return found;
  }

  private reasonToSkip(text: FoundText, checks: CheckCode[]): ReplaceSkipReason | null {
    const { project, rights } = this.write;
    if (text.state === 'reviewed' && project.protectReviewed && !rights.canReview) return 'protected';
    if (!text.keepsPlaceholders) return 'placeholder';
    if (text.after.trim() === '') return 'empty';
    if (findIssue(translationRules, text.after) && !checks.includes('too_long')) checks.push('too_long');
    return checks.length > 0 ? 'check' : null;
  }
}
