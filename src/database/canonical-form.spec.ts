import { mayHaveOtherForm, mayHaveManyMarks } from './canonical-form';

/** A mark of the lowest class of marks, and one of the highest, behind and before which others are sorted. */
const [FIRST_MARK, LAST_MARK] = ['\u0334', '\u0345'];

/** Whether the canonical order of marks concerns a character. */
function isSorted(character: string): boolean {
  if (!/\p{M}/u.test(character)) return false;
  const [before, after] = [character + FIRST_MARK, LAST_MARK + character];
  return before.normalize('NFD').startsWith(FIRST_MARK) || !after.normalize('NFD').startsWith(LAST_MARK);
}

describe('mayHaveOtherForm', () => {
  it('knows each character that has another normal form, is composed with the one before, or is sorted', () => {
    const unknown = new Set<string>();
    for (let code = 0x80; code <= 0x10_ffff; code++) {
      const character = String.fromCodePoint(code);
      if (!character.isWellFormed()) continue;
      const changes = character.normalize('NFC') !== character || isSorted(character);
      const parts = changes ? [character] : [...character.normalize('NFD')].slice(1);
      for (const part of parts) if (!mayHaveOtherForm(part)) unknown.add(part);
    }
    expect([...unknown]).toEqual([]);
  });

  it.each(['Open', 'Öffnen', 'Открыть файл', 'Ανοίγω', 'ファイルを開く', '打开', '열기', 'Tiếng Việt', '🙂'])(
    'is false for %s, which has only one',
    (text) => expect(mayHaveOtherForm(text)).toBe(false),
  );
});

it.each([
  [30, false],
  [31, true],
])('a letter with %s marks may have too many: %s', (count, expected) => {
  expect(mayHaveManyMarks(`e${'\u0301'.repeat(count)}`)).toBe(expected);
});

it.each(['=', '~', '─', '🙂', '\u200D'])('a run of %j has no marks', (symbol) => {
  expect(mayHaveManyMarks(symbol.repeat(40))).toBe(false);
});
