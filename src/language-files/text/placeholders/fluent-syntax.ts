import { argumentName, type PlaceholderSyntax, type Token, tokenize } from './placeholder';

/**
 * A variable, a number, a text in quotes (`{ "{" }`), or another placeable, which only Fluent has. A brace elsewhere is
 * literal, as it is in the texts of Fluent files, where it stands for itself.
 */
const FLUENT =
  /\{\s*(?:\$([a-zA-Z][\w-]{0,200})|NUMBER\(\s*\$([a-zA-Z][\w-]{0,200})\s*(,\s*maximumFractionDigits:\s*0\s*)?\)|"((?:[^"\\\n]|\\["\\])*)")\s*\}|\{[^{}]*\}?/g;
const NAME = /^[a-zA-Z][\w-]{0,200}$/;
/** A placeable with a variable, a function, a term or a text in quotes: no other syntax has it. */
const SIGN =
  /(?<!\{)\{\s*(?:\$[a-zA-Z][\w-]*\s*(?:\}|->)|[A-Z][A-Z0-9_-]*\(\s*[$"\d]|-[a-zA-Z][\w-]*\s*[}(.]|"[^"\\\n]*"\s*\})/;

/** Returns whether a text certainly is one of Fluent. `{ name }` alone may be an argument of ICU. */
export const isFluentText = (text: string): boolean => text.includes('{') && SIGN.test(text);

function toToken([raw, variable, number, integer, literal]: RegExpExecArray): Token {
  const name = variable ?? number;
  if (name !== undefined) {
    const conversion = variable !== undefined ? 's' : integer === undefined ? 'n' : 'd';
    return { argument: name, conversion, modifiers: '', raw };
  }
  if (literal !== undefined) return literal.replace(/\\(["\\])/g, '$1');
  return /^\{\s*[-\w"$]/.test(raw) ? { unsupported: raw } : raw;
}

export const fluentSyntax: PlaceholderSyntax = {
  parse: (text) => tokenize(text, text.matchAll(FLUENT), toToken),
  /** Braces that only stand for themselves are in quotes, so that none of them is the start of a placeable. */
  escape: (literal) => literal.replace(/[{}]+/g, '{ "$&" }'),
  format: ({ argument, conversion, modifiers }) => {
    const name = argumentName(argument);
    if (name === undefined || modifiers !== '' || !NAME.test(name)) return undefined;
    if (conversion === 'd') return `{ NUMBER($${name}, maximumFractionDigits: 0) }`;
    if (conversion === 'n') return `{ NUMBER($${name}) }`;
    return conversion === 's' ? `{ $${name} }` : undefined;
  },
};
