import type { MachineFailure } from '../../machine-translation/machine-failure';
import type { MachineResult } from '../../machine-translation/machine-translator';

/** Failures that all texts would meet which follow; others pass, or concern a language or a text. */
const ENDS_ALL: ReadonlySet<MachineFailure> = new Set<MachineFailure>([
  'not_set_up',
  'month_used_up',
  'quota',
  'address_not_allowed',
  'secret_unreadable',
]);
const OF_ONE_TEXT: ReadonlySet<MachineFailure> = new Set<MachineFailure>(['broken', 'not_translatable', 'bad_answer']);

/** Calls in a row without a translation, because of failures that pass, after which a machine is not asked any more. */
const MAX_FRUITLESS = 3;

/** Knows whether a machine is still asked, after what it has answered. */
export class MachineState {
  /** The first failure, if possible one that does not concern one text only. */
  error: MachineFailure | null = null;
  private isEnded = false;
  private readonly endedLanguages = new Set<string>();
  private fruitless = 0;

  hasEnded(language: string): boolean {
    return this.isEnded || this.endedLanguages.has(language);
  }

  /** @param results of one call */
  note(language: string, results: readonly MachineResult[]): void {
    const failures = new Set(results.flatMap((result) => ('failure' in result ? [result.failure] : [])));
    const isFruitless = results.every((result) => 'failure' in result);
    let passes = false;
    for (const failure of failures) {
      const isOfOneText = OF_ONE_TEXT.has(failure);
      passes ||= !isOfOneText;
      if (this.error === null || (OF_ONE_TEXT.has(this.error) && !isOfOneText)) this.error = failure;
      if (ENDS_ALL.has(failure)) this.isEnded = true;
      // A language that the provider does not have, or a wrong key. One text may be refused too.
      if (failure === 'refused' && isFruitless) this.endedLanguages.add(language);
    }
    this.fruitless = passes && isFruitless ? this.fruitless + 1 : 0;
    if (this.fruitless >= MAX_FRUITLESS) this.isEnded = true;
  }
}
