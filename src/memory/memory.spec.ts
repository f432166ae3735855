import fc from 'fast-check';
import { checkText } from '../checks/check-text';
import { adapt } from './adapt';
import { diffOf } from './diff';
import { Lexemes, queriesOf, type WordQuery } from './lexemes';
import { isOfSameText, leastShared, limitOf, matchOf, shownMatch, weightsOfMatches } from './match';
import { type Token, type TokenizedText, Tokenizer } from './tokens';

const english = new Tokenizer('en');
const of = (text: string): TokenizedText => english.tokenize(text);
const match = (one: string, other: string): number => matchOf(of(one), of(other));

const word = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('save', 'Save', 'the', 'file', 'files', 'сохранить', 'αρχείο', 'ملف') },
  { weight: 1, arbitrary: fc.constantFrom('保存文件', 'บันทึกไฟล์', '5', '12', '{name}', '%d', '<b>', '</b>', "it's") },
);
const joint = fc.constantFrom(' ', ' ', ' ', ', ', '. ', ' - ', '…', '! ');
const text = fc
  .array(fc.tuple(word, joint), { minLength: 1, maxLength: 14 })
  .map((parts) => parts.map(([one, between]) => one + between).join(''));
/** A text and one that is often like it. */
const pair = fc
  .tuple(text, fc.array(fc.tuple(fc.nat(30), word), { maxLength: 4 }), text, fc.boolean())
  .map(([one, edits, other, isEdited]) => {
    if (!isEdited) return [one, other] as const;
    const words = one.split(' ');
    for (const [at, value] of edits) words.splice(at % (words.length + 1), at % 2, value);
    return [one, words.join(' ')] as const;
  });

/** The rule as it is documented, without any limit or short cut. */
function documentedMatch(one: TokenizedText, other: TokenizedText): number {
  const isWord = ({ kind }: Token): boolean => kind !== 'mark';
  const weight = (token: Token): number => (isWord(token) ? 1 : 0.1);
  const total = (tokens: readonly Token[]): number => tokens.reduce((sum, token) => sum + weight(token), 0);
  const memo = new Map<string, number>();
  const distance = (i: number, j: number): number => {
    const id = `${i} ${j}`;
    const known = memo.get(id);
    if (known !== undefined) return known;
    const [left, right] = [one.tokens[i], other.tokens[j]];
    let least = left || right ? Infinity : 0;
    if (left) least = Math.min(least, weight(left) + distance(i + 1, j));
    if (right) least = Math.min(least, weight(right) + distance(i, j + 1));
    if (left && right && left.fold === right.fold)
      least = Math.min(least, (left.raw === right.raw ? 0 : 0.1) + distance(i + 1, j + 1));
    else if (left && right && isWord(left) && isWord(right)) least = Math.min(least, 1 + distance(i + 1, j + 1));
    memo.set(id, least);
    return least;
  };
  if (one.text === other.text) return 1;
  if (one.words === 0 || other.words === 0) return 0;
  const result = 1 - distance(0, 0) / Math.max(total(one.tokens), total(other.tokens));
  return result < 0.6 - 1e-9 ? 0 : Math.min(0.99, result);
}

describe('the match of two texts', () => {
  it.each([
    ['Save the file', 'Save the file', 1],
    ['Save the file', 'Save  the file', 0.99],
    ['Save the file', 'Save the files', 1 - 1 / 3],
    ['Save', 'save', 0.9],
    ['Save', 'Save…', 1 - 1 / 11],
    ['Page 5 of 7', 'Page 6 of 9', 0.95],
    ['Hello {name}', 'Hello {user}', 0.95],
    ['Save the file', 'Delete all users', 0],
    ['…', '!', 0],
  ])('of %j and %j is %d', (one, other, expected) => expect(match(one, other)).toBeCloseTo(expected, 10));

  it('is what the documentation says', () => {
    fc.assert(
      fc.property(pair, ([one, other]) => {
        expect(match(one, other)).toBeCloseTo(documentedMatch(of(one), of(other)), 9);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is the same in both directions', () => {
    fc.assert(fc.property(pair, ([one, other]) => expect(match(one, other)).toBeCloseTo(match(other, one), 12)));
  });

  it('needs as many shared words as is assumed, and a weight near by', () => {
    fc.assert(
      fc.property(pair, ([one, other]) => {
        const [left, right] = [of(one), of(other)];
        const value = matchOf(left, right);
        fc.pre(value > 0 && left.words > 0);
        const lexemes = new Lexemes({ organizationId: 'o', language: 'en' });
        const shared = lexemes.wordsOf(left).filter((word) => lexemes.wordsOf(right).includes(word)).length;
        expect(shared).toBeGreaterThanOrEqual(leastShared(Math.max(left.words, right.words)));
        const [least, most] = weightsOfMatches(left.weight);
        expect(right.weight).toBeGreaterThanOrEqual(least);
        expect(right.weight).toBeLessThanOrEqual(most);
      }),
      { numRuns: 2_000 },
    );
  });
});

/** Whether one of some queries finds a text. */
function finds(same: string, queries: readonly WordQuery[], lexemes: ReadonlySet<string>): boolean {
  const evaluate = (expression: string): boolean => {
    const inner = /\(([^()]*)\)/.exec(expression);
    if (inner) return evaluate(expression.replace(inner[0], String(evaluate(inner[1] ?? ''))));
    return expression.split('|').some((part) => part.split('&').every((value) => value.trim() === 'true'));
  };
  const isFound = ({ query, lexemes: wanted, shared }: WordQuery): boolean =>
    evaluate(query.replace(/[a-zA-Z0-9]+/g, (lexeme) => String(lexemes.has(lexeme)))) &&
    wanted.filter((lexeme) => lexemes.has(lexeme)).length >= shared;
  return lexemes.has(same) || queries.some(isFound);
}

describe('the queries for a text', () => {
  const lexemes = new Lexemes({ organizationId: 'o', language: 'en' });
  const isFound = (one: string, other: string, seed = 0): boolean => {
    const wanted = of(one);
    const words = lexemes.wordsOf(wanted);
    const byRarity = words.map((_, place) => words[(place + seed) % words.length] ?? '');
    return finds(lexemes.ofText(one), queriesOf(byRarity, wanted), new Set(lexemes.of(of(other))));
  };

  it('find each match, whichever words are the rarest', () => {
    fc.assert(
      fc.property(pair, fc.nat(), ([one, other], seed) => {
        fc.pre(match(one, other) > 0);
        expect(isFound(one, other, seed)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('find each match that reaches a greater limit', () => {
    fc.assert(
      fc.property(pair, fc.integer({ min: 600, max: 1_010 }), fc.nat(), ([one, other], percents, seed) => {
        const minMatch = percents / 1_000;
        const value = match(one, other);
        const limit = limitOf(minMatch);
        fc.pre(shownMatch(value) >= minMatch);
        expect(matchOf(of(one), of(other), limit)).toBe(value);
        const wanted = of(one);
        const words = lexemes.wordsOf(wanted);
        const byRarity = words.map((_, place) => words[(place + seed) % words.length] ?? '');
        const byWords = isOfSameText(limit) ? [] : queriesOf(byRarity, wanted, limit);
        expect(finds(lexemes.ofText(one), byWords, new Set(lexemes.of(of(other))))).toBe(true);
        const [least, most] = weightsOfMatches(wanted.weight, limit);
        expect(of(other).weight).toBeGreaterThanOrEqual(least);
        expect(of(other).weight).toBeLessThanOrEqual(most);
      }),
      { numRuns: 2_000 },
    );
  });

  it('find each match of a long text', () => {
    const words = Array.from({ length: 60 }, (_, i) => `word${i}`);
    const some = fc.subarray(words, { minLength: 10 });
    fc.assert(
      fc.property(
        some,
        fc.array(fc.nat(59), { maxLength: 25 }),
        fc.array(fc.nat(59), { maxLength: 25 }),
        (one, removed, added) => {
          const other = one
            .filter((_, place) => !removed.includes(place))
            .concat(added.map((place) => `other${place}`));
          fc.pre(match(one.join(' '), other.join(' ')) > 0);
          expect(isFound(one.join(' '), other.join(' '))).toBe(true);
          expect(isFound(other.join(' '), one.join(' '))).toBe(true);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('do not find what shares one word of several, or is much longer', () => {
    expect(isFound('Save the file to the disk', 'Send the message to him')).toBe(false);
    expect(isFound('Save the file', 'Save the file to the disk of the computer')).toBe(false);
  });

  it('has lexemes of its own in each organization and language', () => {
    const others = [
      { organizationId: 'p', language: 'en' },
      { organizationId: 'o', language: 'de' },
    ].flatMap((scope) => new Lexemes(scope).wordsOf(of('Save')));
    expect(new Set([...others, ...lexemes.wordsOf(of('Save'))]).size).toBe(3);
  });
});

describe('the tokens of a text', () => {
  it('are at their places', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'grapheme' })), (value) => {
        let end = 0;
        for (const { raw, start, end: next, kind } of of(value).tokens) {
          expect(start).toBeGreaterThanOrEqual(end);
          const written = value.slice(start, next);
          expect(kind === 'mark' ? written.replace(/\s+/g, '') : written).toBe(raw);
          end = next;
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('the difference of two texts', () => {
  it('makes the second text of the first one', () => {
    fc.assert(
      fc.property(pair, ([one, other]) => {
        const parts = diffOf(of(one), of(other));
        expect(parts.flatMap(({ kind, text }) => (kind === 'removed' ? [] : [text])).join('')).toBe(other);
      }),
    );
  });

  it('has whole words', () => {
    expect(diffOf(of('Delete the file'), of('Delete the files now'))).toEqual([
      { kind: 'same', text: 'Delete the' },
      { kind: 'removed', text: ' file' },
      { kind: 'added', text: ' files now' },
    ]);
  });
});

describe('an adapted translation', () => {
  const german = new Tokenizer('de');
  const languages = { source: 'en', target: 'de' };
  const adapted = (source: string, target: string, wanted: string): string | undefined =>
    adapt({ source: of(source), target, wanted: of(wanted), languages }, german);

  it.each([
    ['Page 5 of 7', 'Seite 5 von 7', 'Page 6 of 9', 'Seite 6 von 9'],
    ['Hello {name}', 'Hallo {name}', 'Hello {user}', 'Hallo {user}'],
    ['<b>{n}</b> of {m}', 'von {m} <b>{n}</b>', '<i>{a}</i> of {b}', 'von {b} <i>{a}</i>'],
    ['Swap 1 and 2', 'Tausche 2 und 1', 'Swap 3 and 4', undefined],
    ['Swap 3 and 2', 'Tausche 2 und 3', 'Swap 4 and 5', 'Tausche 5 und 4'],
    ['Swap 3 and 2', 'Tausche 2 und 3', 'Swap 2 and 3', 'Tausche 3 und 2'],
    ['5-day trial', '5-tägiger Test', '6-day trial', '6-tägiger Test'],
    ['Covers COVID-19', 'Deckt COVID-19', 'Covers COVID-20', 'Deckt COVID-20'],
    ['Version 1.2', 'Version 1.2', 'Version 1.3', 'Version 1.3'],
    ['1,200 files', '1,200 Dateien', '1,300 files', '1,300 Dateien'],
    [
      '{n, plural, one {# file} other {# files}}',
      '{n, plural, one {# Datei} other {# Dateien}}',
      '{count, plural, one {# file} other {# files}}',
      '{count, plural, one {# Datei} other {# Dateien}}',
    ],
    [
      '{g, select, n {{n} of n} other {{n, number} of g}} {m}',
      '{m}: {g, select, n {von n {n}} other {von g {n, number}}}',
      '{n, select, n {{g} of n} other {{g, number} of g}} {x}',
      '{x}: {n, select, n {von n {g}} other {von g {g, number}}}',
    ],
    [
      '{n, plural, one {{a} and {b}} other {#}}',
      '{n, plural, one {{a} und {b}} other {#}}',
      '{n, plural, one {{c} and {c}} other {#}}',
      undefined,
    ],
    [
      '{n, plural, one {# file} other {# files}}',
      '{m, plural, one {# Datei} other {# Dateien}}',
      '{count, plural, one {# file} other {# files}}',
      undefined,
    ],
    [
      "{n, plural, other {'{n}'}}",
      "{n, plural, other {'{n}'!}}",
      "{k, plural, other {'{n}'}}",
      "{k, plural, other {'{n}'!}}",
    ],
    ['{ $n -> [one] a *[other] b }', '{ $n -> [one] x *[other] y }', '{ $m -> [one] a *[other] b }', undefined],
    ['{n, plural, one {a} other {b}', '{n, plural, one {x} other {y}', '{m, plural, one {a} other {b}', undefined],
  ])('of %j, %j for %j is %j', (source, target, wanted, expected) =>
    expect(adapted(source, target, wanted)).toBe(expected),
  );

  it.each([
    ['a number takes another form', '5 sheep', '5 Schafe', '1 sheep'],
    ['the translation lacks the number', 'Page 5', 'Fünfte Seite', 'Page 6'],
    ['the translation has it once more', 'Page 5', 'Seite 5 (5)', 'Page 6'],
    ['one value would become two', '5 of 5', '5 von 5', '5 of 6'],
    ['two values would become one', '5 of 6', '5 von 6', '7 of 7'],
    ['a number is written in another way', 'Version 1.5', 'Version 1.5', 'Version 2'],
    ['words differ too', 'Page 5', 'Seite 5', 'Sheet 6'],
    ['nothing differs', 'Page 5', 'Seite 5', 'Page 5'],
    [
      'a choice has numbers',
      '{n, plural, one {1 file} other {# files}}',
      '{n, plural, one {1 Datei} other {# Dateien}}',
      '{n, plural, one {2 file} other {# files}}',
    ],
  ])('is not offered where %s', (_, source, target, wanted) => expect(adapted(source, target, wanted)).toBeUndefined());

  it.each([
    ['tr', 'Since 5', "5'ten beri", 'Since 6'],
    ['hu', 'Page 5', '5-ös oldal', 'Page 6'],
    ['fi', 'In 5', '5:ssä', 'In 6'],
    ['it', 'The 8', 'L’8', 'The 7'],
    ['it', 'Among the 8 files', 'Tra gli 8 file', 'Among the 7 files'],
    ['hu', 'Delete the 5 files', 'Az 5 fájl törlése', 'Delete the 6 files'],
    ['en-GB', 'Ein 8 Bit', 'An 8 bit', 'Ein 7 Bit'],
    ['fr', '1.5 hrs', '1.5 heure', '2.5 hrs'],
    ['sl', '1,001 Mb', '1,001 datoteka', '1,002 Mb'],
  ])(
    'in %s is not offered where words depend on how a number is spoken: %j, %j, %j',
    (language, source, target, wanted) =>
      expect(
        adapt(
          { source: of(source), target, wanted: of(wanted), languages: { source: 'en', target: language } },
          new Tokenizer(language),
        ),
      ).toBeUndefined(),
  );

  it('passes the checks that the translation passed', () => {
    const atoms = fc.constantFrom('5', '12', '{name}', '{count}', '%d', '%1$s', '<b>', '</b>', '<br/>', '1.5', '2026');
    const part = fc.oneof(fc.constantFrom('Page', 'of', 'user', '.'), atoms);
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 8 }),
        fc.array(part, { minLength: 1, maxLength: 8 }),
        fc.array(atoms, { minLength: 8, maxLength: 8 }),
        (parts, translated, values) => {
          const isAtom = (value: string): boolean => /[^A-Za-z.]/.test(value);
          const source = parts.join(' ');
          const wanted = parts.map((value, place) => (isAtom(value) ? (values[place] ?? value) : value)).join(' ');
          const target = translated.join(' ');
          const result = adapted(source, target, wanted);
          if (result === undefined) return;
          const codes = (original: string, value: string): string[] =>
            checkText({ source: { language: 'en', text: original }, target: { language: 'de', text: value } }).map(
              ({ code }) => code,
            );
          const before = codes(source, target);
          for (const code of codes(wanted, result)) expect(before).toContain(code);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
