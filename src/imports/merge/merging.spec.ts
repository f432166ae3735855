import type { MergeBase } from './base';
import { Choices } from './choices';
import { type Conflict, idOfConflict } from './conflicts';
import { Merging } from './merging';

const LONG = 'x'.repeat(400_000);
const conflictOf = (name: string, file = LONG): Conflict => {
  return { name, language: 'de', reason: 'text', base: null, file, now: null };
};

/** Merges the conflicts, of which those with a name that begins with `settled` are settled. */
const merge = (conflicts: readonly Conflict[]) => {
  const settled = conflicts.filter(({ name }) => name.startsWith('settled'));
  const choices = new Choices({ takeFile: settled.map(idOfConflict) });
  const merging = new Merging({} as MergeBase, 'refuse', choices);
  for (const conflict of conflicts) merging.keepsNow(conflict);
  const { listed, ...counts } = merging.conflicts;
  return { ...counts, names: listed.map(({ name }) => name) };
};

describe('Merging', () => {
  it('lists open conflicts before the settled ones', () => {
    const { names, ...counts } = merge([conflictOf('settled', 'A'), conflictOf('open', 'A')]);
    expect([names, counts]).toEqual([['open', 'settled'], { count: 2, openCount: 1 }]);
  });

  it('lists no settled conflict if open ones are too long for the list', () => {
    const conflicts = ['open1', 'open2', 'open3'].map((name) => conflictOf(name));
    expect(merge([conflictOf('settled', 'A'), ...conflicts])).toEqual({
      names: ['open1', 'open2'],
      count: 4,
      openCount: 3,
    });
  });

  it('lists settled conflicts as far as open ones leave room', () => {
    const conflicts = ['settled1', 'settled2', 'open'].map((name) => conflictOf(name));
    expect(merge(conflicts)).toEqual({ names: ['open', 'settled1'], count: 3, openCount: 1 });
  });
});
