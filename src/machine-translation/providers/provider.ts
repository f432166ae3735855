/** A term of the glossary that a text has, with its translation. */
export interface TermToUse {
  term: string;
  definition?: string;
  /** The translation to use. */
  translation?: string;
  /** Whether the term stays as it is. */
  doNotTranslate?: true;
  /** Words that the translation must not have. */
  forbidden?: readonly string[];
}

/** Data about a text, which a language model receives with it. */
export interface TextContext {
  /** Says how the texts of the project are to be written. */
  styleNote?: string | null;
  /** The name of the key. */
  name?: string;
  description?: string | null;
  /** The greatest length of the translation. */
  maxLength?: number | null;
  /** Texts of the keys before and after it. */
  neighbours?: readonly string[];
  /** Similar texts with their translations. */
  memory?: readonly { source: string; translation: string }[];
  terms?: readonly TermToUse[];
}

/** Texts to translate in one request. They have the markup of `protect/markup.ts`. */
export interface ProviderRequest {
  /** Language tags of BCP 47. */
  source: string;
  target: string;
  texts: readonly string[];
  context?: TextContext;
  /** The problems of the translations of the request before. */
  problems?: readonly string[];
}

/** A service that translates. */
export interface MachineProvider {
  /** The markup that it keeps. */
  readonly markup: 'xml' | 'html';
  /** The most texts of one request. */
  readonly textsPerRequest: number;
  /**
   * It reads instructions: it receives the context of a text and the texts of one key in a request, so that no key has an effect
   * on another, and is asked once more if a translation is broken.
   */
  readonly isLanguageModel: boolean;
  /**
   * @returns a translation for each text, in the same order
   * @throws ProviderError
   */
  translate(request: ProviderRequest): Promise<readonly string[]>;
}
