import type { PhpTokenStream } from './php-token-stream';

/** A value that is not an array. `text` is the value of a string, and any other value as written. */
export interface PhpScalar {
  kind: 'string' | 'number' | 'boolean' | 'null';
  text: string;
}

/** Reads a literal, or strings and whole numbers that are joined with `.`. */
export function readScalar(tokens: PhpTokenStream): PhpScalar {
  const first = readOperand(tokens);
  if (!tokens.isSymbol('.')) return first;
  const parts = [toJoinableText(first, tokens)];
  while (tokens.isSymbol('.')) {
    tokens.advance();
    parts.push(toJoinableText(readOperand(tokens), tokens));
  }
  return { kind: 'string', text: parts.join('') };
}

/**
 * Returns the key that PHP makes of a value: `true` becomes 1, `null` the empty string, and numbers are decimal.
 *
 * @param offset the offset of the value, for errors
 */
export function toArrayKey({ kind, text }: PhpScalar, offset: number, tokens: PhpTokenStream): string {
  if (kind === 'boolean') return text.toLowerCase() === 'true' ? '1' : '0';
  if (kind === 'null') return '';
  if (kind === 'string') return text;
  const match = /^(-?)(0[0-7]*|[1-9]\d*|0[xXbBoO][0-9a-fA-F]+)$/.exec(text.replaceAll('_', ''));
  if (!match) tokens.refuseAt(`${text} is not a valid key: keys are strings and whole numbers`, offset);
  const [, sign = '', digits = '0'] = match;
  const value = BigInt(/^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits);
  return (sign === '' ? value : -value).toString();
}

function toJoinableText({ kind, text }: PhpScalar, tokens: PhpTokenStream): string {
  if (kind === 'string' || (kind === 'number' && /^(?:0|-?[1-9]\d{0,15})$/.test(text))) return text;
  return tokens.refuse('strings and whole numbers around "."');
}

function readOperand(tokens: PhpTokenStream): PhpScalar {
  const { kind, text } = tokens.token;
  if (kind === 'string' || kind === 'number') {
    tokens.advance();
    return { kind, text };
  }
  if (tokens.isSymbol('-') || tokens.isSymbol('+')) return readSignedNumber(tokens);
  if (tokens.isSymbol('(')) return readParenthesized(tokens);
  const word = kind === 'name' ? text.toLowerCase().replace(/^\\/, '') : '';
  if (word === 'true' || word === 'false' || word === 'null') {
    tokens.advance();
    return { kind: word === 'null' ? 'null' : 'boolean', text: word };
  }
  return tokens.refuse('a literal');
}

function readSignedNumber(tokens: PhpTokenStream): PhpScalar {
  const sign = tokens.advance().text === '-' ? '-' : '';
  return { kind: 'number', text: `${sign}${tokens.expect('number')}` };
}

function readParenthesized(tokens: PhpTokenStream): PhpScalar {
  tokens.enter();
  tokens.advance();
  const scalar = readScalar(tokens);
  tokens.expectSymbol(')');
  tokens.leave();
  return scalar;
}
