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
import { MAX_DETAILS, type Reason, type UnitOutcome } from './import-result';
import type { ImportedFile, TranslationUnit } from './reading/imported-file';
import type { UnitAction } from './unit-action';

/** The project's state of a translation unit of the file. */
export interface UnitState {
  /** Index of the unit in the file. */
  unit: number;
  /** Null: the project does not have the key. */
  keyId: string | null;
  /** The project has a text for the unit. */
  hasText: boolean;
  /** The project's text is equal to the file's. */
  same: boolean;
  /** The format's metadata of the text is equal to the file's. */
  sameMeta: boolean;
  /** The project's text, if it or the file's text may be a plural. */
  current?: string | null;
  /** The project's source text, if the file's text is a plural. */
  sourceText?: string | null;
}

/**
 * The changes of an import, which are all determined before the first is written. The plan is made under the project's lock, so
 * its counts are exact. A dry run is a plan that is not executed.
 */
export class ImportPlan {
  imported = 0;
  updated = 0;
  readonly newKeys: KeyState[] = [];
  readonly insertedTexts: TextState[] = [];
  readonly replacedTexts: TextState[] = [];
  readonly removedTexts: TextId[] = [];
  /** The format's metadata of texts that do not change. */
  readonly metas: TextMeta[] = [];
  /** The outcomes of the first 1,000 units, in the order of the file. */
  readonly details: UnitOutcome[] = [];
  private readonly newKeyIds = new Map<number, string>();
  /** Returns the text that the format writes for a plural that it cannot express; undefined for formats without plurals. */
  private readonly pluralText?: (plural: Plural, language: string) => string;

  constructor(
    private readonly file: ImportedFile,
    private readonly actions: readonly UnitAction[],
  ) {
    const codec = codecById(file.metaId);
    if (codec?.plurals === 'native') this.pluralText = codec.pluralText?.bind(codec) ?? toIcuMessage;
  }

  /** Units that the import leaves alone; units without a state are among them. */
  get skipped(): number {
    return this.file.units.length - this.imported - this.updated;
  }

  /** Plans one unit. Each unit is added at most once, in the order of the file. */
  add(state: UnitState): void {
    const unit = this.file.units[state.unit];
    const action = this.actions[state.unit];
    if (!unit || !action) throw new Error(`the file has no unit ${state.unit}`);
    const keyId = state.keyId ?? this.addKey(unit.key);
    const merged = this.merge(unit, state);
    const effect = getEffect(action, state.hasText, merged.same);
    this.apply(effect, { ...unit, text: merged.text }, keyId);
    if (effect === 'changed' && merged.warning) this.warn(merged.warning, unit);
    if (effect === 'unchanged' && action === 'set' && !state.sameMeta) {
      this.metas.push({ keyId, language: unit.language, meta: unit.meta ?? null });
    }
    if (state.unit < MAX_DETAILS) this.details.push(toOutcome(this.file, unit, effect ?? reasonToSkip(unit, action)));
  }

  private apply(effect: Effect | undefined, { language, text, meta }: TranslationUnit, keyId: string): void {
    if (effect === 'new') {
      this.imported++;
      this.insertedTexts.push({ keyId, language, text: text ?? '', meta: this.wrapMeta(meta) });
    } else if (effect === 'changed') {
      this.updated++;
      this.replacedTexts.push({ keyId, language, text: text ?? '', meta: this.wrapMeta(meta) });
    } else if (effect === 'cleared') {
      this.updated++;
      this.removedTexts.push({ keyId, language });
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
    addWarning(this.file.warnings, { ...warning, key: this.file.keys[key]?.name, language });
  }

  /** @returns the id of the new key */
  private addKey(index: number): string {
    const existing = this.newKeyIds.get(index);
    if (existing !== undefined) return existing;
    const key = this.file.keys[index];
    if (!key) throw new Error(`the file has no key ${index}`);
    const id = bulkId();
    this.newKeyIds.set(index, id);
    const { name, description = null, meta } = key;
    this.newKeys.push({ id, name, description, meta: this.wrapMeta(meta) });
    return id;
  }

  /** Returns the value of a `meta` column, in which each format has a member. */
  private wrapMeta(meta: string | undefined): string | null {
    return meta === undefined ? null : `{${JSON.stringify(this.file.metaId)}:${meta}}`;
  }
}

type Effect = 'new' | 'changed' | 'cleared' | 'unchanged';

/** @returns undefined if the action does not apply to the unit */
function getEffect(action: UnitAction, hasText: boolean, same: boolean): Effect | undefined {
  if (action === 'clear') return hasText ? 'cleared' : undefined;
  if (action === 'name') return undefined;
  if (!hasText) return 'new';
  if (same) return 'unchanged';
  return action === 'set' ? 'changed' : undefined;
}

function reasonToSkip({ text }: TranslationUnit, action: UnitAction): Reason {
  if (text === null) return 'null';
  return action === 'fill' ? 'kept' : 'empty';
}

function toOutcome({ keys }: ImportedFile, { key, language }: TranslationUnit, reason: Reason): UnitOutcome {
  const outcome = reason === 'new' ? 'imported' : reason === 'changed' || reason === 'cleared' ? 'updated' : 'skipped';
  return { key: keys[key]?.name ?? '', language, outcome, reason };
}
