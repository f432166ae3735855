import fc from 'fast-check';
import { SCOPES } from '../common/access/scope';
import { createWarnings } from '../language-files';
import { DetailsPage, FIRST_PAGE } from './details-page';
import { ImportPlan } from './import-plan';
import { ImportRights } from './import-rights';
import { ImportedKeys } from './reading/packed/imported-keys';
import { TranslationUnits } from './reading/packed/translation-units';
import type { UnitAction } from './unit-action';
import type { UnitState } from './unit-effect';

const ACTIONS: readonly UnitAction[] = ['set', 'fill', 'clear', 'name'];
const KEY_ID = '019a9f3e-6d1c-7a52-8f0e-3b5a1c9d7e42';

const planOf = (
  texts: readonly (string | null)[],
  actions: readonly UnitAction[],
  keyOf = (index: number) => index,
) => {
  const [keys, units] = [new ImportedKeys(), new TranslationUnits()];
  for (const [i, text] of texts.entries()) {
    keys.push({ name: `k${i}` });
    units.push({ key: keyOf(i), language: `de-x-${i}`, text, fromSource: false });
  }
  const file = {
    keys,
    units,
    languageMetas: new Map(),
    format: 'json',
    metaId: 'json',
    keptFiles: [],
    isArchive: false,
    files: [],
    languages: [],
    warnings: createWarnings(),
  };
  const plan = new ImportPlan(file, new DetailsPage(FIRST_PAGE, { details: true, detailsOf: 'all' }), RULES);
  const add = (state: UnitState): void => {
    const action = actions[state.unit];
    if (action) plan.add({ index: state.unit, unit: units.at(state.unit), action }, state);
  };
  return { plan, add };
};
const RULES = {
  keepsReviewed: false,
  rights: new ImportRights({ scopes: new Set(SCOPES), languages: null }, false),
};
const state = (unit: number, of: Partial<UnitState> = {}): UnitState => ({
  unit,
  keyId: KEY_ID,
  hasText: false,
  same: false,
  sameMeta: true,
  state: null,
  isOtherState: false,
  ...of,
});

describe('ImportPlan', () => {
  it.each<[UnitAction, Partial<UnitState>, object]>([
    ['set', {}, { imported: 1, updated: 0, skipped: 0 }],
    ['set', { hasText: true }, { imported: 0, updated: 1, skipped: 0 }],
    ['set', { hasText: true, same: true }, { imported: 0, updated: 0, skipped: 1 }],
    ['fill', {}, { imported: 1, updated: 0, skipped: 0 }],
    ['fill', { hasText: true }, { imported: 0, updated: 0, skipped: 1 }],
    ['clear', { hasText: true }, { imported: 0, updated: 1, skipped: 0 }],
    ['clear', {}, { imported: 0, updated: 0, skipped: 1 }],
    ['name', {}, { imported: 0, updated: 0, skipped: 1 }],
    ['name', { hasText: true }, { imported: 0, updated: 0, skipped: 1 }],
  ])('counts the action `%s` for the state %j', (action, of, counts) => {
    const { plan, add } = planOf(['x'], [action]);
    add(state(0, of));
    expect(plan).toMatchObject(counts);
  });

  it('counts units without a state as skipped', () => {
    expect(planOf(['x', 'y'], ['set', 'name']).plan.skipped).toBe(2);
  });

  it('creates a key once for all of its units', () => {
    const { plan, add } = planOf(['x', null, 'z'], ['set', 'name', 'fill'], () => 0);
    for (const unit of [0, 1, 2]) add(state(unit, { keyId: null }));
    const [key, ...others] = plan.newKeys([], 'en');
    expect([key?.name, others, plan.createdKeys]).toEqual(['k0', [], 1]);
    expect([...plan.texts('new')].map(({ keyId, language, text }) => [keyId, language, text])).toEqual([
      [key?.id, 'de-x-0', 'x'],
      [key?.id, 'de-x-2', 'z'],
    ]);
  });

  it('counts each unit once, and plans one write for each imported or updated unit', () => {
    const unit = fc.record({
      action: fc.constantFrom(...ACTIONS),
      hasText: fc.boolean(),
      same: fc.boolean(),
      sameMeta: fc.boolean(),
      isNew: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 30 }), (units) => {
        const { plan, add } = planOf(
          units.map(({ action }) => (action === 'clear' ? '' : 'x')),
          units.map(({ action }) => action),
        );
        for (const [index, { hasText, same, sameMeta, isNew }] of units.entries()) {
          add(isNew ? state(index, { keyId: null }) : state(index, { hasText, same: hasText && same, sameMeta }));
        }
        expect(plan.imported + plan.updated + plan.skipped).toBe(units.length);
        expect([...plan.texts('new')]).toHaveLength(plan.imported);
        expect([...plan.texts('changed'), ...units.flatMap((_, index) => [...plan.removedTexts(index)])]).toHaveLength(
          plan.updated,
        );
        expect([...plan.newKeys([], 'en')]).toHaveLength(units.filter(({ isNew }) => isNew).length);
        const outcomes = plan.details.units.map(({ outcome }) => outcome);
        expect(outcomes.filter((outcome) => outcome === 'imported')).toHaveLength(plan.imported);
        expect(outcomes.filter((outcome) => outcome === 'updated')).toHaveLength(plan.updated);
      }),
      { seed: 1 },
    );
  });
});
