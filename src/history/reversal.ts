import { requireScopes } from '../common/access/principal';
import { stateOfNumber, stateToNumber } from '../common/translation-state';
import { readPages } from '../database/row-pages';
import { KeyStore } from '../keys/key-store';
import type { ProjectWrite } from '../projects/write/project-write';
import type { ReversalTarget } from '../projects/write/reversal-target';
import type { EarlierText, TextId } from '../projects/write/translation-store';
import { type Conflict, NO_COUNTS, type PublicCounts } from './change';
import { KeyReversals } from './key-reversals';
import { type KeyRow, SELECT_NAMES, selectInUse, selectKeys, selectTexts, type TextRow } from './reversal-statements';
import { findSettings, type SettingsReversal } from './settings-reversal';

/** The number of conflicts that are listed. */
export const MAX_CONFLICTS = 1_000;

const REVIEWED = stateToNumber('reviewed');

/** Returns a project to an earlier state, wholly or as far as one of its changes goes. */
export class Reversal {
  private readonly found: Omit<Conflict, 'name'>[] = [];

  private constructor(
    private readonly write: ProjectWrite,
    private readonly target: ReversalTarget,
    private readonly settings: SettingsReversal,
    private readonly keys: KeyReversals,
  ) {
    if (settings.isNameChanged) this.addConflict(null, null);
    for (const language of settings.languagesInUse) this.addConflict(null, language);
    for (const id of keys.conflicts) this.addConflict(id, null);
  }

  /** Reads what is not as it was. */
  static async plan(write: ProjectWrite, target: ReversalTarget): Promise<Reversal> {
    const { tx, project } = write;
    const ofKey = target.keyId === undefined ? [] : [target.keyId];
    const rows = await tx.rows<KeyRow>(selectKeys(target), [project.id, ...ofKey]);
    const created = rows.filter(({ wantedName }) => wantedName === null).map(({ id }) => id);
    const settings = await findSettings(write, target);
    const inUse = await tx.rows<{ keyId: string | null; language: string | null }>(selectInUse(target), [
      project.id,
      created,
      settings.addedLanguages,
      ...ofKey,
    ]);
    settings.keepLanguages(inUse.map(({ language }) => language));
    const keysInUse = new Set(inUse.map(({ keyId }) => keyId ?? ''));
    return new Reversal(write, target, settings, new KeyReversals(rows, keysInUse, target.only === undefined));
  }

  /**
   * Finds the texts that are in conflict. @returns what `execute` will change
   *
   * @throws MissingScopeError if the caller cannot change keys, languages or states in this way
   */
  async rehearse(): Promise<PublicCounts> {
    this.assertScopes();
    const { deleted, revived, changed } = this.keys;
    const counts = {
      ...NO_COUNTS,
      keysCreated: revived.size,
      keysDeleted: deleted.size,
      keysChanged: changed.size,
    };
    for await (const page of this.textPages()) {
      counts.textsRemoved += page.filter(({ keyId, currentText }) => deleted.has(keyId) && currentText !== null).length;
      const rows = this.withoutConflicts(page);
      this.assertReview(rows);
      for (const { wantedText, currentText, wantedState, currentState, hasOtherMeta } of rows) {
        if (wantedText === null) counts.textsRemoved++;
        else if (wantedText !== currentText) counts.textsSet++;
        else if (wantedState !== currentState || !hasOtherMeta) counts.statesSet++;
      }
    }
    return counts;
  }

  /** @returns the first conflicts that were found, with the names of their keys */
  async conflicts(): Promise<Conflict[]> {
    const listed = this.found.slice(0, MAX_CONFLICTS);
    const ids = [...new Set(listed.map(({ keyId }) => keyId).filter((id) => id !== null))];
    const { tx, project } = this.write;
    const rows = await tx.rows<{ id: string; name: string }>(SELECT_NAMES, [project.id, ids]);
    const names = new Map(rows.map(({ id, name }) => [id, name]));
    return listed.map((conflict) => ({ ...conflict, name: names.get(conflict.keyId ?? '') ?? null }));
  }

  /**
   * Writes all that is not in conflict.
   *
   * @throws MissingScopeError if the caller cannot change keys, languages or states in this way
   */
  async execute(): Promise<void> {
    const { write, target, settings, keys } = this;
    this.assertScopes();
    // The rows are those before the first write: a cursor does not see what its transaction writes after it was declared.
    const pages = this.textPages();
    let page = await pages.next();
    await settings.execute(write);
    if (target.keyId === undefined)
      for (const store of [write.languageMeta, write.fileLayouts, write.fileTemplates]) await store.revert(target);
    const store = new KeyStore(write);
    await store.delete([...keys.deleted]);
    await store.revert(keys.changed, target.to);
    await store.revive(keys.revived, target.to);
    for (; !page.done; page = await pages.next()) await this.writeTexts(this.withoutConflicts(page.value));
  }

  private assertScopes(): void {
    const { principal } = this.write;
    if (this.keys.deleted.size > 0) requireScopes(principal, 'keys:delete');
    if (this.keys.changed.size + this.keys.revived.size > 0) requireScopes(principal, 'keys:write');
    if (this.settings.isChange) requireScopes(principal, 'projects:write');
  }

  private textPages(): AsyncGenerator<TextRow[]> {
    const { tx, project, nextRevision } = this.write;
    const { only, keyId } = this.target;
    const values = [project.id, project.sourceLanguage, ...(only === undefined ? [] : [nextRevision])];
    if (keyId !== undefined) values.push(keyId);
    return readPages<TextRow>(tx, selectTexts(this.target), values, Infinity);
  }

  /** Returns the texts that can be put back, without those that are deleted with their keys. */
  private withoutConflicts(rows: readonly TextRow[]): TextRow[] {
    const { keys, settings, target } = this;
    return rows.filter(({ keyId, language, ...row }) => {
      if (keys.deleted.has(keyId)) return false;
      // A key that was made by the change, and is in use by others, keeps all of its texts.
      if (row.wantedText === null && keys.conflicts.has(keyId)) return false;
      const isAsMade =
        target.only === undefined || (row.currentText === row.madeText && row.currentState === row.madeState);
      const hasPlace = row.wantedText === null || ((row.hasKey || keys.revived.has(keyId)) && settings.has(language));
      if (isAsMade && hasPlace) return true;
      if (row.currentText !== row.wantedText || row.currentState !== row.wantedState) this.addConflict(keyId, language);
      return false;
    });
  }

  private async writeTexts(rows: readonly TextRow[]): Promise<void> {
    this.assertReview(rows);
    const [removed, replaced, inserted]: [TextId[], EarlierText[], EarlierText[]] = [[], [], []];
    for (const { keyId, language, wantedText: text, wantedMeta: meta, currentText, ...row } of rows) {
      if (text === null) {
        removed.push({ keyId, language });
        continue;
      }
      const state = stateOfNumber(row.wantedState ?? undefined);
      const wanted = { keyId, language, text, meta, state, textRevision: row.wantedRevision };
      (currentText === null ? inserted : replaced).push(wanted);
    }
    const { translations, changes, tx, project } = this.write;
    const ids = [...new Set(rows.map(({ keyId }) => keyId))];
    const names = await tx.rows<{ name: string }>(SELECT_NAMES, [project.id, ids]);
    changes.concernNames(names.map(({ name }) => name));
    await translations.remove(removed);
    await translations.replaceAsWas(replaced);
    await translations.insertAsWas(inserted);
  }

  private assertReview(rows: readonly TextRow[]): void {
    if (rows.some((row) => this.isReview(row))) requireScopes(this.write.principal, 'translations:review');
  }

  /** Whether a text becomes or ceases to be reviewed, or is reviewed and protected. */
  private isReview({ wantedText, wantedState, currentText, currentState }: TextRow): boolean {
    const isOtherText = wantedText !== currentText;
    if (currentState === REVIEWED) {
      if (isOtherText && this.write.project.protectReviewed) return true;
      if (!isOtherText && wantedState !== REVIEWED) return true;
    }
    return wantedState === REVIEWED && (isOtherText || currentState !== REVIEWED);
  }

  private addConflict(keyId: string | null, language: string | null): void {
    this.found.push({ keyId, language });
  }
}
