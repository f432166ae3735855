import type { TranslationState } from '../common/translation-state';
import type { ChangeAction, ImportedFileRecord } from '../project-write/change-record';
import type { ChangeCounts } from '../project-write/project-changes';

/** The counts of a change, as the list of changes has them. */
export type PublicCounts = Omit<ChangeCounts, 'metaChanged' | 'settingsChanged'>;

export const NO_COUNTS: PublicCounts = {
  keysCreated: 0,
  keysDeleted: 0,
  keysChanged: 0,
  textsSet: 0,
  textsRemoved: 0,
  statesSet: 0,
};

/** How the caller of a change sent it: by the HTTP API, or by a tool of the Model Context Protocol. */
export const CHANGE_VIAS = ['api', 'mcp'] as const;
export type ChangeVia = (typeof CHANGE_VIAS)[number];

/** A revision of a project, and what made it. */
export interface Change {
  revision: number;
  at: Date;
  action: ChangeAction;
  /** Null: a person made it. */
  apiKey: { id: string; name: string } | null;
  /** Null: an API key made it. */
  person: { id: string; name: string } | null;
  via: ChangeVia;
  counts: ChangeCounts;
  languages: string[];
  import?: ImportedFileRecord;
  /** The revision that the change undid. */
  undoes?: number;
  /** The only key for which the change undid that revision. */
  undoesKeyId?: string;
  /** The revision of the last change that undid it. */
  undoneBy?: number;
  /** The revision that the change restored. */
  restores?: number;
  /** Only if it was asked for. */
  summary?: ChangeSummary;
}

/** A text as a change found or left it. */
export interface TextVersion {
  text: string;
  state: TranslationState;
}

/** A key as a change found or left it. */
export interface KeyVersion {
  name: string;
  description: string | null;
  tags: string[];
  maxLength: number | null;
}

/** The effect of a change on a text, or on a key itself. */
export interface ChangeItem {
  keyId: string;
  /** The name of the key after the change; of a deleted key, before the change. */
  name: string;
  /** Null: the item is the key itself. */
  language: string | null;
  /** Null: it did not exist. */
  before: TextVersion | KeyVersion | null;
  /** Null: it was removed. */
  after: TextVersion | KeyVersion | null;
  /** Only of a text that stayed the same: whether it was confirmed, else a confirmation was undone. */
  confirmed?: boolean;
}

/** What a change can alter of a key, or of a text. */
export const CHANGED_FIELDS = ['name', 'description', 'maxLength', 'tags', 'text', 'state'] as const;

/** An item of a change in short: names and texts are one line, and long ones shortened. */
export interface SummaryItem {
  keyId: string;
  name: string;
  /** Null: the item is the key itself. */
  language: string | null;
  /** The text, or the name of the key. Null: it did not exist. */
  before: string | null;
  /** Null: it was removed. */
  after: string | null;
  /** The state of the text after the change. */
  state: TranslationState | null;
  changed: (typeof CHANGED_FIELDS)[number][];
  /** As in `ChangeItem`. */
  confirmed?: boolean;
}

/** The first items of a change in short. */
export interface ChangeSummary {
  items: SummaryItem[];
  /** Whether the change has further items. */
  hasMore: boolean;
}

/** A text, a key or a setting that stays as it is, because it was changed again or is in use. */
export interface Conflict {
  /** Null: the conflict is one of the project's name or languages. */
  keyId: string | null;
  name: string | null;
  language: string | null;
}

/** The result of an undo or a restoration. */
export interface ReversalResult {
  /** Null if there was nothing to do, or nothing was to be written. */
  change: Change | null;
  /** The counts of the change. If nothing is to be written, the counts that it would have. */
  counts: PublicCounts;
  conflicts: Conflict[];
}
