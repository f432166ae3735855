import { namespaceOf } from '../../common/namespace-of';
import { DEFAULT_STATE, type TranslationState } from '../../common/translation-state';

/** A text before or after a change. */
export interface TextState {
  keyId: string;
  language: string;
  text: string;
  /** JSON text of the formats' metadata of the text. */
  meta?: string | null;
  /** Default: `translated`. */
  state?: TranslationState;
}

/** A key before or after a change. */
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
}

/** The formats' metadata of the files in one language, before or after a change. */
export interface LanguageMetaState {
  language: string;
  /** JSON text. */
  meta: string;
}

/** The paths of a format's files in zips, before or after a change. */
export interface FileLayoutState {
  format: string;
  /** JSON text. */
  layout: string;
}

/** An imported file before or after a change. */
export interface FileTemplateState {
  format: string;
  namespace: string;
  language: string;
  /** SHA-256 of the file. */
  hash: Buffer;
  /** JSON text of the options that determine its keys. */
  options: string;
}

/** Rows before and after a change, in the same order. `before` is null for created rows, `after` is null for removed rows. */
export interface Transition<State> {
  before: readonly State[] | null;
  after: readonly State[] | null;
}

/** Rows of one kind that one statement changed. */
export type RecordedChange =
  | { texts: Transition<TextState> }
  | { keys: Transition<KeyState> }
  | { languageMeta: Transition<LanguageMetaState> }
  | { fileLayouts: Transition<FileLayoutState> }
  | { fileTemplates: Transition<FileTemplateState> }
  | { settings: Transition<SettingsState> };

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

/**
 * The changes of one write. The stores record each set of rows that they changed, as the database held it before and
 * holds it after; only the counts are retained, because an import may change a million rows.
 */
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
  /** The languages of the changed texts and files, and those that the project got or lost. */
  readonly languages = new Set<string>();
  /** The namespaces of the changed keys and of the keys of changed texts. */
  readonly namespaces = new Set<string>();

  /** The numbers of texts that got the state `reviewed`, or were confirmed or changed and have it, by language. */
  readonly reviewed = new Map<string, number>();

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

  /** Every change of a project passes here, and only here. */
  record(change: RecordedChange): void {
    const [transition] = Object.values(change) as [Transition<unknown>];
    this.replacedRows += transition.before?.length ?? 0;
    if ('texts' in change) this.countTexts(change.texts);
    else if ('keys' in change) this.countKeys(change.keys);
    else if ('languageMeta' in change) this.countFiles(change.languageMeta);
    else if ('fileLayouts' in change) this.numbers.metaChanged += sizeOf(change.fileLayouts);
    else if ('fileTemplates' in change) this.countFiles(change.fileTemplates);
    else this.countSettings(change.settings);
  }

  /** Records the namespaces of keys of which only texts change: texts are recorded without the names of their keys. */
  concernNames(names: Iterable<string>): void {
    for (const name of names) this.namespaces.add(namespaceOf(name));
  }

  private countFiles(files: Transition<{ language: string }>): void {
    this.numbers.metaChanged += sizeOf(files);
    // The file of several languages has none.
    for (const { language } of files.after ?? files.before ?? []) if (language !== '') this.languages.add(language);
  }

  private countSettings(settings: Transition<SettingsState>): void {
    this.numbers.settingsChanged += sizeOf(settings);
    const languagesOf = (states: readonly SettingsState[] | null): Set<string> =>
      new Set(states?.flatMap(({ targetLanguages }) => targetLanguages));
    const [before, after] = [languagesOf(settings.before), languagesOf(settings.after)];
    for (const language of before) if (!after.has(language)) this.languages.add(language);
    for (const language of after) if (!before.has(language)) this.languages.add(language);
  }

  private countTexts({ before, after }: Transition<TextState>): void {
    for (const { language } of after ?? before ?? []) this.languages.add(language);
    for (const [index, text] of after?.entries() ?? []) {
      if (!isReviewed(text, before?.[index])) continue;
      this.reviewed.set(text.language, (this.reviewed.get(text.language) ?? 0) + 1);
    }
    if (!after) this.numbers.textsRemoved += before?.length ?? 0;
    else if (!before) this.numbers.textsSet += after.length;
    else {
      for (const [index, text] of after.entries()) this.numbers[countOf(before[index], text)]++;
    }
  }

  private countKeys(keys: Transition<KeyState>): void {
    this.concernNames([...(keys.before ?? []), ...(keys.after ?? [])].map(({ name }) => name));
    if (!keys.before) this.numbers.keysCreated += sizeOf(keys);
    else if (!keys.after) this.numbers.keysDeleted += sizeOf(keys);
    else this.numbers.keysChanged += sizeOf(keys);
  }
}

const isReviewed = (after: TextState, before: TextState | undefined): boolean =>
  after.state === 'reviewed' && (!before || countOf(before, after) !== 'metaChanged');

/** Returns the count of a text that was replaced. A text with the same metadata and state was confirmed. */
function countOf(before: TextState | undefined, after: TextState): 'textsSet' | 'statesSet' | 'metaChanged' {
  if (before?.text !== after.text) return 'textsSet';
  const hasSameState = (before.state ?? DEFAULT_STATE) === (after.state ?? DEFAULT_STATE);
  return hasSameState && (before.meta ?? null) !== (after.meta ?? null) ? 'metaChanged' : 'statesSet';
}

const sizeOf = ({ before, after }: Transition<unknown>): number => (after ?? before ?? []).length;
