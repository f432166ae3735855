import { FAILURES_OF_ONE_TEXT, type MachineFailure } from '../../machine-translation/machine-failure';
import type { MachineResult } from '../../machine-translation/machine-translator';
import { REQUESTS_PER_ORGANIZATION } from '../../machine-translation/provider-accounts';

/** Failures that all texts would meet which follow; others pass, or concern a language or a text. */
const ENDS_ALL: ReadonlySet<MachineFailure> = new Set<MachineFailure>([
  'month_used_up',
  'quota',
  'address_not_allowed',
]);

/** Requests in a row without a translation after which a machine is not asked any more. */
const MAX_FRUITLESS = 3;
/** One request fewer than the organization may send: a person who asks for a suggestion meanwhile has the next one. */
const MAX_REQUESTS = REQUESTS_PER_ORGANIZATION - 1;

/** Knows whether a machine is still asked, after what it has answered. */
export class MachineState {
  /** The first failure, if possible one that does not concern one text only. */
  error: MachineFailure | null = null;
  private isEnded = false;
  private hasTranslated = false;
  /** Requests in a row that failed for a reason that passes, and languages that were refused before the first translation. */
  private fruitless = 0;
  /** Refused requests in a row, by language: a language that the provider does not have, or a wrong key. One text may be refused too. */
  private readonly refusals = new Map<string, number>();

  /**
   * Returns how many requests may be under way: with the fruitless ones, no more than would end it, so that a machine that hangs is not
   * asked in vain more often. 0: it is not asked any more.
   */
  requestsAtATime(language: string): number {
    if (this.isEnded) return 0;
    const fruitless = Math.max(this.fruitless, this.refusals.get(language) ?? 0);
    return Math.max(0, Math.min(MAX_REQUESTS, MAX_FRUITLESS - fruitless));
  }

  /** @param results of one request */
  noteAnswer(language: string, results: readonly MachineResult[]): void {
    const failures = failuresOf(results);
    if (failures.some((failure) => ENDS_ALL.has(failure))) this.isEnded = true;
    const isFruitless = results.every((result) => 'failure' in result && !FAILURES_OF_ONE_TEXT.has(result.failure));
    if (results.some((result) => 'text' in result)) {
      this.hasTranslated = true;
      this.fruitless = 0;
      this.refusals.delete(language);
    } else if (!isFruitless) {
      return;
    } else if (failures.includes('refused')) {
      const refusals = (this.refusals.get(language) ?? 0) + 1;
      this.refusals.set(language, refusals);
      // A wrong key is refused in all languages.
      if (refusals === MAX_FRUITLESS && !this.hasTranslated) this.fruitless++;
    } else {
      this.fruitless++;
    }
  }

  /** @param results of texts, also of texts that were not sent */
  noteError(results: readonly (MachineResult | undefined)[]): void {
    for (const failure of failuresOf(results)) {
      const isWorse = this.error !== null && FAILURES_OF_ONE_TEXT.has(this.error) && !FAILURES_OF_ONE_TEXT.has(failure);
      if (this.error === null || isWorse) this.error = failure;
    }
  }
}

const failuresOf = (results: readonly (MachineResult | undefined)[]): MachineFailure[] =>
  results.flatMap((result) => (result && 'failure' in result ? [result.failure] : []));
