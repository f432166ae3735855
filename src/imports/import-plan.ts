import { bulkId } from '../common/bulk-id';
import {
  addWarning,
  codecById,
  type MergedText,
  mergePlural,
  mergeText,
  type Plural,
  toIcuMessage,
  type Warning,
} from '../language-files';
import type { KeyState, TextState } from '../projects/write/project-changes';
import type { TextId, TextMeta } from '../projects/write/translation-store';
import type { DetailsPage } from './details-page';
import type { ImportedFile } from './reading/imported-file';
import type { TranslationUnit } from './reading/packed/translation-units';
import { type Candidate, type Effect, getEffect, reasonToSkip, toOutcome, type UnitState } from './unit-effect';
import { UuidList } from './uuid-list';

const EFFECTS: readonly (Effect | 'meta' | undefined)[] = [undefined, 'new', 'changed', 'cleared', 'unchanged', 'meta'];

/**
 * The changes of an import, which are all determined before the first is written. The plan is made under the project's lock, so
 * its counts are exact. A dry run is a plan that is not executed.
 *
 * A plan takes one byte for each unit and 17 bytes for each key. The rows to write are made from the file, one by one.
 */
export class ImportPlan {
  imported = 0;
  updated = 0;
  createdKeys = 0;
  /** The effect of each unit, as an index into `EFFECTS`. */
  private readonly effects: Uint8Array;
  private readonly keyIds: UuidList;
  /** 1 for each key that the import creates. */
  private readonly isNewKey: Uint8Array;
  /** Returns the text that the format writes for a plural that it cannot express; undefined for formats without plurals. */
  private readonly pluralText?: (plural: Plural, language: string) => string;

  /** @param details collects the outcomes of a page of units */
  constructor(
    private readonly file: ImportedFile,
    readonly details: DetailsPage,
  ) {
    this.effects = new Uint8Array(file.units.length);
    this.keyIds = new UuidList(file.keys.length);
    this.isNewKey = new Uint8Array(file.keys.length);
    const codec = codecById(file.metaId);
    if (codec?.plurals === 'native') this.pluralText = codec.pluralText?.bind(codec) ?? toIcuMessage;
  }

  /** Units that the import leaves alone; units without a state are among them. */
  get skipped(): number {
    return this.file.units.length - this.imported - this.updated;
  }

  /** Plans one unit. Each unit is added at most once, in the order of the file. */
  add({ index, unit, action }: Candidate, state: UnitState): void {
    this.identifyKey(unit.key, state.keyId);
    const merged = this.merge(unit, state);
    const effect = getEffect(action, state.hasText, merged.same);
    if (effect === 'new') this.imported++;
    if (effect === 'changed' || effect === 'cleared') this.updated++;
    if (effect === 'changed' && merged.warning) this.warn(merged.warning, unit);
    if ((effect === 'new' || effect === 'changed') && merged.text !== unit.text) {
      this.file.units.set(index, { ...unit, text: merged.text });
    }
    const changesMeta = effect === 'unchanged' && action === 'set' && !state.sameMeta;
    this.effects[index] = EFFECTS.indexOf(changesMeta ? 'meta' : effect);
    if (!this.details.includes(index)) return;
    const { before } = state;
    this.details.add(toOutcome(this.file, unit, effect ?? reasonToSkip(unit, action), { before, text: merged.text }));
  }

  /** Yields the keys to create, in the order of the file. */
  *newKeys(): Generator<KeyState> {
    for (const [index, isNew] of this.isNewKey.entries()) {
      if (isNew === 0) continue;
      const { name, description = null, meta } = this.file.keys.at(index);
      yield { id: this.keyIds.at(index), name, description, meta: this.wrapMeta(meta) };
    }
  }

  /** Yields the texts to insert, or those that replace others, in the order of the file. */
  *texts(effect: 'new' | 'changed'): Generator<TextState> {
    for (const { key, language, text, meta } of this.unitsWith(effect)) {
      yield { keyId: this.keyIds.at(key), language, text: text ?? '', meta: this.wrapMeta(meta) };
    }
  }

  /** Yields the texts to remove. */
  *removedTexts(): Generator<TextId> {
    for (const { key, language } of this.unitsWith('cleared')) yield { keyId: this.keyIds.at(key), language };
  }

  /** Yields the format's metadata of texts that do not change. */
  *metas(): Generator<TextMeta> {
    for (const { key, language, meta } of this.unitsWith('meta')) {
      yield { keyId: this.keyIds.at(key), language, meta: meta ?? null };
    }
  }

  /** Yields the names of the keys whose texts or metadata the import changes. */
  *changedNames(): Generator<string> {
    for (const [index, effect] of this.effects.entries()) {
      if (effect !== 0 && EFFECTS[effect] !== 'unchanged') yield this.file.keys.name(this.file.units.at(index).key);
    }
  }

  private *unitsWith(effect: Effect | 'meta'): Generator<TranslationUnit> {
    const code = EFFECTS.indexOf(effect);
    for (let index = this.effects.indexOf(code); index >= 0; index = this.effects.indexOf(code, index + 1)) {
      yield this.file.units.at(index);
    }
  }

  /** Merges the file's text with the project's, which may contain plural forms that the file cannot express. */
  private merge(
    { text, plural, language }: TranslationUnit,
    state: UnitState,
  ): Omit<MergedText, 'text'> & Pick<TranslationUnit, 'text'> {
    if (state.same || text === null) return { text, same: state.same };
    if (plural) return mergePlural(text, state, plural);
    const { pluralText } = this;
    return mergeText(text, state.current, pluralText && ((current) => pluralText(current, language)));
  }

  private warn(warning: Pick<Warning, 'code' | 'detail'>, { key, language }: TranslationUnit): void {
    addWarning(this.file.warnings, { ...warning, key: this.file.keys.name(key), language });
  }

  /** @param id null for a key that the project does not have */
  private identifyKey(index: number, id: string | null): void {
    if (id !== null) return this.keyIds.set(index, id);
    if (this.isNewKey[index] === 1) return;
    this.isNewKey[index] = 1;
    this.createdKeys++;
    this.keyIds.set(index, bulkId());
  }

  /** Returns the value of a `meta` column, in which each format has a member. */
  private wrapMeta(meta: string | undefined): string | null {
    return meta === undefined ? null : `{${JSON.stringify(this.file.metaId)}:${meta}}`;
  }
}
