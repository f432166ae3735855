import { validate as isUuid } from 'uuid';
import type { TranslationState } from '../../common/translation-state';
import { CursorCodec } from '../../http/queries/cursor';
import type { MachineFailure } from '../../machine-translation/machine-failure';

/** The most texts of one request. */
export const MAX_TEXTS = 50_000;
/** The most characters of the translations of one request with their source texts: several requests wait for machines at a time. */
export const MAX_CHARACTERS = 8 * 1_024 * 1_024;

/** The cursor has the id of a key. */
const PRETRANSLATION_CURSOR = new CursorCodec(isUuid);
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export const toCursor = (after: string): string => PRETRANSLATION_CURSOR.encode(after);

/** @throws ValidationFailedError for a wrong cursor */
export const fromCursor = (cursor: string | undefined): string =>
  cursor === undefined ? FIRST_ID : PRETRANSLATION_CURSOR.decode(cursor, { pointer: '/cursor' })[0];

/** What is translated, and how. */
export interface Pretranslation {
  languages: readonly string[];
  /** The least match of the memory. */
  minMatch: number;
  /** Whether a machine translates what the memory does not have. */
  machine: boolean;
  state: TranslationState;
  namespace?: string;
  dryRun: boolean;
  /** The id of the key behind which it begins: keys before it are not looked at. */
  after: string;
}

/** What a pretranslation did, or would do. */
export interface PretranslationResult {
  dryRun: boolean;
  /** Texts that were missing. */
  missing: number;
  memory: number;
  /** Translations by a machine; of a dry run, texts that a machine would be asked for. */
  machine: number;
  /** Texts that somebody has written, or whose source was changed, meanwhile. */
  moved: number;
  /** Texts that a machine did not translate. */
  failed: number;
  /** The reason why it did not translate the first of these texts. */
  error: MachineFailure | null;
  /** Where another request continues; null: all missing texts were looked at. */
  nextCursor: string | null;
}

/** How far a pretranslation is, in keys. */
export interface PretranslationProgress {
  done: number;
  total: number;
}

/** A key to translate. */
export interface KeyToTranslate {
  keyId: string;
  name: string;
  description: string | null;
  maxLength: number | null;
  source: string;
}

/** A text of a key that a language does not have. */
export interface MissingText {
  key: KeyToTranslate;
  language: string;
}

/** A translation to write. */
export interface FoundText {
  keyId: string;
  language: string;
  source: string;
  text: string;
  by: 'memory' | 'machine';
  /** The hash of a translation that is paid for. */
  paid?: string;
}
