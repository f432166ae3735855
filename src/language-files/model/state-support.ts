import { DEFAULT_STATE, stateToNumber, type TranslationState } from '../../common/translation-state';
import type { EntryToWrite } from './entry';
import type { Meta } from './meta';

/**
 * The states of a format, as the metadata of its texts tells them. A format has finer states than a project (`needs-l10n`,
 * `signed-off`); one of them comes back as long as the state that it stands for is not changed.
 */
export interface StateSupport {
  /** The highest state that the format tells from the others. A text in a higher state is written as one in this state. */
  readonly highest: TranslationState;
  /** Returns the state that the metadata of a text tells; undefined if it tells none. */
  read(meta: Meta | undefined): TranslationState | undefined;
  /**
   * Returns metadata that tells another state than the given one does.
   *
   * @param keyMeta of the same entry
   */
  write(meta: Meta | undefined, state: TranslationState, keyMeta: Meta | undefined): Meta | undefined;
}

/** Returns the state as a format tells it. */
export const stateInFormat = (state: TranslationState, { highest }: StateSupport): TranslationState =>
  stateToNumber(state) > stateToNumber(highest) ? highest : state;

/** Returns an entry whose metadata tells its states. */
export function withStates(entry: EntryToWrite, support: StateSupport): EntryToWrite {
  const { state, states, meta, metas, keyMeta } = entry;
  const written = { ...entry };
  if (state !== undefined) written.meta = metaWith(state, meta, keyMeta, support);
  if (states) {
    const told = new Map(metas);
    for (const [language, other] of states) {
      const metaOfText = metaWith(other, told.get(language), keyMeta, support);
      if (metaOfText) told.set(language, metaOfText);
      else told.delete(language);
    }
    written.metas = told;
  }
  return written;
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
