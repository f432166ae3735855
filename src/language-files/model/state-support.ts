import { DEFAULT_STATE, stateToNumber, type TranslationState } from '../../common/translation-state';
import type { EntryToWrite } from './entry';
import { isSameMeta, type Meta } from './meta';

/**
 * The states of a format, as the metadata of its texts has them. A format has finer states than a project
 * (`needs-l10n`, `signed-off`); one of them comes back as long as the state that it stands for is not changed.
 */
export interface StateSupport {
  /** The highest state that the format distinguishes. A text in a higher state is written as one in this state. */
  readonly highest: TranslationState;
  /** Returns the state in the metadata of a text; undefined if it has none. */
  read(meta: Meta | undefined): TranslationState | undefined;
  /**
   * Returns metadata with another state than the given metadata.
   *
   * @param keyMeta of the same entry
   */
  write(meta: Meta | undefined, state: TranslationState, keyMeta: Meta | undefined): Meta | undefined;
}

/** Returns the state as a format has it. */
export const stateInFormat = (state: TranslationState, { highest }: StateSupport): TranslationState =>
  stateToNumber(state) > stateToNumber(highest) ? highest : state;

/** Returns an entry whose metadata has its states. */
export function withStates(entry: EntryToWrite, support: StateSupport): EntryToWrite {
  const { state, states, meta, metas, keyMeta } = entry;
  const written = { ...entry };
  if (state !== undefined) written.meta = metaWith(state, meta, keyMeta, support);
  if (states) {
    const withStates = new Map(metas);
    for (const [language, other] of states) {
      const metaOfText = metaWith(other, withStates.get(language), keyMeta, support);
      if (metaOfText) withStates.set(language, metaOfText);
      else withStates.delete(language);
    }
    written.metas = withStates;
  }
  return written;
}

/**
 * Returns whether metadata says only the state that other metadata has in words of its own, for instance after an edit
 * that was taken back.
 */
export function saysStateOf(
  meta: Meta | undefined,
  other: Meta | undefined,
  support: StateSupport,
  keyMeta?: Meta,
): boolean {
  const state = support.read(other) ?? DEFAULT_STATE;
  return isSameMeta(meta ?? {}, metaWith(state, undefined, keyMeta, support) ?? {});
}

function metaWith(
  state: TranslationState,
  meta: Meta | undefined,
  keyMeta: Meta | undefined,
  support: StateSupport,
): Meta | undefined {
  const wanted = stateInFormat(state, support);
  return (support.read(meta) ?? DEFAULT_STATE) === wanted ? meta : support.write(meta, wanted, keyMeta);
}
