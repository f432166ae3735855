/** How far a translation has come, the least first: the database stores the index. */
export const TRANSLATION_STATES = ['draft', 'translated', 'reviewed'] as const;

export type TranslationState = (typeof TRANSLATION_STATES)[number];

/** The state of a text for which no other state was given. */
export const DEFAULT_STATE: TranslationState = 'translated';

/** Returns the number that the database stores for a state. */
export const stateToNumber = (state: TranslationState = DEFAULT_STATE): number => TRANSLATION_STATES.indexOf(state);

/** Returns the state of a stored number. */
export function stateOfNumber(number: number | undefined): TranslationState {
  const state = TRANSLATION_STATES[number ?? -1];
  if (!state) throw new RangeError(`${number} is not the number of a state`);
  return state;
}

/** Returns SQL of the name of a stored state. @param number SQL of the number */
export const stateNameSql = (number: string): string => `('{${TRANSLATION_STATES.join(',')}}'::text[])[${number} + 1]`;
