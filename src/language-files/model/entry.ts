import type { TranslationState } from '../../common/translation-state';
import type { Meta } from './meta';
import type { KeyPath } from './nesting/key-path';
import type { Plural } from './plural';

/**
 * A text as a file holds it: a string, where `""` is an empty text, a plural, or `null` for an explicitly absent text.
 */
export type Value = string | Plural | null;

/** One text that was read from a file. */
export interface ParsedEntry {
  key: string;
  /** The language of the value, only in formats with several languages per file. Default: the file's language. */
  language?: string;
  value: Value;
  /**
   * The file holds no text for this key and language; `value` is what the format's tools show instead. An import uses
   * it where the project has no text, and never to replace one.
   */
  implied?: true;
  /** The source text beside the value, in bilingual formats. */
  source?: Value;
  /** The source is a name that the file has for the text beside its key. */
  namedBySource?: true;
  description?: string;
  /** Metadata of the key in every language: references, msgctxt, `translatable`. */
  keyMeta?: Meta;
  /** Metadata of this translation, which contains the state as the file has it. */
  meta?: Meta;
  /** How a nested file holds the text, if its key does not show it. */
  path?: KeyPath;
  /** 1-based, where the parser provides it. */
  line?: number;
}

/** One key to write to a file. */
export interface EntryToWrite {
  key: string;
  /** The text in the file's language. Undefined: the key has no text and is written nevertheless. */
  value?: string | Plural;
  /** The text in the source language, for bilingual formats. */
  source?: string | Plural;
  /** The texts by language, for formats with several languages per file. A language without a text is absent. */
  values?: ReadonlyMap<string, string | Plural>;
  description?: string;
  keyMeta?: Meta;
  meta?: Meta;
  /** How nested formats hold the text. Default: the key is split at its separators. */
  path?: KeyPath;
  /** The keys that the entry had before it was renamed, the last one first. A template has it under one of them. */
  earlierKeys?: readonly string[];
  /** The state of the text. `withStates` adds it to the metadata, which codecs write. */
  state?: TranslationState;
  /** States by language, for formats with several languages per file. */
  states?: ReadonlyMap<string, TranslationState>;
  /** `meta` by language, for formats with several languages per file. */
  metas?: ReadonlyMap<string, Meta>;
  /**
   * The digest of the source text with which a file of another language than the source added the key. Undefined: the
   * key is not one that only files of other languages have.
   */
  addedAs?: number;
  /** The digest of a source text that does not count as newer: files of other languages keep their source texts. */
  firstSource?: number;
}
