/**
 * The C expression after `plural=` (GNU gettext manual, "Plural forms"): one variable `n`, decimal numbers, parentheses,
 * `?: || && == != < > <= >= + - * / % !`. Nothing else is read and nothing is ever run as code. Arithmetic is that of C's
 * `unsigned long` with 64 bits, so that `n-2` of 0 is a huge number here too.
 */
export type PluralExpression = (n: bigint) => bigint;

/** The longest known expression (Arabic) has 120 characters. */
const MAX_LENGTH = 1024;
const MAX_DEPTH = 100;

const TOKEN = /\s*(?:(\d{1,18}(?!\d)|n)|([|][|]|&&|[=!<>]=|[-+*/%!?:()<>]))/y;

type Operator = (left: bigint, right: bigint) => bigint;

const truth = (is: boolean): bigint => (is ? 1n : 0n);
const unsigned = (value: bigint): bigint => BigInt.asUintN(64, value);

const OPERATORS: ReadonlyMap<string, { precedence: number; apply: Operator }> = new Map([
  ['||', { precedence: 1, apply: (a: bigint, b: bigint) => truth(a !== 0n || b !== 0n) }],
  ['&&', { precedence: 2, apply: (a: bigint, b: bigint) => truth(a !== 0n && b !== 0n) }],
  ['==', { precedence: 3, apply: (a: bigint, b: bigint) => truth(a === b) }],
  ['!=', { precedence: 3, apply: (a: bigint, b: bigint) => truth(a !== b) }],
  ['<', { precedence: 4, apply: (a: bigint, b: bigint) => truth(a < b) }],
  ['>', { precedence: 4, apply: (a: bigint, b: bigint) => truth(a > b) }],
  ['<=', { precedence: 4, apply: (a: bigint, b: bigint) => truth(a <= b) }],
  ['>=', { precedence: 4, apply: (a: bigint, b: bigint) => truth(a >= b) }],
  ['+', { precedence: 5, apply: (a: bigint, b: bigint) => unsigned(a + b) }],
  ['-', { precedence: 5, apply: (a: bigint, b: bigint) => unsigned(a - b) }],
  ['*', { precedence: 6, apply: (a: bigint, b: bigint) => unsigned(a * b) }],
  ['/', { precedence: 6, apply: (a: bigint, b: bigint) => a / b }],
  ['%', { precedence: 6, apply: (a: bigint, b: bigint) => a % b }],
]);

/**
 * Undefined where the text is no such expression. Evaluating throws a `RangeError` on a division by zero.
 */
export function parsePluralExpression(text: string): PluralExpression | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const tokens = tokensOf(text.trim());
  if (!tokens) return undefined;
  const parser = new ExpressionParser(tokens);
  const expression = parser.ternary(0);
  return parser.atEnd ? expression : undefined;
}

function tokensOf(text: string): string[] | undefined {
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

/** Recursive descent; each method gives undefined where its part is malformed or too deep. */
class ExpressionParser {
  private at = 0;

  constructor(private readonly tokens: readonly string[]) {}

  get atEnd(): boolean {
    return this.at === this.tokens.length;
  }

  ternary(depth: number): PluralExpression | undefined {
    if (depth > MAX_DEPTH) return undefined;
    const condition = this.binary(1, depth);
    if (!condition || !this.take('?')) return condition;
    const yes = this.ternary(depth + 1);
    if (!yes || !this.take(':')) return undefined;
    const no = this.ternary(depth + 1);
    return no && ((n) => (condition(n) !== 0n ? yes(n) : no(n)));
  }

  /** Precedence climbing: takes operators that bind at least as strongly as `precedence`, left to right. */
  private binary(precedence: number, depth: number): PluralExpression | undefined {
    let left = this.unary(depth);
    for (;;) {
      const operator = OPERATORS.get(this.tokens[this.at] ?? '');
      if (!left || !operator || operator.precedence < precedence) return left;
      this.at++;
      const right = this.binary(operator.precedence + 1, depth);
      if (!right) return undefined;
      left = apply(operator.apply, left, right);
    }
  }

  private unary(depth: number): PluralExpression | undefined {
    if (depth > MAX_DEPTH) return undefined;
    if (this.take('!')) {
      const operand = this.unary(depth + 1);
      return operand && ((n) => truth(operand(n) === 0n));
    }
    if (this.take('(')) {
      const inner = this.ternary(depth + 1);
      return this.take(')') ? inner : undefined;
    }
    return this.primary();
  }

  private primary(): PluralExpression | undefined {
    const token = this.tokens[this.at];
    if (token === undefined || !/^[\dn]/.test(token)) return undefined;
    this.at++;
    if (token === 'n') return (n) => n;
    const number = BigInt(token);
    return () => number;
  }

  private take(token: string): boolean {
    if (this.tokens[this.at] !== token) return false;
    this.at++;
    return true;
  }
}

const apply =
  (operator: Operator, left: PluralExpression, right: PluralExpression): PluralExpression =>
  (n) =>
    operator(left(n), right(n));
