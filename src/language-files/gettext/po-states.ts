import type { Meta } from '../model/meta';
import type { StateSupport } from '../model/state-support';
import { readTranslationMeta, toTranslationMeta } from './po-meta';

/** A fuzzy message needs work (GNU gettext manual, "Fuzzy Entries"); gettext has no sign of a review. */
export const poStates: StateSupport = {
  highest: 'translated',
  read: (meta) => (readTranslationMeta(meta).fuzzy ? 'draft' : 'translated'),
  write(meta, state): Meta {
    const fuzzy = state === 'draft';
    const { comments, previous } = readTranslationMeta(meta);
    // The previous msgid explains why a message is fuzzy.
    return toTranslationMeta({ fuzzy, comments, previous: fuzzy ? previous : {} });
  },
};
