import fc from 'fast-check';
import { parsePluralExpression } from './plural-expression';

const evaluate = (text: string, n: number): bigint | undefined => parsePluralExpression(text)?.(BigInt(n));

describe('parsePluralExpression', () => {
  it.each([
    ['n != 1', 1, 0n],
    ['n>1', 2, 1n],
    ['n%10==1 && n%100!=11 ? 0 : 1', 21, 0n],
    ['n==1 ? 0 : n==2 ? 1 : 2', 2, 1n],
    ['1 + 2 * 3 - 4 / 2 % 3', 0, 5n],
    ['!n', 0, 1n],
    ['!!n', 7, 1n],
    ['1 || 0 && 0', 0, 1n],
    ['1 < 2 == 1', 0, 1n],
    ['10 - 3 - 2', 0, 5n],
    ['\tn\n', 4, 4n],
  ])('evaluates %j for n = %d with the precedence of C', (text, n, value) => {
    expect(evaluate(text, n)).toBe(value);
  });

  it('computes with unsigned 64-bit numbers', () => {
    expect(evaluate('n - 2', 0)).toBe(2n ** 64n - 2n);
  });

  it.each([
    '',
    'n n',
    'n ==',
    '(n',
    'n)',
    'n ? 1',
    'x',
    'n & 1',
    'alert(1)',
    'n = 1',
    '1n',
    'EXPRESSION',
    'n; 1',
    '()',
    '!',
  ])('refuses %j', (text) => {
    expect(parsePluralExpression(text)).toBeUndefined();
  });

  it('refuses an expression that is nested too deeply or too long instead of overflowing the stack', () => {
    expect(parsePluralExpression(`${'('.repeat(400)}n${')'.repeat(400)}`)).toBeUndefined();
    expect(parsePluralExpression('!'.repeat(1000) + 'n')).toBeUndefined();
    expect(parsePluralExpression('n+'.repeat(100_000) + 'n')).toBeUndefined();
  });

  it('throws a RangeError on a division by zero during evaluation', () => {
    expect(() => evaluate('1 % n', 0)).toThrow(RangeError);
  });

  it('never throws during parsing', () => {
    const token = fc.constantFrom('n', '1', '(', ')', '?', ':', '!', '&&', '||', '==', '%', '-', ' ', 'x');
    fc.assert(
      fc.property(fc.array(token, { maxLength: 60 }), (tokens) => {
        expect(() => parsePluralExpression(tokens.join(''))).not.toThrow();
      }),
    );
  });
});
