import { getAction, type UnitAction } from './unit-action';

const actionFor = (
  text: string | null,
  rules: { conflict?: 'overwrite' | 'keep'; empty?: 'skip' | 'keep' | 'clear' } = {},
  unit: { language?: string; fromSource?: boolean } = {},
): UnitAction =>
  getAction(
    { key: 0, language: 'de', text, fromSource: false, ...unit },
    { conflict: 'overwrite', empty: 'skip', ...rules },
    'en',
  );

describe('getAction', () => {
  it.each<[UnitAction, string, Parameters<typeof actionFor>]>([
    ['set', 'a text', ['x']],
    ['set', 'a text of white space', [' ']],
    ['fill', 'a text with conflict=keep', ['x', { conflict: 'keep' }]],
    ['fill', 'the source text of a bilingual file', ['x', {}, { language: 'en', fromSource: true }]],
    ['name', 'null with empty=clear', [null, { empty: 'clear' }]],
    ['name', 'null with empty=keep', [null, { empty: 'keep' }]],
    ['name', 'an empty text', ['']],
    ['set', 'an empty text with empty=keep', ['', { empty: 'keep' }]],
    ['fill', 'an empty text with empty=keep and conflict=keep', ['', { empty: 'keep', conflict: 'keep' }]],
    ['clear', 'an empty text with empty=clear', ['', { empty: 'clear' }]],
    ['name', 'an empty text with empty=clear and conflict=keep', ['', { empty: 'clear', conflict: 'keep' }]],
    ['name', 'an empty source text with empty=clear', ['', { empty: 'clear' }, { language: 'en' }]],
    ['name', 'an empty source text of a bilingual file', ['', { empty: 'clear' }, { fromSource: true }]],
    ['set', 'a text with empty=clear', ['x', { empty: 'clear' }]],
  ])('returns `%s` for %s', (expected, _, given) => {
    expect(actionFor(...given)).toBe(expected);
  });
});
