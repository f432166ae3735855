import { requireScopes } from '../common/access/reach';
import { MAX_LISTED_ERRORS } from '../common/errors/domain-error';
import { stateToNumber } from '../common/translation-state';
import { uuidArray } from '../database/array-parameter';
import { chunksOf } from '../database/chunks';
import { readPages } from '../database/row-pages';
import { KeyStore } from '../project-write/stores/key-store';
import type { ProjectWrite } from '../project-write/project-write';
import type { ReversalTarget } from '../project-write/stores/reversal-target';
import type { EarlierText, TextId } from '../project-write/stores/translation-store';
import { type Conflict, NO_COUNTS, type PublicCounts } from './change';
import { KeyReversals } from './key-reversals';
import {
  LANGUAGES_OF_KEYS,
  KEY_NAMES,
  type KeyRow,
  selectKeys,
  selectLanguagesInUse,
  selectTexts,
  type TextRow,
} from './reversal-statements';
import { findSettings, type SettingsReversal } from './settings-reversal';

/** The number of conflicts that are listed. */
const MAX_CONFLICTS = 1_000;

const REVIEWED = stateToNumber('reviewed');

/** Returns a project to an earlier state, wholly or as far as one of its changes goes. */
export class Reversal {
  /** The first conflicts that were found. */
  private readonly found: Omit<Conflict, 'name'>[] = [];

  private constructor(
    private readonly write: ProjectWrite,
    private readonly target: ReversalTarget,
    private readonly settings: SettingsReversal,
    private readonly keys: KeyReversals,
  ) {
    if (settings.isTextChanged) this.addConflict(null, null);
    for (const language of settings.languagesInUse) this.addConflict(null, language);
    for (const reversal of ['kept', 'conflict'] as const)
      for (const id of keys.idsOf(reversal)) this.addConflict(id, null);
  }

  /** Reads the keys and texts that differ from the target. */
  static async plan(write: ProjectWrite, target: ReversalTarget): Promise<Reversal> {
    const { tx, project } = write;
    const values = [project.id, ...(target.keyId === undefined ? [] : [target.keyId])];
    const keys = await KeyReversals.of(
      readPages<KeyRow>(tx, selectKeys(target), values, Infinity),
      target.only === undefined,
    );
    const settings = await findSettings(write, target);
    const { addedLanguages } = settings;
    if (addedLanguages.length > 0) {
      const keepLanguages = async (statement: string, ...more: unknown[]): Promise<void> => {
        const rows = await tx.rows<{ language: string }>(statement, [project.id, addedLanguages, ...more]);
        settings.keepLanguages(rows.map(({ language }) => language));
      };
      await keepLanguages(selectLanguagesInUse(target));
      for (const ids of chunksOf(keys.idsOf('kept'))) await keepLanguages(LANGUAGES_OF_KEYS, uuidArray(ids));
    }
    return new Reversal(write, target, settings, keys);
  }

  /**
   * Finds the texts that are in conflict. @returns what `execute` will change
   *
   * @throws MissingScopeError if the caller cannot change keys, languages or states in this way
   * @throws TooManyLanguagesError
   */
  async rehearse(): Promise<PublicCounts> {
    this.assertAllowed();
    const counts = {
      ...NO_COUNTS,
      keysCreated: this.keys.count('revived'),
      keysDeleted: this.keys.count('deleted'),
      keysChanged: this.keys.count('changed'),
    };
    for await (const page of this.textPages()) {
      counts.textsRemoved += page.filter((row) => row.currentState !== null && this.isOfDeletedKey(row)).length;
      const rows = this.withoutConflicts(page);
      await this.assertRights(rows);
      for (const { place, isOtherText, restoredState, currentState, hasOtherMeta } of rows) {
        if (place === null) counts.textsRemoved++;
        else if (isOtherText) counts.textsSet++;
        else if (restoredState !== currentState || !hasOtherMeta) counts.statesSet++;
      }
    }
    return counts;
  }

  /** @returns the first conflicts that were found, with the names of their keys */
  async conflicts(): Promise<Conflict[]> {
    return this.named(this.found);
  }

  /**
   * Writes all that is not in conflict.
   *
   * @throws MissingScopeError if the caller cannot change keys, languages or states in this way
   * @throws TooManyLanguagesError
   */
  async execute(): Promise<void> {
    const { write, target, settings, keys } = this;
    this.assertAllowed();
    // The rows are as before the first write: a cursor does not see what its transaction writes after it was declared.
    const pages = this.textPages();
    let page = await pages.next();
    await settings.execute(write);
    if (target.keyId === undefined)
      for (const store of [write.languageMeta, write.fileLayouts, write.fileTemplates]) await store.revert(target);
    const store = new KeyStore(write);
    for (const ids of chunksOf(keys.idsOf('deleted'))) await store.delete(ids);
    await store.revert({ [Symbol.iterator]: () => keys.idsOf('changed') }, target);
    await store.revive(keys.idsOf('revived'), target.to);
    for (; !page.done; page = await pages.next()) await this.writeTexts(this.withoutConflicts(page.value));
  }

  private assertAllowed(): void {
    const { principal } = this.write;
    const { keys } = this;
    if (keys.count('deleted') > 0) requireScopes(principal, 'keys:delete');
    if (keys.count('changed') + keys.count('revived') > 0) requireScopes(principal, 'keys:write');
    if (this.settings.isChange) requireScopes(principal, 'projects:write');
    this.write.rights.assertLanguages(this.settings.changedLanguages);
    this.settings.assertRoom(this.write);
  }

  private textPages(): AsyncGenerator<TextRow[]> {
    const { tx, project, nextRevision } = this.write;
    const { only, keyId } = this.target;
    const values = [project.id, project.sourceLanguage, ...(only === undefined ? [] : [nextRevision])];
    if (keyId !== undefined) values.push(keyId);
    return readPages<TextRow>(tx, selectTexts(this.target), values, Infinity);
  }

  /** Returns the texts that can be put back, without the texts that are deleted with their keys. */
  private withoutConflicts(rows: readonly TextRow[]): TextRow[] {
    return rows.filter((row) => {
      const { keyId, language, place, restoredState, currentState } = row;
      const key = this.keys.of(keyId);
      // A key that was made by the change, and was changed or used by others, keeps all of its texts.
      if (key === 'deleted' || (key === 'kept' && place === null)) return false;
      const hasPlace = place === null || ((row.hasKey || key === 'revived') && this.settings.has(language));
      if (row.isUnchangedSince && hasPlace) return true;
      if (row.isOtherText || currentState !== restoredState) this.addConflict(keyId, language);
      return false;
    });
  }

  private isOfDeletedKey({ keyId }: TextRow): boolean {
    return this.keys.of(keyId) === 'deleted';
  }

  private async writeTexts(rows: readonly TextRow[]): Promise<void> {
    await this.assertRights(rows);
    const [removed, replaced, inserted]: [TextId[], EarlierText[], EarlierText[]] = [[], [], []];
    for (const { keyId, language, place, leftPlace, textRevision, currentState } of rows) {
      if (place === null) removed.push({ keyId, language });
      else (currentState === null ? inserted : replaced).push({ place, leftPlace, textRevision });
    }
    const { translations } = this.write;
    await this.write.concernKeys([...new Set(rows.map(({ keyId }) => keyId))]);
    await translations.remove(removed);
    await translations.revert(replaced);
    await translations.revive(inserted);
  }

  private async assertRights(rows: readonly TextRow[]): Promise<void> {
    const { rights } = this.write;
    rights.assertLanguages(rows.map(({ language }) => language));
    const reviews = rights.canReview ? [] : rows.filter((row) => this.isReview(row));
    if (reviews.length === 0) return;
    const texts = await this.named(reviews.slice(0, MAX_LISTED_ERRORS));
    rights.assertReview(texts.map(({ name, language }) => ({ key: name ?? '', language })));
  }

  /** Adds the names of keys; the first of them are returned, up to 4 MiB together. */
  private async named<Of extends { keyId: string | null }>(
    found: readonly Of[],
  ): Promise<(Of & { name: string | null })[]> {
    const { tx, project } = this.write;
    const names = await tx.rows<{ name: string | null }>(KEY_NAMES, [project.id, found.map(({ keyId }) => keyId)]);
    return found.slice(0, names.length).map((each, index) => ({ ...each, name: names[index]?.name ?? null }));
  }

  /** Whether a text becomes or ceases to be reviewed, or is reviewed and protected. */
  private isReview({ restoredState, currentState, isOtherText }: TextRow): boolean {
    if (currentState === REVIEWED) {
      if (isOtherText && this.write.project.protectReviewed) return true;
      if (!isOtherText && restoredState !== REVIEWED) return true;
    }
    return restoredState === REVIEWED && (isOtherText || currentState !== REVIEWED);
  }

  private addConflict(keyId: string | null, language: string | null): void {
    if (this.found.length < MAX_CONFLICTS) this.found.push({ keyId, language });
  }
}
