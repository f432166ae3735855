import { TRANSLATION_STATES, type TranslationState } from '../common/translation-state';
import { stateInFormat, type StateSupport } from '../language-files';

/**
 * Returns whether the state of a file is another one than the state of a text. A format without the state of the text
 * has it in its highest state. The option `state` may give a state that the format does not have: it is compared with
 * the state of the text.
 *
 * @param given by the file or by the option `state`
 * @param support of the format. Undefined: the format has no states, and the option gives each one
 */
export function isOtherState(
  given: TranslationState,
  ofText: TranslationState,
  support: StateSupport | undefined,
): boolean {
  const isInFormat = support !== undefined && stateInFormat(given, support) === given;
  return given !== (isInFormat ? stateInFormat(ofText, support) : ofText);
}

/**
 * Returns the value of `isOtherState` for all pairs of states, which `otherStateSql` looks up: the rule is not repeated
 * in SQL.
 */
export const otherStates = (support: StateSupport | undefined): boolean[] =>
  TRANSLATION_STATES.flatMap((given) => TRANSLATION_STATES.map((ofText) => isOtherState(given, ofText, support)));

/**
 * Returns SQL of the rule of `isOtherState`; false where there is no state.
 *
 * @param given SQL of the number of a state. @param ofText SQL of the number of a state. @param table SQL of
 *   `otherStates`
 */
export const otherStateSql = (given: string, ofText: string, table: string): string =>
  `coalesce((${table})[${given} * ${TRANSLATION_STATES.length} + ${ofText} + 1], false)`;
