import fc from 'fast-check';
import { ImportPlan, type UnitState } from './import-plan';
import type { UnitAction } from './unit-action';
import type { TranslationUnit } from './reading/imported-file';
import { createWarnings } from '../language-files';

const ACTIONS: readonly UnitAction[] = ['set', 'fill', 'clear', 'name'];
const KEY_ID = '019a9f3e-6d1c-7a52-8f0e-3b5a1c9d7e42';

const planOf = (
  texts: readonly (string | null)[],
  actions: readonly UnitAction[],
  keyOf = (index: number) => index,
) => {
  const units = texts.map((text, i): TranslationUnit => ({
    key: keyOf(i),
    language: `de-x-${i}`,
    text,
    fromSource: false,
  }));
  const keys = texts.map((_, i) => ({ name: `k${i}` }));
  return new ImportPlan({ keys, units, languageMetas: new Map(), metaId: 'json', warnings: createWarnings() }, actions);
};
const state = (unit: number, of: Partial<UnitState> = {}): UnitState => ({
  unit,
  keyId: KEY_ID,
  hasText: false,
  same: false,
  sameMeta: true,
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
    const plan = planOf(['x'], [action]);
    plan.add(state(0, of));
    expect(plan).toMatchObject(counts);
  });

  it('counts units without a state as skipped', () => {
    expect(planOf(['x', 'y'], ['set', 'name']).skipped).toBe(2);
  });

  it('creates a key once for all of its units', () => {
    const plan = planOf(['x', null, 'z'], ['set', 'name', 'fill'], () => 0);
    for (const unit of [0, 1, 2]) plan.add(state(unit, { keyId: null }));
    expect(plan.newKeys.map(({ name }) => name)).toEqual(['k0']);
    expect(plan.insertedTexts.map(({ keyId, language, text }) => [keyId, language, text])).toEqual([
      [plan.newKeys[0]?.id, 'de-x-0', 'x'],
      [plan.newKeys[0]?.id, 'de-x-2', 'z'],
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
        const plan = planOf(
          units.map(({ action }) => (action === 'clear' ? '' : 'x')),
          units.map(({ action }) => action),
        );
        for (const [index, { hasText, same, sameMeta, isNew }] of units.entries()) {
          plan.add(isNew ? state(index, { keyId: null }) : state(index, { hasText, same: hasText && same, sameMeta }));
        }
        expect(plan.imported + plan.updated + plan.skipped).toBe(units.length);
        expect(plan.insertedTexts).toHaveLength(plan.imported);
        expect(plan.replacedTexts.length + plan.removedTexts.length).toBe(plan.updated);
        expect(plan.newKeys).toHaveLength(units.filter(({ isNew }) => isNew).length);
        const outcomes = plan.details.map(({ outcome }) => outcome);
        expect(outcomes.filter((outcome) => outcome === 'imported')).toHaveLength(plan.imported);
        expect(outcomes.filter((outcome) => outcome === 'updated')).toHaveLength(plan.updated);
      }),
      { seed: 1 },
    );
  });
});
