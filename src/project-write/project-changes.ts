import { namespaceOf } from '../common/namespace-of';
import type { TranslationState } from '../common/translation-state';
import type { TextRights } from './text-rights';

/** A text to write. */
export interface TextState {
  keyId: string;
  language: string;
  text: string;
  /** JSON text of the formats' metadata of the text. */
  meta?: string | null;
  /** Default: `translated`. */
  state?: TranslationState;
}

/** A key to write. */
export interface KeyState {
  id: string;
  name: string;
  description?: string | null;
  /** JSON text of the formats' metadata of the key. */
  meta?: string | null;
  /** Sorted, each of them once; null for none. */
  tags?: readonly string[] | null;
  /** In grapheme clusters; null for no limit. */
  maxLength?: number | null;
}

/** The settings of a project before or after a change. */
export interface SettingsState {
  name: string;
  targetLanguages: readonly string[];
  protectReviewed: boolean;
  memory: boolean;
  styleNote: string | null;
}

/** Returns the settings of a project alone. */
export const settingsOf = <Settings extends SettingsState>({
  name,
  targetLanguages,
  protectReviewed,
  memory,
  styleNote,
}: Settings): Pick<Settings, keyof SettingsState> => ({ name, targetLanguages, protectReviewed, memory, styleNote });

/**
 * What a statement did to a row. `state`: a text got another state or was confirmed; `meta`: only the formats' metadata
 * changed.
 */
type Effect = 'inserted' | 'changed' | 'removed' | 'state' | 'meta';

interface CountedRows<Of extends Effect> {
  effect: Of;
  /** The number of rows. */
  count: number;
}

/** Texts of one language to which a statement did the same. */
export interface CountedTexts extends CountedRows<Effect> {
  language: string;
  /** The number of texts that are reviewed after it. */
  reviewed: number;
}

/**
 * Keys in one namespace which a statement changed in the same way. A key that moves counts in its new namespace, and as
 * 0 keys in its former one.
 */
export interface CountedKeys extends CountedRows<'inserted' | 'changed' | 'removed'> {
  namespace: string;
}

/** Rows about files of one language to which a statement did the same. */
export interface CountedFiles extends CountedRows<'inserted' | 'changed' | 'removed'> {
  /** Empty for files of several languages or of all. */
  language: string;
}

/** The settings of a project before and after a change. */
export interface ChangedSettings {
  before: SettingsState;
  after: SettingsState;
}

/**
 * What one statement changed: it counts its rows itself, because texts may be long. `withKeys`: the texts are deleted
 * with their keys.
 */
export type RecordedChange =
  | { texts: readonly CountedTexts[]; withKeys?: boolean }
  | { keys: readonly CountedKeys[] }
  | { files: readonly CountedFiles[] }
  | { settings: ChangedSettings };

/** Numbers of the rows that a write changed. */
export interface ChangeCounts {
  keysCreated: number;
  keysDeleted: number;
  /** Keys with another name, description, length limit, other tags or metadata. */
  keysChanged: number;
  /** Texts that are new or different. */
  textsSet: number;
  textsRemoved: number;
  /** Texts that have another state or were confirmed, and are the same. */
  statesSet: number;
  /** Texts and languages of which only the formats' metadata changed, formats whose layout did, and templates. */
  metaChanged: number;
  settingsChanged: number;
}

/** The changes of one write. Only counts are retained, because an import may change a million rows. */
export class ProjectChanges {
  private readonly numbers: Record<keyof ChangeCounts, number> = {
    keysCreated: 0,
    keysDeleted: 0,
    keysChanged: 0,
    textsSet: 0,
    textsRemoved: 0,
    statesSet: 0,
    metaChanged: 0,
    settingsChanged: 0,
  };

  /** The number of rows that were replaced or removed. A row that one write changes twice counts twice. */
  replacedRows = 0;
  /** The languages of the changed texts and files, and languages that the project got or lost. */
  readonly languages = new Set<string>();
  /** The namespaces of the changed keys and of the keys of changed texts. */
  readonly namespaces = new Set<string>();

  /** The numbers of texts that got the state `reviewed`, or were confirmed or changed and have it, by language. */
  readonly reviewed = new Map<string, number>();

  /** @param rights of the caller */
  constructor(private readonly rights: Pick<TextRights, 'assertLanguages'>) {}

  get counts(): Readonly<ChangeCounts> {
    return this.numbers;
  }

  get isEmpty(): boolean {
    return this.rows === 0;
  }

  /** The number of rows that were inserted, updated or deleted. */
  get rows(): number {
    return Object.values(this.numbers).reduce((sum, count) => sum + count, 0);
  }

  /** Whether only states were set. */
  get areOnlyStates(): boolean {
    return this.rows > 0 && this.rows === this.numbers.statesSet;
  }

  /** Keys created less keys deleted. */
  get keyDelta(): number {
    return this.numbers.keysCreated - this.numbers.keysDeleted;
  }

  /**
   * Every change of a project passes here, and only here: no write can forget to check the languages.
   *
   * @throws LanguageNotAllowedError for texts, files and target languages in which the caller cannot write, which rolls
   *   the write back
   */
  record(change: RecordedChange): void {
    this.rights.assertLanguages(languagesOf(change));
    if ('settings' in change) return this.countSettings(change.settings);
    const counted = 'texts' in change ? change.texts : 'keys' in change ? change.keys : change.files;
    for (const { effect, count } of counted) if (effect !== 'inserted') this.replacedRows += count;
    if ('texts' in change) this.countTexts(change.texts);
    else if ('keys' in change) this.countKeys(change.keys);
    else this.countFiles(change.files);
  }

  /** Records the namespaces of keys of which only texts change: texts are recorded without the names of their keys. */
  concernNames(names: Iterable<string>): void {
    for (const name of names) this.namespaces.add(namespaceOf(name));
  }

  private countTexts(texts: readonly CountedTexts[]): void {
    for (const { language, effect, count, reviewed } of texts) {
      this.languages.add(language);
      this.numbers[TEXT_COUNTS[effect]] += count;
      if (reviewed > 0 && effect !== 'meta') this.reviewed.set(language, (this.reviewed.get(language) ?? 0) + reviewed);
    }
  }

  private countKeys(keys: readonly CountedKeys[]): void {
    for (const { namespace, effect, count } of keys) {
      this.namespaces.add(namespace);
      this.numbers[KEY_COUNTS[effect]] += count;
    }
  }

  private countFiles(files: readonly CountedFiles[]): void {
    for (const { language, count } of files) {
      if (language !== '') this.languages.add(language);
      this.numbers.metaChanged += count;
    }
  }

  private countSettings({ before, after }: ChangedSettings): void {
    this.replacedRows++;
    this.numbers.settingsChanged++;
    for (const language of differingLanguages(before, after)) this.languages.add(language);
  }
}

/** Returns the languages in which the caller must be able to write: keys are deleted with their texts in all languages. */
function languagesOf(change: RecordedChange): string[] {
  if ('keys' in change) return [];
  if ('settings' in change) return differingLanguages(change.settings.before, change.settings.after);
  if ('files' in change) return change.files.map(({ language }) => language).filter((language) => language !== '');
  return change.withKeys ? [] : change.texts.map(({ language }) => language);
}

/** Returns the target languages that only one of two settings has. */
function differingLanguages(
  { targetLanguages: before }: SettingsState,
  { targetLanguages: after }: SettingsState,
): string[] {
  const [lost, gained] = [new Set(before), new Set(after)];
  return [...before.filter((language) => !gained.has(language)), ...after.filter((language) => !lost.has(language))];
}

const TEXT_COUNTS = {
  inserted: 'textsSet',
  changed: 'textsSet',
  removed: 'textsRemoved',
  state: 'statesSet',
  meta: 'metaChanged',
} as const;

const KEY_COUNTS = { inserted: 'keysCreated', changed: 'keysChanged', removed: 'keysDeleted' } as const;
