import type { TokenizedText } from './tokens';

/** A text to translate. */
export interface WantedText {
  text: string;
  /** The target language. */
  to: string;
  /** The key that has the text: its own translation is no suggestion, and its place counts. */
  key?: { id: string; projectId: string };
}

/** Texts of a language to translate into some languages. */
export interface WantedTexts {
  from: string;
  texts: readonly WantedText[];
  /** See `limitOf`: matches below it are not searched for. */
  limit: number;
}

/** A key and its project. */
export interface KeyOfProject {
  projectId: string;
  keyId: string;
}

/** A translation of a text that may be similar. */
export interface CandidateRow extends KeyOfProject {
  source: string;
  language: string;
  /** SHA-256 of the translation. */
  hash: Buffer;
  reviewed: boolean;
  at: Date;
}

/** A translation of a text that is similar enough. */
export interface Match extends CandidateRow {
  match: number;
  tokens: TokenizedText;
}

/** A translation with its key and its project. */
export interface TranslationRow extends KeyOfProject {
  language: string;
  projectName: string;
  name: string;
  text: string;
}
