import { DEFAULT_STATE, stateOfNumber, stateToNumber, type TranslationState } from '../../common/translation-state';
import { compactMeta, type Meta, metaItems, metaObject, metaPairs, metaText, type MetaValue } from '../model/meta';
import type { StateSupport } from '../model/state-support';

/** The attribute `state` of a `<target>` (XLIFF 1.2, §2.3); a user-defined one (`x-…`) has no meaning here. */
const STATES_1: ReadonlyMap<string, TranslationState> = new Map([
  ['new', 'draft'],
  ['needs-translation', 'draft'],
  ['needs-adaptation', 'draft'],
  ['needs-l10n', 'draft'],
  ['needs-review-translation', 'draft'],
  ['needs-review-adaptation', 'draft'],
  ['needs-review-l10n', 'draft'],
  ['translated', 'translated'],
  ['signed-off', 'reviewed'],
  ['final', 'reviewed'],
]);

/** The states that an export writes. */
const WRITTEN_1 = { draft: 'needs-review-translation', translated: 'translated', reviewed: 'final' } as const;

/** XLIFF 1.2: the state of the target; without one, an approved unit is reviewed. */
export const xliffStates: StateSupport = {
  highest: 'reviewed',
  read(meta): TranslationState | undefined {
    const state = STATES_1.get(findState(metaPairs(meta?.attributes)) ?? '');
    if (metaText(meta?.approved) === 'yes') return state === 'draft' ? 'draft' : 'reviewed';
    return state;
  },
  write(meta, state): Meta | undefined {
    const pairs = metaPairs(meta?.attributes);
    const others = pairs.filter(([name]) => name !== 'state' && name !== 'state-qualifier');
    const isTold = state !== 'translated' || findState(pairs) !== undefined;
    const attributes = isTold ? [['state', WRITTEN_1[state]], ...others] : others;
    return compactMeta({ ...meta, approved: state === 'reviewed' ? 'yes' : undefined, attributes });
  },
};

/** Returns the attribute `state` of a translation; the usual one for a translation without it. */
export const stateAttribute = (meta: Meta | undefined): string =>
  findState(metaPairs(meta?.attributes)) ?? WRITTEN_1[xliffStates.read(meta) ?? DEFAULT_STATE];

const findState = (pairs: readonly (readonly [string, string])[]): string | undefined =>
  pairs.find(([name]) => name === 'state')?.[1];

/** The attribute `state` of a `<segment>` (XLIFF 2.1, §4.3.1.31). */
const STATES_2: ReadonlyMap<string, TranslationState> = new Map([
  ['initial', 'draft'],
  ['translated', 'translated'],
  ['reviewed', 'reviewed'],
  ['final', 'reviewed'],
]);

const WRITTEN_2 = { draft: 'initial', translated: 'translated', reviewed: 'reviewed' } as const;

/** XLIFF 2: the lowest state of the segments of a unit. */
export const xliff2States: StateSupport = {
  highest: 'reviewed',
  read(meta): TranslationState | undefined {
    const segments = metaItems(meta?.segments).map(metaObject);
    // A single segment without a stored state is translated; one that had none has the state "".
    if (segments.length === 0) return STATES_2.get(metaText(meta?.state) ?? 'translated');
    const states = segments.flatMap(({ state }) => STATES_2.get(findState(metaPairs(state)) ?? '') ?? []);
    return states.length === 0 ? undefined : stateOfNumber(Math.min(...states.map(stateToNumber)));
  },
  write(meta, state, keyMeta): Meta | undefined {
    if (meta?.segments === undefined) return compactMeta({ ...meta, state: WRITTEN_2[state], subState: undefined });
    const sources = metaItems(keyMeta?.segments).map(metaObject);
    const pieces = metaItems(meta.segments).map((piece, index): MetaValue => {
      const isSegment = sources[index]?.ignorable !== true;
      return { ...metaObject(piece), state: isSegment ? [['state', WRITTEN_2[state]]] : [] };
    });
    return { ...meta, segments: pieces };
  },
};
