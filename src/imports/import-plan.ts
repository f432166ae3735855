import { bulkId } from '../common/bulk-id';
import { DEFAULT_STATE, stateOfNumber, stateToNumber } from '../common/translation-state';
import { UuidList } from '../database/uuid-list';
import {
  addWarning,
  codecById,
  digestOf,
  type FormatCodec,
  type MergedText,
  mergePlural,
  mergeText,
  toWrittenText,
  type Warning,
} from '../language-files';
import type { KeyState, TextState } from '../project-write/project-changes';
import type { KeyOfSource } from '../project-write/stores/key-store';
import type { StateOfText, TextId, TextMeta } from '../project-write/stores/translation-store';
import { ORIGIN, originOf } from '../project-write/stores/description-origin';
import { PATH } from '../project-write/stores/nested-path';
import { ADDED_AS, ADDED_BY_NAME } from '../project-write/stores/target-origin';
import type { DetailsPage } from './details-page';
import { CountsByFile } from './file-counts';
import { type ImportRights, type Refusal, Refusals } from './import-rights';
import type { UnitOutcome } from './import-result';
import type { Conflict, ConflictReason } from './merge/conflicts';
import { type Merge, mergeOf } from './merge/merge-rule';
import type { Merging } from './merge/merging';
import type { ImportedKey } from './reading/packed/imported-keys';
import type { ImportedFile } from './reading/imported-file';
import type { TranslationUnit } from './reading/packed/translation-units';
import { TextsOfFile } from './removed-texts';
import { type Candidate, type Effect, getEffect, reasonToSkip, toOutcome, type UnitState } from './unit-effect';

const REVIEWED = stateToNumber('reviewed');

const FIRST_SOURCE_DETAIL =
  'files of other languages brought the key with another source text, which they keep until the source text changes';

const EFFECTS: readonly (Effect | 'meta' | undefined)[] = [undefined, 'new', 'changed', 'cleared', 'unchanged', 'meta'];

/** A text that the project has after an import. */
export interface WrittenText {
  /** Index of the translation unit in the file. */
  index: number;
  /** Index of the key in the file. */
  key: number;
  keyId: string;
  language: string;
  text: string;
}

/** A key of a file that the project has. */
export interface OtherKey {
  /** In the file. */
  index: number;
  key: ImportedKey;
}

/** The settings that an import changes of a text which stays the same. */
export type TextSettings = TextId & Partial<Pick<TextMeta, 'meta'> & Pick<StateOfText, 'state'>>;

/** The rules for texts that the caller may not be allowed to change. */
export interface TextRules {
  /** Texts with the state `reviewed` stay as they are. */
  keepsReviewed: boolean;
  rights: ImportRights;
}

/**
 * The changes of an import, which are all determined before the first is written. The plan is made under the project's lock, so
 * its counts are exact. A dry run is a plan that is not executed.
 *
 * A plan takes two bytes for each unit and 18 bytes for each key. The rows to write are made from the file, one by one.
 */
export class ImportPlan {
  imported = 0;
  updated = 0;
  createdKeys = 0;
  /** The counts of each file, if the import has several. */
  readonly byFile: CountsByFile;
  /** Of the changes that the caller may not make, without a base. */
  readonly refusals = new Refusals();
  /** The effect of each unit, as an index into `EFFECTS`. */
  private readonly effects: Uint8Array;
  /** The number of the state that each text gets, plus 1; 0 for a text that keeps its state. */
  private readonly newStates: Uint8Array;
  private readonly keyIds: UuidList;
  /** 1 for each key that the import creates. */
  private readonly isNewKey: Uint8Array;
  /** 1 for each key whose description is the one of the file after the import. */
  private readonly isDescribed: Uint8Array;
  private readonly removed: TextsOfFile;
  private readonly codec: FormatCodec | undefined;
  /**
   * The keys that only files of other languages had, by their indexes, with the digests of source texts that are the first ones of a file
   * of the source language.
   */
  private readonly namedKeys = new Map<number, number | undefined>();

  /**
   * @param details collects the outcomes of a page of units
   * @param merging of an import with a base
   * @param revived the keys that were deleted since the base and of which the file's version is taken: all of their texts are taken
   */
  constructor(
    private readonly file: ImportedFile,
    readonly details: DetailsPage,
    private readonly rules: TextRules,
    private readonly merging?: Merging,
    private readonly revived?: Pick<ImportPlan, 'isNew'>,
  ) {
    this.byFile = new CountsByFile(file.files, file.units.length, merging !== undefined);
    this.effects = new Uint8Array(file.units.length);
    this.newStates = new Uint8Array(file.units.length);
    this.keyIds = new UuidList(file.keys.length);
    this.isNewKey = new Uint8Array(file.keys.length);
    this.isDescribed = new Uint8Array(file.keys.length);
    this.removed = new TextsOfFile(file.keys.length);
    this.codec = codecById(file.metaId);
  }

  /** Units that the import leaves alone; units without a state are among them. */
  get skipped(): number {
    return this.file.units.length - this.imported - this.updated;
  }

  /** Plans one unit. Each unit is added at most once, in the order of the file. */
  add(candidate: Candidate, state: UnitState): void {
    const { index, unit, action } = candidate;
    const merged = this.merge(unit, state);
    const wanted = this.withReview(getEffect(action, state.hasText, merged.same), state);
    let result = this.resultOf(candidate, state, merged.same);
    let isOurs = result === 'ours';
    const refusal = isOurs ? undefined : this.refusalOf(unit, wanted, state);
    if (refusal !== undefined && !this.merging) this.refuse(refusal, unit);
    else if (refusal !== undefined || result === 'conflict') {
      isOurs = this.keepsOurs(refusal ?? 'text', candidate, state);
      result = 'conflict';
    }
    const isTaken = !isOurs && (!state.wasKey || wanted === 'new');
    // A key that was deleted since the base stays deleted, unless a text of the file is taken.
    if (isTaken || state.keyId !== null) this.identifyKey(unit.key, state.keyId);
    const effect = isOurs ? undefined : wanted;
    const setsState = this.planState(candidate, effect, state);
    this.count(index, effect);
    if (effect === 'changed' && merged.warning) this.warn(merged.warning, unit);
    if (typeof state.addedAs === 'number') this.nameBySource(unit, merged.text, effect, state);
    if ((effect === 'new' || effect === 'changed') && merged.text !== unit.text) {
      this.file.units.set(index, { ...unit, text: merged.text });
    }
    // Changes that only the project has made since the base stay.
    const isMetaOfBase = this.merging !== undefined && state.hadText === true && state.isMetaOfBase === true;
    const changesMeta =
      effect === 'unchanged' &&
      action === 'set' &&
      !state.sameMeta &&
      !isMetaOfBase &&
      this.rules.rights.canWriteIn(unit.language);
    this.effects[index] = EFFECTS.indexOf(changesMeta ? 'meta' : effect);
    if (effect === 'cleared') this.removed.add(unit.key, unit.language);
    if (!this.details.includes(index)) return;
    const { before } = state;
    const isKept = isOurs || (effect === undefined && state.state === REVIEWED && action === 'set');
    const reason =
      setsState && effect === 'unchanged' ? 'state' : (effect ?? reasonToSkip(unit, isKept ? 'fill' : action));
    this.details.add(index, toOutcome(this.file, unit, reason, { before, text: merged.text, merge: result }));
  }

  private count(index: number, effect: Effect | undefined): void {
    if (effect === 'new') this.imported++;
    else if (effect === 'changed' || effect === 'cleared') this.updated++;
    else return;
    this.byFile.add(index, effect === 'new' ? 'imported' : 'updated');
  }

  /** Plans that a key is one of the source language. A text in the place of one that files of other languages have is no newer one. */
  private nameBySource(
    unit: TranslationUnit,
    text: string | null,
    effect: Effect | undefined,
    { addedAs, digest }: UnitState,
  ): void {
    const isFirst = effect === 'changed' && addedAs !== 0 && (digest === null || digest === addedAs);
    this.namedKeys.set(unit.key, isFirst ? digestOf(text ?? undefined) : undefined);
    if (isFirst && digest !== null) this.warn({ code: 'source_differs', detail: FIRST_SOURCE_DETAIL }, unit);
  }

  /** Returns a key of the file that only files of other languages had; undefined for other keys. */
  namedBySource(index: number): KeyOfSource | undefined {
    return this.namedKeys.has(index)
      ? { id: this.keyIds.at(index), firstSource: this.namedKeys.get(index) }
      : undefined;
  }

  /** Returns undefined for the change of a reviewed text that is kept. */
  private withReview(effect: Effect | undefined, { state }: UnitState): Effect | undefined {
    const isKept = this.rules.keepsReviewed && state === REVIEWED && (effect === 'changed' || effect === 'cleared');
    return isKept ? undefined : effect;
  }

  private refuse(reason: Refusal, { key, language }: TranslationUnit): void {
    this.refusals.add(reason, language, () => this.file.keys.name(key));
  }

  /** Returns why the caller may not make the change of a unit. */
  private refusalOf(
    { language }: TranslationUnit,
    effect: Effect | undefined,
    { keyId, state }: UnitState,
  ): Refusal | undefined {
    const { rights } = this.rules;
    const refusal = keyId === null ? rights.againstNewKey() : undefined;
    if (refusal !== undefined || effect === undefined || effect === 'unchanged') return refusal;
    return rights.againstText({ language, state });
  }

  /** Returns the result of the merge of a unit; undefined without a base, or if the file has no text of its own. */
  private resultOf({ unit, action }: Candidate, state: UnitState, isFileNow: boolean): Merge | undefined {
    if (!this.merging) return undefined;
    const { keyId, wasKey = false, hasText, hadText = false, isNowBase = false } = state;
    const isRevived = keyId === null && wasKey && this.revived?.isNew(unit.key) === true;
    if (action === 'name' || action === 'fill') {
      const isDeleted = (keyId === null && wasKey) || (action === 'fill' && !hasText && hadText);
      return isDeleted && !isRevived ? 'ours' : undefined;
    }
    const merge = mergeOf({
      isFileNow: action === 'clear' ? !hasText : hasText && isFileNow,
      isFileBase: action === 'clear' ? !hadText : hadText && this.isBase(unit, state),
      isNowBase,
    });
    return merge === 'ours' && isRevived ? 'theirs' : merge;
  }

  private isBase(unit: TranslationUnit, { isFileBase = false, base = null, ...state }: UnitState): boolean {
    return isFileBase || (base !== null && this.merge(unit, { ...state, same: false, current: base }).same);
  }

  /** Adds a conflict. @returns whether the project's side stays */
  private keepsOurs(reason: ConflictReason, { index, unit, action }: Candidate, state: UnitState): boolean {
    this.byFile.addConflict(index);
    const nameOfState = (number: number | null | undefined): string | null =>
      number == null ? null : stateOfNumber(number);
    const versions: Pick<Conflict, 'base' | 'file' | 'now'> =
      reason === 'state'
        ? { base: nameOfState(state.stateAtBase), file: unit.state ?? null, now: nameOfState(state.state) }
        : { base: state.base ?? null, file: action === 'clear' ? null : unit.text, now: state.current ?? null };
    const conflict = { name: this.file.keys.name(unit.key), language: unit.language, reason, ...versions };
    return this.merging?.keepsNow(conflict, state.state === REVIEWED) ?? false;
  }

  /** Plans the state of a text. @returns whether only the state changes */
  private planState(candidate: Candidate, effect: Effect | undefined, unitState: UnitState): boolean {
    const { index, unit, action, state: sent, changedState = DEFAULT_STATE } = candidate;
    const { state: current, isOtherState } = unitState;
    const isSet = effect === 'new' || effect === 'changed';
    if (!isSet && !(effect === 'unchanged' && action === 'set' && isOtherState)) return false;
    if (!isSet && this.merging) {
      // The option `state` is about the texts that are taken from the file.
      if (unit.state === undefined) return false;
      if (!unitState.isOtherThanBase) return false;
      if (current !== unitState.stateAtBase && this.keepsOurs('state', candidate, unitState)) return false;
    }
    if (!isSet && !this.rules.rights.canWriteIn(unit.language)) {
      if (this.merging) this.keepsOurs('language_not_allowed', candidate, unitState);
      else this.refuse('language_not_allowed', unit);
      return false;
    }
    let state = sent ?? changedState;
    if (state === 'reviewed' || (!isSet && current === REVIEWED)) {
      if (!isSet && current === REVIEWED && this.rules.keepsReviewed) return false;
      if (!this.rules.rights.canReview) {
        const detail = 'without the scope translations:review, the state reviewed is neither set nor taken away';
        this.warn({ code: 'review_not_allowed', detail }, unit);
        if (!isSet) return false;
        state = DEFAULT_STATE;
      }
    }
    this.newStates[index] = stateToNumber(state) + 1;
    return !isSet;
  }

  /** Yields the keys to create, in the order of the file. @param tags of all of them */
  *newKeys(tags: readonly string[], sourceLanguage: string): Generator<KeyState> {
    const { metaId } = this.file;
    const sourceOf = this.writtenIn(sourceLanguage);
    const names = this.keysWithNames();
    for (const [index, isNew] of this.isNewKey.entries()) {
      if (isNew === 0) continue;
      const {
        name,
        description = null,
        meta,
        maxLength,
        descriptionRule = 'fill',
        isOfSource,
        path,
      } = this.file.keys.at(index);
      const isFromSource = description !== null && descriptionRule !== 'fill';
      const addedAs = isOfSource ? undefined : digestOf(sourceOf(index));
      const members = [
        ...(meta === undefined ? [] : [`${JSON.stringify(metaId)}:${meta}`]),
        ...(isFromSource ? [`${JSON.stringify(ORIGIN)}:"${originOf(metaId, description)}"`] : []),
        ...(addedAs === undefined ? [] : [`${JSON.stringify(ADDED_AS)}:${addedAs}`]),
        ...(addedAs !== undefined && names[index] === 1 ? [`${JSON.stringify(ADDED_BY_NAME)}:true`] : []),
        ...(path === undefined ? [] : [`${JSON.stringify(PATH)}:${path}`]),
      ];
      const stored = members.length === 0 ? null : `{${members.join(',')}}`;
      yield { id: this.keyIds.at(index), name, description, meta: stored, tags, maxLength };
    }
  }

  /** Whether the import creates a key. @param index of the key in the file */
  isNew(index: number): boolean {
    return this.isNewKey[index] === 1;
  }

  /** Yields the keys of the file that are not created. */
  *otherKeys(): Generator<OtherKey> {
    for (let index = 0; index < this.isNewKey.length; index++)
      if (!this.isNew(index)) yield { index, key: this.file.keys.at(index) };
  }

  /** Records that a key gets the description of the file, by its index. */
  describe(index: number): void {
    this.isDescribed[index] = 1;
  }

  /** Returns whether a key has the description of the file after the import because it is new, or was described. */
  hasDescription(index: number): boolean {
    return this.isNew(index) || this.isDescribed[index] === 1;
  }

  /** Returns 1 for each key, by its index, whose source in the file is the name of the text. */
  private keysWithNames(): Uint8Array {
    const names = new Uint8Array(this.file.keys.length);
    for (const { claims } of this.file.keptFiles) {
      for (const [place, key] of claims.keys.entries()) if (claims.names[place] === 1) names[key] = 1;
    }
    return names;
  }

  /** Yields the texts to insert, or the texts that replace others, in the order of the file. */
  *texts(effect: 'new' | 'changed'): Generator<TextState> {
    for (const [index, { key, language, text, meta }] of this.unitsWith(effect)) {
      const state = stateOfNumber((this.newStates[index] ?? 0) - 1);
      yield { keyId: this.keyIds.at(key), language, text: text ?? '', meta: this.wrapMeta(meta), state };
    }
  }

  /** Yields the texts that are new or changed, in the order of the file. @param isWanted selects them by their indexes */
  *writtenTexts(isWanted: (index: number) => boolean): Generator<WrittenText> {
    for (const index of this.effects.keys()) if (this.isWritten(index) && isWanted(index)) yield this.textAt(index);
  }

  /** Yields the texts of the file that the project has after the import, in its order. @param isWanted selects them by their indexes */
  *presentTexts(isWanted: (index: number) => boolean): Generator<WrittenText> {
    for (const index of this.effects.keys()) if (this.isPresent(index) && isWanted(index)) yield this.textAt(index);
  }

  textAt(index: number): WrittenText {
    const { key, language, text } = this.file.units.at(index);
    return { index, key, keyId: this.keyIds.at(key), language, text: text ?? '' };
  }

  /** Returns the outcome of a text that the project has after the import. @param former the project's text before; null: none */
  outcomeAt(index: number, former: string | null): UnitOutcome {
    const unit = this.file.units.at(index);
    const reason =
      former === null ? 'new' : this.isWritten(index) ? 'changed' : this.isOtherState(index) ? 'state' : 'unchanged';
    return toOutcome(this.file, unit, reason, { before: former, text: unit.text });
  }

  /** Returns a function that finds the new or changed text of a key, by its index, in a language. */
  writtenIn(language: string): (key: number) => string | undefined {
    const units = new Int32Array(this.file.keys.length).fill(-1);
    for (const [index, key] of this.file.units.inLanguage(language)) if (this.isWritten(index)) units[key] = index;
    return (key) => {
      const index = units[key] ?? -1;
      return index < 0 ? undefined : (this.file.units.at(index).text ?? '');
    };
  }

  private isWritten(index: number): boolean {
    const effect = EFFECTS[this.effects[index] ?? 0];
    return effect === 'new' || effect === 'changed';
  }

  private isPresent(index: number): boolean {
    const effect = EFFECTS[this.effects[index] ?? 0];
    return effect !== undefined && effect !== 'cleared';
  }

  private isOtherState(index: number): boolean {
    return (this.newStates[index] ?? 0) !== 0;
  }

  /** Plans that a key loses a text that the file does not have. @param index of the key in the file */
  removeText(index: number, { keyId, language }: TextId): void {
    this.keyIds.set(index, keyId);
    this.removed.add(index, language);
  }

  /** Whether a key loses its text in a language. @param index of the key in the file */
  removesText(index: number, language: string): boolean {
    return this.removed.has(index, language);
  }

  /** Yields the texts that a key loses. @param index of the key in the file */
  *removedTexts(index: number): Generator<TextId> {
    for (const language of this.removed.languagesOf(index)) yield { keyId: this.keyIds.at(index), language };
  }

  /** @param index of the key in the file */
  removedTextCount(index: number): number {
    return [...this.removed.languagesOf(index)].length;
  }

  /** Yields the metadata of the format and the states that texts get which do not change. */
  *settings(): Generator<TextSettings> {
    for (const [index, effect] of this.effects.entries()) {
      const changesMeta = EFFECTS[effect] === 'meta';
      const number = this.isWritten(index) ? 0 : (this.newStates[index] ?? 0);
      if (!changesMeta && number === 0) continue;
      const { key, language, meta = null } = this.file.units.at(index);
      const state = number === 0 ? undefined : stateOfNumber(number - 1);
      yield { keyId: this.keyIds.at(key), language, ...(changesMeta && { meta }), state };
    }
  }

  /** Yields the names of the keys whose texts, states or metadata the import changes. */
  *changedNames(): Generator<string> {
    for (const [index, effect] of this.effects.entries()) {
      const isChange = (effect !== 0 && EFFECTS[effect] !== 'unchanged') || this.newStates[index] !== 0;
      if (isChange) yield this.file.keys.name(this.file.units.at(index).key);
    }
  }

  private *unitsWith(effect: Effect): Generator<[index: number, unit: TranslationUnit]> {
    const code = EFFECTS.indexOf(effect);
    for (let index = this.effects.indexOf(code); index >= 0; index = this.effects.indexOf(code, index + 1)) {
      yield [index, this.file.units.at(index)];
    }
  }

  /** Merges the file's text with the project's, which may contain plural forms that the file cannot express. */
  private merge(
    { text, plural, language }: TranslationUnit,
    state: UnitState,
  ): Omit<MergedText, 'text'> & Pick<TranslationUnit, 'text'> {
    if (state.same || text === null) return { text, same: state.same };
    if (plural) return mergePlural(text, state, plural);
    const { codec } = this;
    return mergeText(text, state.current, {
      isNative: codec?.plurals === 'native',
      written: (current) => (codec ? toWrittenText(current, codec, language) : current),
    });
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
