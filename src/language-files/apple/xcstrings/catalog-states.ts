import type { TranslationState } from '../../../common/translation-state';
import { compactMeta, type Meta, metaObject, metaText } from '../../model/meta';
import { PLURAL_CATEGORIES } from '../../model/plural';
import type { StateSupport } from '../../model/state-support';

/** Xcode's states of a string unit: `new`, `needs_review`, `stale` and `translated`; none means a finished review. */
export const catalogStates: StateSupport = {
  highest: 'translated',
  read(meta): TranslationState | undefined {
    if (meta?.verbatim !== undefined) return undefined;
    const states = [meta?.state, ...Object.values(metaObject(meta?.states))].flatMap((state) => metaText(state) ?? []);
    return states.some((state) => state !== 'translated') ? 'draft' : 'translated';
  },
  write(meta, state): Meta | undefined {
    // Variations by device have a state each, and are kept as they are.
    if (meta?.verbatim !== undefined) return meta;
    if (state !== 'draft') return compactMeta({ ...meta, state: undefined, states: undefined });
    const states = Object.fromEntries(PLURAL_CATEGORIES.map((category) => [category, NEEDS_REVIEW]));
    return { ...meta, state: NEEDS_REVIEW, states };
  },
};

const NEEDS_REVIEW = 'needs_review';
