import type { Principal } from '../common/access/principal';
import { uuidArray } from '../database/array-parameter';
import { prepared } from '../database/statements';
import type { Transaction } from '../database/transaction';
import { MAX_LANGUAGES, TooManyLanguagesError } from './project-errors';
import { FileLayoutStore } from './stores/file-layout-store';
import { FileTemplateStore } from './stores/file-template-store';
import { LanguageMetaStore } from './stores/language-meta-store';
import { type ChangeAction, type ChangeDetails, recordStatement } from './change-record';
import { ProjectChanges, settingsOf, type SettingsState } from './project-changes';
import { TranslationStore } from './stores/translation-store';
import { TextRights } from './text-rights';
import { lookUp } from '../database/planned-reads';
import { keyById } from './stored-rows';

/** A project whose row the transaction has locked. */
export interface LockedProject {
  id: string;
  name: string;
  sourceLanguage: string;
  targetLanguages: string[];
  /** Whether a reviewed text is changed only by API keys with the scope `translations:review`. */
  protectReviewed: boolean;
  /** Whether its texts are offered to other projects and to itself. */
  memory: boolean;
  /** How its texts are to be written, for machine translation. */
  styleNote: string | null;
  stringCount: number;
  /** The revision before the write. */
  revision: string;
  /** The oldest revision that can be read. */
  oldestRevision: string;
  /** The time of the last change before the write. */
  updatedAt: Date;
  hasWebhooks: boolean;
  /** The begin of the transaction: `now()` of all its statements, as columns of the type `timestamptz(3)` store it. */
  startedAt: Date;
}

/** A write of a locked project: its transaction, its stores and the record of its changes. */
export class ProjectWrite {
  readonly rights: TextRights;
  /** What the list of changes shows of this write beside its counts. */
  readonly details: ChangeDetails = {};
  /** The revision that this write undoes. */
  undoes?: number;
  private isRecorded = false;
  readonly translations: TranslationStore;
  readonly languageMeta: LanguageMetaStore;
  readonly fileLayouts: FileLayoutStore;
  readonly fileTemplates: FileTemplateStore;

  /** The revision of the project after the write if it changes anything. */
  readonly nextRevision: string;

  /**
   * @param action what the write is in the list of changes
   * @param changes what the write has changed in other transactions
   */
  constructor(
    readonly tx: Transaction,
    readonly project: LockedProject,
    readonly principal: Principal,
    private readonly action: ChangeAction,
    readonly changes = new ProjectChanges(new TextRights(principal)),
  ) {
    const { id } = project;
    this.rights = new TextRights(principal);
    this.nextRevision = String(BigInt(project.revision) + 1n);
    this.translations = new TranslationStore(
      tx,
      id,
      project.sourceLanguage,
      principal.person?.id ?? principal.apiKeyId,
      this.nextRevision,
      this.changes,
    );
    this.languageMeta = new LanguageMetaStore(tx, id, this.nextRevision, this.changes);
    this.fileLayouts = new FileLayoutStore(tx, id, this.nextRevision, this.changes);
    this.fileTemplates = new FileTemplateStore(tx, id, this.nextRevision, this.changes);
  }

  /** Returns the same write, without the record of its changes, in another transaction. */
  in(tx: Transaction): ProjectWrite {
    return new ProjectWrite(tx, this.project, this.principal, this.action);
  }

  /** Runs work in one transaction where others may have their turn between statements, as a part of this write. */
  together(work: (write: ProjectWrite) => Promise<void>): Promise<void> {
    return this.tx.together((tx) =>
      work(new ProjectWrite(tx, this.project, this.principal, this.action, this.changes)),
    );
  }

  /** The source language, then the target languages in their order. */
  get languages(): string[] {
    return [this.project.sourceLanguage, ...this.project.targetLanguages];
  }

  /** The revision of the project after the commit of what was recorded so far. */
  get revision(): string {
    return this.changes.isEmpty ? this.project.revision : this.nextRevision;
  }

  async rename(name: string): Promise<void> {
    if (name !== this.project.name) await this.changeSettings({ name });
  }

  async setProtectReviewed(protectReviewed: boolean): Promise<void> {
    if (protectReviewed !== this.project.protectReviewed) await this.changeSettings({ protectReviewed });
  }

  async setMemory(memory: boolean): Promise<void> {
    if (memory !== this.project.memory) await this.changeSettings({ memory });
  }

  async setStyleNote(styleNote: string | null): Promise<void> {
    if (styleNote !== this.project.styleNote) await this.changeSettings({ styleNote });
  }

  /**
   * Adds target languages; languages that the project has are ignored.
   *
   * @throws TooManyLanguagesError
   */
  async addLanguages(languages: readonly string[]): Promise<void> {
    const added = languages.filter((language) => !this.languages.includes(language));
    if (added.length === 0) return;
    this.assertRoomForLanguages(added);
    await this.changeSettings({ targetLanguages: [...this.project.targetLanguages, ...added] });
  }

  /**
   * Checks that the project can have these languages too.
   *
   * @param languages languages that the project does not have
   * @throws TooManyLanguagesError
   */
  assertRoomForLanguages(languages: readonly string[]): void {
    if (this.languages.length + languages.length > MAX_LANGUAGES) throw new TooManyLanguagesError();
  }

  /** Removes target languages with their texts. @returns the number of removed texts */
  async removeLanguages(languages: readonly string[]): Promise<number> {
    if (languages.length === 0) return 0;
    const targetLanguages = this.project.targetLanguages.filter((language) => !languages.includes(language));
    await this.changeSettings({ targetLanguages });
    await this.languageMeta.removeLanguages(languages);
    await this.fileTemplates.removeLanguages(languages);
    await this.concernNamespaces(NAMESPACES_OF_LANGUAGES, [this.project.id, languages]);
    return this.translations.removeLanguages(languages);
  }

  /**
   * Puts back target languages in their order, without their texts.
   *
   * @throws TooManyLanguagesError
   */
  async setTargetLanguages(targetLanguages: string[]): Promise<void> {
    if (targetLanguages.join() === this.project.targetLanguages.join()) return;
    this.assertTargetLanguages(targetLanguages);
    await this.changeSettings({ targetLanguages });
  }

  /**
   * Checks that the project can have these target languages.
   *
   * @throws TooManyLanguagesError
   */
  assertTargetLanguages(targetLanguages: readonly string[]): void {
    if (targetLanguages.length + 1 > MAX_LANGUAGES) throw new TooManyLanguagesError();
  }

  /** Records the namespaces of keys of which only texts change. */
  async concernKeys(ids: readonly string[]): Promise<void> {
    await this.concernNamespaces(NAMESPACES_OF_KEYS, [this.project.id, uuidArray(ids)]);
  }

  /** @param statement selects the column `namespace` */
  private async concernNamespaces(statement: string, values: unknown[]): Promise<void> {
    const rows = await this.tx.rows<{ namespace: string }>(statement, values);
    for (const { namespace } of rows) this.changes.namespaces.add(namespace);
  }

  private async changeSettings(change: Partial<SettingsState>): Promise<void> {
    const before = settingsOf(this.project);
    const after = { ...before, ...change };
    const values = [after.name, after.targetLanguages, after.protectReviewed, after.memory, after.styleNote];
    await this.tx.rows(SET_SETTINGS, [this.project.id, this.nextRevision, ...values]);
    Object.assign(this.project, after);
    this.changes.record({ settings: { before, after } });
  }

  /** A write of keys that only set states is a review. */
  private get actionDone(): ChangeAction {
    const isOfKeys = this.action === 'key.update' || this.action === 'batch';
    return isOfKeys && this.changes.areOnlyStates ? 'review' : this.action;
  }

  /** Records the change before the COMMIT, so that it can be read. Nothing is written after it. */
  async recordChange(): Promise<void> {
    if (this.changes.isEmpty) return;
    await this.tx.rows(...recordStatement(this.actionDone, this));
    this.isRecorded = true;
  }

  /** Adds the change, the new revision and the number of keys to the COMMIT if the write changed anything. */
  endTransaction(): void {
    if (this.changes.isEmpty || this.isRecorded) return;
    this.tx.endWith(...recordStatement(this.actionDone, this));
  }
}

const NAMESPACES_OF_LANGUAGES = `SELECT DISTINCT k.namespace FROM translations t
  JOIN keys k ON k.project_id = $1 AND k.id = t.key_id WHERE t.project_id = $1 AND t.language = ANY ($2)`;

const NAMESPACES_OF_KEYS = `SELECT DISTINCT k.namespace FROM unnest($2::uuid[]) AS f (id)
  ${lookUp(keyById('f.id', 'namespace'), 'k')}`;

const SET_SETTINGS = prepared(`
  WITH retired AS (
    INSERT INTO projects_history (since, until, project_id, name, target_languages, protect_reviewed, memory, style_note)
    SELECT settings_since, $2, id, name, target_languages, protect_reviewed, memory, style_note
    FROM projects WHERE id = $1 AND settings_since < $2)
  UPDATE projects SET name = $3, target_languages = $4, protect_reviewed = $5, memory = $6, style_note = $7,
    settings_since = $2 WHERE id = $1`);
