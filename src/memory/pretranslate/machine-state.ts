import { type Failed, FAILURES_OF_ONE_TEXT, type MachineFailure } from '../../machine-translation/machine-failure';
import type { MachineResult } from '../../machine-translation/machine-translator';
import { REQUESTS_PER_ORGANIZATION } from '../../machine-translation/provider-accounts';

/** Failures that all texts would meet which follow. Other failures pass, or concern a language or a text. */
const ENDS_ALL: ReadonlySet<MachineFailure> = new Set<MachineFailure>([
  'month_used_up',
  'quota',
  'address_not_allowed',
]);

/** Whether another text may have been translated in the same place: the failure is no refusal of the account. */
export const mayBeOfText = ({ failure, isOfAccount = false }: Failed): boolean =>
  !ENDS_ALL.has(failure) && !(failure === 'refused' && isOfAccount);

/** Failures in a row after which a machine is not asked any more. */
const MAX_FAILURES = 3;
/** Texts in a row without a usable translation after which a machine is not asked any more: a few texts may be hard for it. */
const MAX_UNUSABLE_TEXTS = 20;
/** One request fewer than the organization may send: a person who asks for a suggestion meanwhile has the next one. */
const MAX_REQUESTS = REQUESTS_PER_ORGANIZATION - 1;

/** Failures in a row. Requests that were under way together count as one: none of them was sent after the failure of another one. */
class Row {
  count = 0;
  texts = 0;
  /** The last request that had begun when a failure was counted. */
  private counted = 0;

  /**
   * @param request the number of the request that has failed
   * @param begun the number of the last request that has begun
   */
  add(request: number, begun: number, texts: number): void {
    this.texts += texts;
    if (request <= this.counted) return;
    this.count++;
    this.counted = begun;
  }
}

/** The failures of a language. */
interface LanguageState {
  /** A provider may not have the language. It may also refuse one text. */
  refusals: Row;
  /** Answers that cannot be read, and translations that are broken. */
  unusable: Row;
}

/** Knows whether a machine is still asked, after what it has answered. */
export class MachineState {
  /** The first failure, if possible one that does not concern one text only. */
  error: MachineFailure | null = null;
  private isEnded = false;
  private begun = 0;
  /** Failures that pass, and refusals of the account. */
  private failures = new Row();
  private readonly languages = new Map<string, LanguageState>();

  /**
   * Returns how many requests may be under way: after a failure one, which finds out whether the failure passes. 0: the machine is not
   * asked any more.
   */
  requestsAtATime(language: string): number {
    const { refusals, unusable } = this.of(language);
    const count = Math.max(this.failures.count, refusals.count);
    const isUnusable = unusable.count >= MAX_FAILURES && unusable.texts >= MAX_UNUSABLE_TEXTS;
    if (this.isEnded || count >= MAX_FAILURES || isUnusable) return 0;
    return count === 0 ? MAX_REQUESTS : 1;
  }

  /** Notes that a request begins. @returns what notes the results of its texts */
  begin(language: string): (results: readonly MachineResult[]) => void {
    const request = ++this.begun;
    return (results) => {
      const failed = failedOf(results);
      if (failed.some(({ failure }) => ENDS_ALL.has(failure))) this.isEnded = true;
      if (failed.length < results.length) {
        this.failures = new Row();
        this.languages.delete(language);
      } else {
        this.rowOf(language, failed).add(request, this.begun, failed.length);
      }
    };
  }

  /** @param results of texts, also of texts that were not sent */
  noteError(results: readonly (MachineResult | undefined)[]): void {
    for (const { failure } of failedOf(results)) {
      const isWorse = this.error !== null && FAILURES_OF_ONE_TEXT.has(this.error) && !FAILURES_OF_ONE_TEXT.has(failure);
      if (this.error === null || isWorse) this.error = failure;
    }
  }

  /** @param failed the results of a request without a translation */
  private rowOf(language: string, failed: readonly Failed[]): Row {
    const { refusals, unusable } = this.of(language);
    if (failed.every(({ failure }) => FAILURES_OF_ONE_TEXT.has(failure))) return unusable;
    const isOfLanguage = failed.some(({ failure, isOfAccount }) => failure === 'refused' && !isOfAccount);
    return isOfLanguage ? refusals : this.failures;
  }

  private of(language: string): LanguageState {
    const state = this.languages.get(language) ?? { refusals: new Row(), unusable: new Row() };
    this.languages.set(language, state);
    return state;
  }
}

const failedOf = (results: readonly (MachineResult | undefined)[]): Failed[] =>
  results.flatMap((result) => (result && 'failure' in result ? [result] : []));
