import type { TranslationState } from '../common/translation-state';
import type { Reason, UnitOutcome } from './import-result';
import type { Merge } from './merge/merge-rule';
import type { ImportedFile } from './reading/imported-file';
import type { TranslationUnit } from './reading/packed/translation-units';
import type { UnitAction } from './unit-action';

/** The state of a translation unit at the base of an import. */
export interface StateAtBase {
  /** The base had the key. */
  wasKey: boolean;
  /** The base had a text. */
  hadText: boolean;
  /** The file's text is equal to the text at the base. */
  isFileBase: boolean;
  /** The project's text is equal to the text at the base. */
  isNowBase: boolean;
  /** The file's metadata of the format is equal to that of the text at the base. */
  isMetaOfBase: boolean;
  /** The file has another state than the text at the base. */
  isOtherThanBase: boolean;
  /** The number of the state of the text at the base; null: none. */
  stateAtBase: number | null;
  /** The text at the base, if it may have arguments, the file's text is a plural, or there may be a conflict. */
  base: string | null;
}

/** The project's state of a translation unit of the file. */
export interface UnitState extends Partial<StateAtBase> {
  /** Index of the unit in the file. */
  unit: number;
  /** Null: the project does not have the key. */
  keyId: string | null;
  /** The project has a text for the unit. */
  hasText: boolean;
  /** The project's text is equal to the file's. */
  same: boolean;
  /** The format's metadata of the text is equal to the file's. */
  sameMeta: boolean;
  /** The number of the state of the project's text; null: none. */
  state: number | null;
  /** The file has another state for the project's text. */
  isOtherState: boolean;
  /** The project's text, if the unit may be on the page of the details. */
  before?: string | null;
  /** The project's text, if it may have arguments, the file's text is a plural, or there may be a conflict. */
  current?: string | null;
  /** If the file is one of the source language and only files of others had the key: the digest of the source text they came with. */
  addedAs?: number | null;
  /** The digest of the project's text in such a case, unless the text was a name. */
  digest?: number | null;
  /** The project's source text, if the file's text is a plural. */
  sourceText?: string | null;
}

/** A translation unit of the file with the change that the options allow for it. */
export interface Candidate {
  /** Index of the unit in the file. */
  index: number;
  unit: TranslationUnit;
  action: UnitAction;
  /** The state that the file or the option `state` gives; undefined if the text keeps its state, or gets `changedState` when it changes. */
  state?: TranslationState;
  /** Default: `translated`. */
  changedState?: TranslationState;
}

/** The change of a translation unit of the project, as the plan determines it. */
export type Effect = 'new' | 'changed' | 'cleared' | 'unchanged';

/** @returns undefined if the action does not apply to the unit */
export function getEffect(action: UnitAction, hasText: boolean, same: boolean): Effect | undefined {
  if (action === 'clear') return hasText ? 'cleared' : undefined;
  if (action === 'name') return undefined;
  if (!hasText) return 'new';
  if (same) return 'unchanged';
  return action === 'set' ? 'changed' : undefined;
}

export function reasonToSkip({ text }: TranslationUnit, action: UnitAction): Reason {
  if (text === null) return 'null';
  return action === 'fill' ? 'kept' : 'empty';
}

/** @param before the project's text. @param text the text that the import writes, if it writes one */
export function toOutcome(
  { keys }: ImportedFile,
  { key, language }: TranslationUnit,
  reason: Reason,
  { before = null, text, merge }: { before?: string | null; text: string | null; merge?: Merge },
): UnitOutcome {
  const isWritten = reason === 'new' || reason === 'changed';
  const outcome = reason === 'new' ? 'imported' : reason === 'changed' || reason === 'cleared' ? 'updated' : 'skipped';
  const after = isWritten ? text : reason === 'cleared' ? null : before;
  return { key: keys.name(key), language, outcome, reason, before, after, ...(merge && { merge }) };
}
