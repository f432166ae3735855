import { argumentName, COUNT, once, parseArgument, type PlaceholderSyntax, type Token, tokenize } from './placeholder';

/**
 * `%`, then a position, a name or neither, then the rest of a printf conversion. The space flag of printf is not
 * accepted, so that `5% discount` has no placeholder. Every other `%` is literal.
 */
const PERCENT = new RegExp(
  [
    '%%',
    /%(?:([1-9]\d{0,2})\$|\(([^()]{1,200})\))?([-+#0]{0,5}\d{0,4}(?:\.\d{1,4})?)(?:hh|ll|[hlqLzjt])?([sdiufFeEgGxXoc@])/
      .source,
    // Conversions that only Java, C or NSString has: `%n`, `%,d`, `%*d`, `%p`.
    /%(?:\d{1,3}\$)?[-+#0,('*]{0,5}\d{0,4}(?:\.[\d*]{1,4})?(?:ll|[hlqLzjt])?[sdiufFeEgGxXocnbBhHaApCSDUO@](?![a-z])/
      .source,
  ].join('|'),
  'g',
);

const INTEGER_CONVERSIONS = new Set(['i', 'u', 'd']);

const normalizeConversion = (letter: string): string =>
  letter === '@' ? 's' : INTEGER_CONVERSIONS.has(letter) ? 'd' : letter;

function parsePercent(text: string): Token[] {
  let next = 0;
  return tokenize(text, text.matchAll(PERCENT), ([raw, position, name, modifiers = '', letter]) => {
    if (raw === '%%') return '%';
    if (letter === undefined) return { unsupported: raw };
    const argument = position !== undefined ? Number(position) - 1 : name !== undefined ? parseArgument(name) : next++;
    return { argument, conversion: normalizeConversion(letter), modifiers, raw };
  });
}

const escapePercent = (literal: string): string => literal.replaceAll('%', '%%');

/** These platforms have no number as the language writes it, and `%n` is something else. */
const isNumber = (conversion: string): boolean => conversion === 'n';

export const printfSyntax: PlaceholderSyntax = {
  parse: parsePercent,
  escape: escapePercent,
  format: ({ argument, conversion, modifiers }, { hasNames, isInOrder }) => {
    if (isNumber(conversion)) return undefined;
    const specifier = modifiers + conversion;
    // A text of Python has names or positions in order, never both.
    if (hasNames) {
      const isName = typeof argument === 'string' && /^[^()]{1,200}$/.test(argument);
      return isName ? `%(${argument})${specifier}` : undefined;
    }
    if (typeof argument !== 'number') return undefined;
    return isInOrder ? `%${specifier}` : `%${argument + 1}$${specifier}`;
  },
};

export const androidSyntax: PlaceholderSyntax = {
  parse: parsePercent,
  escape: escapePercent,
  format: ({ argument, conversion, modifiers }) =>
    typeof argument === 'number' && conversion !== 'F' && !isNumber(conversion)
      ? `%${argument + 1}$${modifiers}${conversion}`
      : undefined,
};

/** `%s` is a C string for NSString, and integers of Swift have 64 bits. */
const APPLE_CONVERSIONS: ReadonlyMap<string, string> = new Map([
  ['s', '@'],
  ['d', 'lld'],
  ['x', 'llx'],
  ['X', 'llX'],
  ['o', 'llo'],
]);

export const appleSyntax: PlaceholderSyntax = {
  parse: parsePercent,
  escape: escapePercent,
  format: ({ argument, conversion, modifiers }, { isInOrder }) => {
    if (typeof argument !== 'number' || isNumber(conversion)) return undefined;
    const specifier = modifiers + (APPLE_CONVERSIONS.get(conversion) ?? conversion);
    return isInOrder ? `%${specifier}` : `%${argument + 1}$${specifier}`;
  },
};

const RUBY = /%(?:%|\{\w{1,200}\}|<\w{1,200}>[-+#0]{0,5}\d{0,4}(?:\.\d{1,4})?[sdiufeEgGxXoc]|[{<][^{}<>]{0,200}[}>])/g;
const RUBY_PLACEHOLDER = /^%(?:\{(\w{1,200})\}|<(\w{1,200})>([-+#0]{0,5}\d{0,4}(?:\.\d{1,4})?)([sdiufeEgGxXoc]))$/;

/** Parses what `RUBY` matches. */
function parseRuby(raw: string): Token {
  if (raw === '%%') return '%';
  const [, plain, formatted, modifiers = '', letter = 's'] = RUBY_PLACEHOLDER.exec(raw) ?? [];
  const name = plain ?? formatted;
  if (name === undefined) return { unsupported: raw };
  return { argument: parseArgument(name), conversion: normalizeConversion(letter), modifiers, raw };
}

export const rubySyntax: PlaceholderSyntax = {
  parse: (text) => {
    const parse = once(parseRuby);
    return tokenize(text, text.matchAll(RUBY), ({ 0: raw }) => parse(raw));
  },
  escape: escapePercent,
  format: ({ argument, conversion, modifiers }) => {
    const name = argumentName(argument);
    if (name === undefined || isNumber(conversion) || !/^\w{1,200}$/.test(name)) return undefined;
    return conversion === 's' && modifiers === '' ? `%{${name}}` : `%<${name}>${modifiers}${conversion}`;
  },
};

/** `%L1` is a number as the language writes it. Qt has no escapes. */
const QT = /%(L)?(?:(n)|([1-9]\d?))/g;

export const qtSyntax: PlaceholderSyntax = {
  parse: (text) =>
    tokenize(text, text.matchAll(QT), ([raw, localized, count, position]) => ({
      argument: count === undefined ? Number(position) - 1 : COUNT,
      conversion: count !== undefined ? 'd' : localized === undefined ? 's' : 'n',
      modifiers: '',
      raw,
    })),
  escape: (literal) => literal,
  format: ({ argument, conversion, modifiers }) => {
    if (argument === COUNT) return '%n';
    if (typeof argument !== 'number' || argument > 98 || modifiers !== '') return undefined;
    if (conversion === 'n') return `%L${argument + 1}`;
    return conversion === 's' || conversion === 'd' ? `%${argument + 1}` : undefined;
  },
};

const LARAVEL = /:([A-Za-z_]\w{0,200})/g;

/** Laravel has neither escapes nor conversions. */
export const laravelSyntax: PlaceholderSyntax = {
  parse: (text) =>
    tokenize(text, text.matchAll(LARAVEL), ([raw, name = '']) => ({
      argument: name,
      conversion: 's',
      modifiers: '',
      raw,
    })),
  escape: (literal) => literal,
  format: ({ argument, conversion, modifiers }) => {
    if (typeof argument !== 'string' || modifiers !== '' || isNumber(conversion)) return undefined;
    return /^[A-Za-z_]\w{0,200}$/.test(argument) ? `:${argument}` : undefined;
  },
};
