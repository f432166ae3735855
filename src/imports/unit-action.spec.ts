import { getAction, type UnitAction } from './unit-action';

const action = (
  text: string | null,
  rules: { conflict?: 'overwrite' | 'keep'; empty?: 'skip' | 'keep' | 'clear' } = {},
  unit: { language?: string; fromSource?: boolean } = {},
): UnitAction =>
  getAction(
    { key: 0, language: 'de', text, fromSource: false, ...unit },
    { conflict: 'overwrite', empty: 'skip', ...rules },
    'en',
  );

describe('what a pair of a file may do', () => {
  it.each<[string, UnitAction, Parameters<typeof action>]>([
    ['a text sets', 'set', ['x']],
    ['a text of white space sets', 'set', [' ']],
    ['with conflict=keep a text fills', 'fill', ['x', { conflict: 'keep' }]],
    ['the source text of a bilingual file fills', 'fill', ['x', {}, { language: 'en', fromSource: true }]],
    ['null only names its key', 'name', [null, { empty: 'clear' }]],
    ['null is no empty text to keep', 'name', [null, { empty: 'keep' }]],
    ['an empty text only names its key', 'name', ['']],
    ['an empty text is set with empty=keep', 'set', ['', { empty: 'keep' }]],
    ['an empty text fills with empty=keep and conflict=keep', 'fill', ['', { empty: 'keep', conflict: 'keep' }]],
    ['an empty text clears with empty=clear', 'clear', ['', { empty: 'clear' }]],
    ['but not with conflict=keep', 'name', ['', { empty: 'clear', conflict: 'keep' }]],
    ['nor a source text', 'name', ['', { empty: 'clear' }, { language: 'en' }]],
    ['nor from the source side of a bilingual file', 'name', ['', { empty: 'clear' }, { fromSource: true }]],
    ['a text sets with empty=clear, too', 'set', ['x', { empty: 'clear' }]],
  ])('%s', (_, expected, given) => {
    expect(action(...given)).toBe(expected);
  });
});
