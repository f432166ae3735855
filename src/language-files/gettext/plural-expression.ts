/**
 * A parsed C expression of `plural=` (GNU gettext manual, "Plural forms"): the variable `n`, decimal numbers,
 * parentheses and `?: || && == != < > <= >= + - * / % !`. The expression is interpreted, never run as code. Arithmetic
 * is as in a 64-bit `unsigned long` in C: `n-2` of 0 is a huge number.
 *
 * Throws a RangeError on a division by zero.
 */
export type PluralExpression = (n: bigint) => bigint;

/** The longest known expression (Arabic) has 120 characters. */
const MAX_LENGTH = 1024;
const MAX_DEPTH = 100;

const TOKEN = /\s*(?:(\d{1,18}(?!\d)|n)|([|][|]|&&|[=!<>]=|[-+*/%!?:()<>]))/y;

type Operator = (left: bigint, right: bigint) => bigint;

const fromBoolean = (condition: boolean): bigint => (condition ? 1n : 0n);
const unsigned = (value: bigint): bigint => BigInt.asUintN(64, value);

const OPERATORS: ReadonlyMap<string, { precedence: number; apply: Operator }> = new Map([
  ['||', { precedence: 1, apply: (a: bigint, b: bigint) => fromBoolean(a !== 0n || b !== 0n) }],
  ['&&', { precedence: 2, apply: (a: bigint, b: bigint) => fromBoolean(a !== 0n && b !== 0n) }],
  ['==', { precedence: 3, apply: (a: bigint, b: bigint) => fromBoolean(a === b) }],
  ['!=', { precedence: 3, apply: (a: bigint, b: bigint) => fromBoolean(a !== b) }],
  ['<', { precedence: 4, apply: (a: bigint, b: bigint) => fromBoolean(a < b) }],
  ['>', { precedence: 4, apply: (a: bigint, b: bigint) => fromBoolean(a > b) }],
  ['<=', { precedence: 4, apply: (a: bigint, b: bigint) => fromBoolean(a <= b) }],
  ['>=', { precedence: 4, apply: (a: bigint, b: bigint) => fromBoolean(a >= b) }],
  ['+', { precedence: 5, apply: (a: bigint, b: bigint) => unsigned(a + b) }],
  ['-', { precedence: 5, apply: (a: bigint, b: bigint) => unsigned(a - b) }],
  ['*', { precedence: 6, apply: (a: bigint, b: bigint) => unsigned(a * b) }],
  ['/', { precedence: 6, apply: (a: bigint, b: bigint) => a / b }],
  ['%', { precedence: 6, apply: (a: bigint, b: bigint) => a % b }],
]);

/** @returns undefined where the text is not such an expression, is longer than 1,024 characters or nested too deeply */
export function parsePluralExpression(text: string): PluralExpression | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const tokens = tokenize(text.trim());
  if (!tokens) return undefined;
  const parser = new ExpressionParser(tokens);
  const expression = parser.ternary(0);
  return parser.atEnd ? expression : undefined;
}

function tokenize(text: string): string[] | undefined {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    const token = match?.[1] ?? match?.[2];
    if (token === undefined) return undefined;
    tokens.push(token);
  }
  return tokens;
}

/** A recursive descent parser. Each method returns undefined where its part is malformed or too deep. */
class ExpressionParser {
  private position = 0;

  constructor(private readonly tokens: readonly string[]) {}

  get atEnd(): boolean {
    return this.position === this.tokens.length;
  }

  ternary(depth: number): PluralExpression | undefined {
    if (depth > MAX_DEPTH) return undefined;
    const condition = this.binary(1, depth);
    if (!condition || !this.take('?')) return condition;
    const consequent = this.ternary(depth + 1);
    if (!consequent || !this.take(':')) return undefined;
    const alternate = this.ternary(depth + 1);
    return alternate && ((n) => (condition(n) !== 0n ? consequent(n) : alternate(n)));
  }

  /** Precedence climbing: takes operators of at least the given precedence, from left to right. */
  private binary(precedence: number, depth: number): PluralExpression | undefined {
    let left = this.unary(depth);
    for (;;) {
      const operator = OPERATORS.get(this.tokens[this.position] ?? '');
      if (!left || !operator || operator.precedence < precedence) return left;
      this.position++;
      const right = this.binary(operator.precedence + 1, depth);
      if (!right) return undefined;
      left = apply(operator.apply, left, right);
    }
  }

  private unary(depth: number): PluralExpression | undefined {
    if (depth > MAX_DEPTH) return undefined;
    if (this.take('!')) {
      const operand = this.unary(depth + 1);
      return operand && ((n) => fromBoolean(operand(n) === 0n));
    }
    if (this.take('(')) {
      const inner = this.ternary(depth + 1);
      return this.take(')') ? inner : undefined;
    }
    return this.primary();
  }

  private primary(): PluralExpression | undefined {
    const token = this.tokens[this.position];
    if (token === undefined || !/^[\dn]/.test(token)) return undefined;
    this.position++;
    if (token === 'n') return (n) => n;
    const number = BigInt(token);
    return () => number;
  }

  /** Skips the next token if it is the given one. */
  private take(token: string): boolean {
    if (this.tokens[this.position] !== token) return false;
    this.position++;
    return true;
  }
}

const apply =
  (operator: Operator, left: PluralExpression, right: PluralExpression): PluralExpression =>
  (n) =>
    operator(left(n), right(n));
