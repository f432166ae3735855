import { getAction, type Rules, type UnitAction } from './unit-action';

const actionFor = (
  text: string | null,
  rules: { conflict?: 'overwrite' | 'keep'; empty?: Rules['empty'] } = {},
  unit: { language?: string; fromSource?: boolean } = {},
): UnitAction =>
  getAction(
    { key: 0, language: 'de', text, fromSource: false, ...unit },
    { conflict: 'overwrite', empty: 'auto', ...rules },
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
    ['name', 'an empty text of a target language', ['']],
    ['name', 'an empty text with empty=skip', ['', { empty: 'skip' }]],
    ['set', 'an empty source text', ['', {}, { language: 'en' }]],
    ['fill', 'an empty source text with conflict=keep', ['', { conflict: 'keep' }, { language: 'en' }]],
    ['name', 'an empty source text with empty=skip', ['', { empty: 'skip' }, { language: 'en' }]],
    ['name', 'the empty source text of a bilingual file', ['', {}, { language: 'en', fromSource: true }]],
    ['set', 'an empty text with empty=keep', ['', { empty: 'keep' }]],
    ['fill', 'an empty text with empty=keep and conflict=keep', ['', { empty: 'keep', conflict: 'keep' }]],
    ['clear', 'an empty text with empty=clear', ['', { empty: 'clear' }]],
    ['name', 'an empty text with empty=clear and conflict=keep', ['', { empty: 'clear', conflict: 'keep' }]],
    ['name', 'an empty source text with empty=clear', ['', { empty: 'clear' }, { language: 'en' }]],
    [
      'name',
      'the empty source text of a bilingual file with empty=clear',
      ['', { empty: 'clear' }, { fromSource: true }],
    ],
    ['set', 'a text with empty=clear', ['x', { empty: 'clear' }]],
  ])('returns `%s` for %s', (expected, _, given) => {
    expect(actionFor(...given)).toBe(expected);
  });
});
