import type { TokenizedText } from './tokens';

/** A text to translate. */
export interface WantedText {
  text: string;
  from: string;
  to: string;
  /** The key that has the text: its own translation is no suggestion, and its place counts. */
  key?: { id: string; projectId: string };
}

/** A key and its project. */
export interface KeyOfProject {
  projectId: string;
  keyId: string;
}

/** A translation of a text that may be similar. */
export interface CandidateRow extends KeyOfProject {
  source: string;
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
  projectName: string;
  name: string;
  text: string;
}
