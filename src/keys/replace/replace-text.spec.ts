import fc from 'fast-check';
import { scanPlaceholders } from '../../checks/placeholders';
import { readFlags } from '../../checks/character-flags';
import { replaceText } from './replace-text';
import { type SearchedText, TextSearch } from './text-search';
import { samples } from '../../../test/support/samples';

type Options = Partial<SearchedText>;

const replaced = (text: string, search: string, replacement: string, options: Options = {}): string | undefined => {
  const searched = { language: 'de', search, matchCase: false, wholeWord: false, ...options };
  const result = replaceText(text, new TextSearch(searched), replacement);
  return result && (result.keepsPlaceholders ? result.after : 'refused');
};

describe('replaceText', () => {
  it.each<[string, string, string, Options, string | undefined]>([
    ['Die Datei', 'datei', 'Akte', {}, 'Die Akte'],
    ['Die Datei', 'datei', 'Akte', { matchCase: true }, undefined],
    ['Datei, DATEI', 'Datei', 'Akte', { matchCase: true }, 'Akte, DATEI'],
    ['aaa', 'aa', 'b', {}, 'ba'],
    ['1 < 2 and 2 > 1', '2', '3', {}, '1 < 3 and 3 > 1'],
    ['a.c abc', 'a.c', 'x', {}, 'x abc'],
    ['aa', 'a', '$&$1', {}, '$&$1$&$1'],
    // By the rules of the language.
    ['KAPI, kapı', 'kapı', 'x', { language: 'tr' }, 'x, x'],
    ['KAPI', 'kapi', 'x', { language: 'tr' }, undefined],
    ['KAPI', 'kapi', 'x', { language: 'de' }, 'x'],
    ['İstanbul', 'istanbul', 'x', { language: 'tr' }, 'x'],
    ['ΟΔΟΣ οδός', 'οδος', 'x', { language: 'el' }, 'x x'],
    ['Straße', 'STRASSE', 'x', {}, undefined],
    ['𐐀𐐁', '𐐨𐐩', 'x', {}, 'x'],
    // Characters in one or two code points.
    ['cafe\u0301 cafés', 'café', 'x', {}, 'x xs'],
    ['café cafe', 'cafe', 'x', {}, 'café x'],
    ['cafe\u0301 cafe', 'cafe', 'x', {}, 'cafe\u0301 x'],
    ['Vi\u00ea\u0323t', 'Vi\u1ec7t', 'x', { language: 'vi' }, 'x'],
    ['Vi\u1ec7t Vie\u0302\u0323t', 'Vi\u00ea\u0323t', 'x', { language: 'vi', matchCase: true }, 'x x'],
    ['Vi\u00ea\u0323t', 'Viê', 'x', { language: 'vi' }, undefined],
    ['\u1100\u1161\u11a8 \uac01', '각', 'x', { language: 'ko' }, 'x x'],
    ['\u1100\u1161\u11a8 \u1100\u1161', '가', 'x', { language: 'ko' }, '\u1100\u1161\u11a8 x'],
    ['👍🏽 👍 ❤️❤', '👍', 'x', {}, '👍🏽 x ❤️❤'],
    ['👨‍👩‍👧 👨 👧', '👧', 'x', {}, '👨‍👩‍👧 👨 x'],
    ['👨‍👩‍👧 👨', '👨‍👩‍👧', '👪', {}, '👪 👨'],
    ['🇩🇪🇪🇺 🇪🇪', '🇪🇪', 'x', {}, '🇩🇪🇪🇺 x'],
    ['1️⃣ 1', '1', '2', {}, '1️⃣ 2'],
    ['लड़का लड़की', 'लड़क', 'x', { language: 'hi' }, 'xा xी'],
    // Whole words.
    ['Datei Dateien Dateityp', 'datei', 'Akte', { wholeWord: true }, 'Akte Dateien Dateityp'],
    ['Datei-Typ (Datei)', 'Datei', 'Akte', { wholeWord: true }, 'Akte-Typ (Akte)'],
    ["can't can", 'can', 'may', { wholeWord: true, language: 'en' }, "can't may"],
    ['C++ und C', 'C++', 'Rust', { wholeWord: true }, 'Rust und C'],
    ['文件和件', '件', 'x', { wholeWord: true, language: 'zh' }, '文件和x'],
    ['ไฟล์และแฟ้ม', 'ไฟล์', 'x', { wholeWord: true, language: 'th' }, 'xและแฟ้ม'],
    ['%sDatei {n}Datei', 'Datei', 'Akte', { wholeWord: true }, '%sAkte {n}Akte'],
    ['Zeile\\nDatei', 'Datei', 'Akte', { wholeWord: true }, 'Zeile\\nAkte'],
    // Within placeholders, tags, escapes and references.
    ['{name} name', 'name', 'x', {}, '{name} x'],
    ['%(name)s name', 'name', 'x', {}, '%(name)s x'],
    ['<name>name</name>', 'name', 'x', {}, '<name>x</name>'],
    ['<a href="{url}" title="a">a</a>', 'a', 'x', {}, '<a href="{url}" title="a">x</a>'],
    ['n\\n', 'n', 'x', {}, 'x\\n'],
    ['amp &amp; amp', 'amp', 'x', {}, 'x &amp; x'],
    ['{name}', '{name}', '{user}', {}, 'refused'],
    ['Hallo {name}!', 'Hallo {name}', 'Guten Tag, {name}', {}, 'Guten Tag, {name}!'],
    ['Hallo {name}!', 'Hallo', 'Hallo {user}', {}, 'refused'],
    ['100% sicher', 'sicher', 'geschützt', {}, '100% geschützt'],
    ['50 von x', ' von x', '%s', {}, 'refused'],
    ['a&nbsp;b', '&nbsp;', ' ', {}, 'a b'],
    // In ICU messages.
    ['{n, plural, one {# one} other {# other}}', 'one', 'x', {}, '{n, plural, one {# x} other {# other}}'],
    ['{n, plural, other {<b class="{n}">b</b>}}', 'b', 'x', {}, '{n, plural, other {<b class="{n}">x</b>}}'],
    ['{d, date, long} long', 'long', 'x', {}, '{d, date, long} x'],
    ['{n, plural, other {zu {a}}}', 'zu ', "l'", {}, 'refused'],
    ["{n, plural, other {'{'a'}'}}", 'a', 'b', {}, "{n, plural, other {'{'b'}'}}"],
    ['{n, plural, other {a}', 'a', 'b', {}, undefined],
    ['{ $n -> [one] a *[other] b }', 'a', 'b', {}, undefined],
  ])('of %j replaces %j by %j (%j): %j', (text, search, replacement, options, expected) => {
    expect(replaced(text, search, replacement, options)).toBe(expected);
  });

  const words = fc.constantFrom('Datei', 'Ordner', 'öffnen', 'name', 's', 'n', 'd', 'count', 'b', 'one', '中文', 'ı');
  const placeholders = fc.constantFrom(
    ...['{name}', '{0}', '{{name}}', '${name}', '%{name}', '%<name>d', '%(name)s', '%s', '%1$s', '%@', '%#@name@'],
    ...['%name%', '$t(name)', '$NAME$', '@:name', ':name', '&name.b;', '<b>', '</b>', '<1>', '<br/>', '%d', '%.2f'],
  );

  it('changes words only, whatever the style of the placeholders is', () => {
    const texts = fc.array(fc.tuple(words, placeholders), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(texts, words, words, fc.boolean(), (text, search, replacement, wholeWord) => {
        const joined = (change: (word: string) => string): string =>
          text.map(([word, placeholder]) => `${change(word)} ${placeholder}`).join(' ');
        const options = { matchCase: true, wholeWord: true };
        const expected = joined((word) => (word === search ? replacement : word));
        const before = joined((word) => word);
        if (text.some(([word]) => word === search))
          expect(replaced(before, search, replacement, options)).toBe(expected);
        const other = replaced(before, search, replacement, { wholeWord }) ?? before;
        if (other === 'refused') return;
        const [found, still] = [before, other].map((shown) => scanPlaceholders(shown, readFlags(shown), '', false));
        expect(still?.found).toEqual(found?.found);
      }),
    );
  });

  it('ends where a text is too long for a key, so that few characters cannot become gigabytes', () => {
    const searched = { language: 'de', search: 'a', matchCase: false, wholeWord: false };
    const result = replaceText('a'.repeat(65_536), new TextSearch(searched), '{b}'.repeat(20_000));
    expect(result?.keepsPlaceholders).toBe(true);
    expect(result?.after.length).toBeGreaterThan(2 * 65_536);
    expect(result?.after.length).toBeLessThan(4 * 65_536);
  });

  it('takes linear time', () => {
    const started = performance.now();
    for (const text of [
      '{a}a',
      '<a>a',
      'a',
      'a\u0301',
      'a👍🏽',
      '🇩🇪',
      '\u0323\u0301',
      'a b ',
      'ไฟล์',
      '%sa',
      '&amp;a',
      "'a",
      '{n, plural, other {a}}',
    ])
      for (const search of ['a', '}a', text.repeat(20)])
        replaced(text.repeat(60_000 / text.length), search, 'b', { wholeWord: true });
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('finds by its pattern each text in which something is found', () => {
    const characters = fc.string({ unit: fc.constantFrom(...'aiIıİkKſsSßeéÉ;;`%_\\\u0301'), maxLength: 6 });
    const like = (pattern: string): RegExp =>
      new RegExp(
        `^${pattern.replace(/\\(.)|%|[\\^$.*+?()[\]{}|]/g, (match, escaped: string | undefined) =>
          escaped === undefined
            ? match === '%'
              ? '[^]*'
              : `\\${match}`
            : `\\${escaped}`.replace(/^\\([a-z_%])$/i, '$1'),
        )}$`,
        'i',
      );
    fc.assert(
      fc.property(characters, characters, fc.constantFrom('de', 'tr', 'lt'), (text, search, language) => {
        if (search === '') return;
        const searched = new TextSearch({ language, search, matchCase: false, wholeWord: false });
        if (searched.find(text)) expect(text).toMatch(like(searched.pattern));
      }),
      { numRuns: samples(2_000) },
    );
  });
});
