import type { Schemas } from '../../api/client';
import type { CheckCode } from '../../components/texts/messages';

export type ConflictRule = 'overwrite' | 'keep' | 'keep-reviewed';
export type State = Schemas['TranslationState'];

/** The options that all files have together. */
export interface Options {
  conflict: ConflictRule;
  /** The state of texts for which the file has none. */
  state: State | null;
  tags: readonly string[];
  namespace: string;
  languageFallback: boolean;
  createLanguages: boolean;
  deleteMissing: boolean;
  missingTexts: 'keep' | 'remove';
  /** The checks that refuse a file if one of its new or changed texts fails them. */
  failOn: readonly CheckCode[];
}

export const DEFAULT_OPTIONS: Options = {
  conflict: 'overwrite',
  state: null,
  tags: [],
  namespace: '',
  languageFallback: false,
  createLanguages: false,
  deleteMissing: false,
  missingTexts: 'keep',
  failOn: [],
};
