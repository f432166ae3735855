import { bulkId } from '../common/bulk-id';
import type { NewKey, TextRow } from '../keys/key-store';
import { MAX_DETAILS, type Reason, type UnitOutcome } from './import-result';
import {
  addWarning,
  codecById,
  toIcuMessage,
  type Plural,
  mergePlural,
  type MergedText,
  mergeText,
  type Warning,
} from '../language-files';
import type { UnitAction } from './unit-action';
import type { ImportedFile, TranslationUnit } from './reading/imported-file';

/** What the project holds for a pair of the file that needs a look; pairs without one are as the file says. */
export interface UnitState {
  /** Index of the pair. */
  unit: number;
  /** Null: the project does not have the key. */
  keyId: string | null;
  /** The pair has a text. */
  had: boolean;
  /** The text is that of the file. */
  same: boolean;
  /** What the format keeps of the text is that of the file. */
  sameMeta: boolean;
  /** The text that is there, if it may be a plural or the pair is one. */
  current?: string | null;
  /** Of a pair that was a plural without ICU. */
  sourceText?: string | null;
}

/**
 * What an import does, all of it, decided before anything is written; made under the project's lock, so that its counts
 * are exact. A dry run is this plan, not carried out.
 */
export class ImportPlan {
  imported = 0;
  updated = 0;
  readonly newKeys: NewKey[] = [];
  readonly texts: TextRow[] = [];
  readonly cleared: { keyId: string; language: string }[] = [];
  /** Texts that stay, with what the format keeps of them now. */
  readonly metas: { keyId: string; language: string; meta: string | null }[] = [];
  /** What happened to the first pairs, in the order of the file. */
  readonly details: UnitOutcome[] = [];
  private readonly newIds = new Map<number, string>();
  /** What a plural is in such a file where it cannot be one. */
  private readonly pluralText?: (plural: Plural, language: string) => string;

  constructor(
    private readonly file: ImportedFile,
    private readonly actions: readonly UnitAction[],
  ) {
    const codec = codecById(file.metaId);
    if (codec?.plurals === 'native') this.pluralText = codec.pluralText?.bind(codec) ?? toIcuMessage;
  }

  get skipped(): number {
    return this.file.units.length - this.imported - this.updated;
  }

  /** @param state of each pair at most once, in the order of the file */
  add(state: UnitState): void {
    const unit = this.file.units[state.unit];
    const action = this.actions[state.unit];
    if (!unit || !action) throw new Error(`there is no pair ${state.unit}`);
    const keyId = state.keyId ?? this.idOfNewKey(unit.key);
    const { text, same, warning } = this.inTermsOfProject(unit, state);
    const effect = effectOf(action, { had: state.had, same });
    if (effect === 'new') this.imported++;
    if (effect === 'changed' || effect === 'cleared') this.updated++;
    if (effect === 'new' || effect === 'changed') this.setText(keyId, { ...unit, text });
    if (effect === 'changed' && warning) this.warn(warning, unit);
    if (effect === 'cleared') this.cleared.push({ keyId, language: unit.language });
    if (effect === 'unchanged' && action === 'set' && !state.sameMeta) {
      this.metas.push({ keyId, language: unit.language, meta: unit.meta ?? null });
    }
    if (state.unit < MAX_DETAILS) this.details.push(detailOf(this.file, unit, effect ?? reasonToSkip(unit, action)));
  }

  private inTermsOfProject(
    { text, plural, language }: TranslationUnit,
    state: UnitState,
  ): Omit<MergedText, 'text'> & Pick<TranslationUnit, 'text'> {
    if (state.same || text === null) return { text, same: state.same };
    if (plural) return mergePlural(text, state, plural);
    const { pluralText } = this;
    return mergeText(text, state.current, pluralText && ((known) => pluralText(known, language)));
  }

  private warn(warning: Pick<Warning, 'code' | 'detail'>, { key, language }: TranslationUnit): void {
    addWarning(this.file.warnings, { ...warning, key: this.file.keys[key]?.name, language });
  }

  private setText(keyId: string, { language, text, meta }: TranslationUnit): void {
    this.texts.push({ keyId, language, text: text ?? '', meta: meta === undefined ? null : this.stored(meta) });
  }

  private idOfNewKey(index: number): string {
    const known = this.newIds.get(index);
    if (known !== undefined) return known;
    const key = this.file.keys[index];
    if (!key) throw new Error(`there is no key ${index}`);
    const id = bulkId();
    this.newIds.set(index, id);
    const { name, description, meta } = key;
    this.newKeys.push({
      id,
      name,
      description: description ?? null,
      meta: meta === undefined ? null : this.stored(meta),
    });
    return id;
  }

  /** Each format has a member of its own. */
  private stored(meta: string): string {
    return `{${JSON.stringify(this.file.metaId)}:${meta}}`;
  }
}

type Effect = 'new' | 'changed' | 'cleared' | 'unchanged';

function effectOf(action: UnitAction, { had, same }: Pick<UnitState, 'had' | 'same'>): Effect | undefined {
  if (action === 'clear') return had ? 'cleared' : undefined;
  if (action === 'name') return undefined;
  if (!had) return 'new';
  if (same) return 'unchanged';
  return action === 'set' ? 'changed' : undefined;
}

/** An empty text that would be cleared, or set, but was not there to be cleared or is kept from replacing one. */
function reasonToSkip({ text }: TranslationUnit, action: UnitAction): Reason {
  if (text === null) return 'null';
  return action === 'fill' ? 'kept' : 'empty';
}

function detailOf({ keys }: ImportedFile, { key, language }: TranslationUnit, reason: Reason): UnitOutcome {
  const outcome = reason === 'new' ? 'imported' : reason === 'changed' || reason === 'cleared' ? 'updated' : 'skipped';
  return { key: keys[key]?.name ?? '', language, outcome, reason };
}
