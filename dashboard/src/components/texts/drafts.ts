import { ProblemError } from '../../api/problem';
import { discardKeptInputs, hasKeptInputs } from '../kept-inputs';

/** A text that a person has written and that is not stored yet. */
export interface Draft {
  keyId: string;
  keyName: string;
  language: string;
  text: string;
  /** Set if the person chose a state. */
  state?: 'draft' | 'translated' | 'reviewed';
  /** The text when the person began to write; null for none. */
  base: string | null;
  /** Its state, if it had one. */
  baseState?: 'draft' | 'translated' | 'reviewed';
  /** Whether the person went on elsewhere without saying what becomes of the text: it is saved, which the page says. */
  isLeft?: boolean;
  /** `kept`: the session ended, or the page was left, before the person saved it. */
  status: 'kept' | 'saving' | 'refused';
  error?: unknown;
  /** The text that somebody else stored meanwhile; null if it was removed. */
  theirs?: string | null;
}

export type DraftText = Omit<Draft, 'status' | 'error' | 'theirs'>;

/** A text that a person wrote, without the result of saving it. */
export const writtenIn = ({ keyId, keyName, language, text, state, base, baseState }: DraftText): DraftText => ({
  keyId,
  keyName,
  language,
  text,
  state,
  base,
  baseState,
});

/** Begins the names of drafts in the storage of the tab. */
export const DRAFT_PREFIX = 'glossa.draft/';

/** Names the owner of the drafts of the tab, in its storage. */
export const DRAFT_OWNER = 'glossa.owner';

export const draftId = (keyId: string, language: string): string => `${keyId}/${language}`;

/**
 * The drafts of a project. The session storage of the tab has a copy of each, so that none is lost with the session, the
 * connection or a reload. See `left-drafts.ts` for the end of the tab.
 */
export class Drafts {
  private drafts: ReadonlyMap<string, Draft>;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly projectId: string) {
    const prefix = this.storageKey('');
    const kept = Object.keys(sessionStorage)
      .filter((key) => key.startsWith(prefix))
      .map((key): [string, Draft] => {
        const draft = JSON.parse(sessionStorage.getItem(key) ?? '') as DraftText;
        return [key.slice(prefix.length), { ...draft, status: 'kept' }];
      });
    this.drafts = new Map(kept);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getSnapshot = (): ReadonlyMap<string, Draft> => this.drafts;

  /** Keeps what a person is writing. It becomes one of the drafts when it is saved, or when the page is opened again. */
  keep(draft: DraftText): void {
    const { keyId, language } = draft;
    sessionStorage.setItem(this.storageKey(draftId(keyId, language)), JSON.stringify(writtenIn(draft)));
  }

  set(draft: Draft): void {
    this.keep(draft);
    this.replace(new Map(this.drafts).set(draftId(draft.keyId, draft.language), draft));
  }

  remove(keyId: string, language: string): void {
    const id = draftId(keyId, language);
    sessionStorage.removeItem(this.storageKey(id));
    if (!this.drafts.has(id)) return;
    const rest = new Map(this.drafts);
    rest.delete(id);
    this.replace(rest);
  }

  private replace(drafts: ReadonlyMap<string, Draft>): void {
    this.drafts = drafts;
    for (const listener of this.listeners) listener();
  }

  private storageKey(id: string): string {
    return `${DRAFT_PREFIX}${this.projectId}/${id}`;
  }
}

/** The drafts of each project that was opened in this page. */
const opened = new Map<string, Drafts>();

/**
 * Returns the drafts of a project. All pages of the project share them: a text that is being saved while the person opens another
 * page is stored there too.
 */
export function draftsOf(projectId: string): Drafts {
  const drafts = opened.get(projectId) ?? new Drafts(projectId);
  opened.set(projectId, drafts);
  return drafts;
}

/** Whether a text, or something else that was typed, is not stored yet. */
export const hasDrafts = (): boolean =>
  hasKeptInputs() || Object.keys(sessionStorage).some((key) => key.startsWith(DRAFT_PREFIX));

/** Removes the drafts of all projects, and what else was typed: the next person may have another API key. */
export function discardDrafts(): void {
  discardKeptInputs();
  opened.clear();
  sessionStorage.removeItem(DRAFT_OWNER);
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(DRAFT_PREFIX)) sessionStorage.removeItem(key);
}

/** Whether a draft waits for a connection, and can be saved when there is one again. */
export const waitsForConnection = ({ status, error }: Draft): boolean =>
  status === 'refused' && error instanceof ProblemError && error.status === 0;
