import { compactMeta, type Meta, metaText } from '../model/meta';
import type { StateSupport } from '../model/state-support';

/** A translation with `type="unfinished"` needs work; Qt Linguist has no sign of a review. */
export const qtStates: StateSupport = {
  highest: 'translated',
  read: (meta) => (metaText(meta?.type) === 'unfinished' ? 'draft' : 'translated'),
  write(meta, state): Meta | undefined {
    if (state === 'draft') return { ...meta, type: 'unfinished' };
    // The old source text explains why a message is unfinished.
    return compactMeta({ ...meta, type: undefined, oldsource: undefined, oldcomment: undefined });
  },
};
