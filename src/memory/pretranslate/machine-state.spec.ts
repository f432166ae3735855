import type { MachineResult } from '../../machine-translation/machine-translator';
import { MachineState } from './machine-state';

const fails = (failure: 'broken' | 'bad_answer' | 'failed' | 'refused', texts = 1): MachineResult[] =>
  Array.from({ length: texts }, () => ({ failure }));
const TRANSLATION: MachineResult[] = [{ text: 'Text' }];

describe('a machine', () => {
  /** Sends requests one after the other. */
  function answer(state: MachineState, language: string, ...results: MachineResult[][]): void {
    for (const result of results) state.begin(language)(result);
  }
  const isAsked = (state: MachineState, language: string): boolean => state.requestsAtATime(language) > 0;

  it('is asked by one request at a time after a failure, and not any more after three in a row', () => {
    const state = new MachineState();
    const requests = [3];
    for (let failure = 0; failure < 3; failure++) {
      answer(state, 'de', fails('failed'));
      requests.push(state.requestsAtATime('fr'));
    }
    expect(requests).toEqual([3, 1, 1, 0]);
  });

  it('that fails for requests that were under way together has failed once', () => {
    const state = new MachineState();
    const together = [1, 2, 3].map(() => state.begin('de'));
    for (const note of together) note(fails('failed'));
    answer(state, 'de', fails('failed'));
    expect(isAsked(state, 'de')).toBe(true);
    answer(state, 'de', fails('failed'));
    expect(isAsked(state, 'de')).toBe(false);
  });

  it('is asked for other languages, however many it refuses', () => {
    const state = new MachineState();
    const refused = ['tlh', 'vo', 'ia', 'io'];
    for (const language of refused) answer(state, language, ...[1, 2, 3].map(() => fails('refused')));
    expect([...refused, 'de'].filter((language) => isAsked(state, language))).toEqual(['de']);
  });

  it('is not asked for any language if it refuses the account', () => {
    const state = new MachineState();
    answer(state, 'fr', ...[1, 2, 3].map(() => [{ failure: 'refused' as const, isOfAccount: true }]));
    expect(isAsked(state, 'de')).toBe(false);
  });

  it.each(['broken', 'bad_answer'] as const)(
    'is not asked for a language after three answers in a row, and twenty texts, that are %s',
    (failure) => {
      const texts = new MachineState();
      answer(texts, 'de', ...Array.from({ length: 19 }, () => fails(failure)), TRANSLATION);
      answer(texts, 'de', ...Array.from({ length: 19 }, () => fails(failure)));
      expect(isAsked(texts, 'de')).toBe(true);
      answer(texts, 'de', fails(failure));
      expect([isAsked(texts, 'de'), isAsked(texts, 'fr')]).toEqual([false, true]);
      const batches = new MachineState();
      answer(batches, 'de', fails(failure, 50), fails(failure, 50));
      expect(isAsked(batches, 'de')).toBe(true);
      answer(batches, 'de', fails(failure, 50));
      expect(isAsked(batches, 'de')).toBe(false);
    },
  );
});
