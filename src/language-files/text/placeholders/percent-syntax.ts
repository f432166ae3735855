import {
  argumentOf,
  isPlaceholder,
  nameOf,
  pieces,
  type Piece,
  type Placeholder,
  type PlaceholderSyntax,
} from './placeholder';

/**
 * `%`, then a position, a name or nothing, then what printf has. A space is a flag of printf and not read as one: `5% discount`
 * holds no placeholder. Every other `%` is literal.
 */
const PERCENT = new RegExp(
  [
    '%%',
    /%(?:([1-9]\d{0,2})\$|\(([^()]{1,200})\))?([-+#0]{0,5}\d{0,4}(?:\.\d{1,4})?)(?:hh|ll|[hlqLzjt])?([sdiufFeEgGxXoc@])/
      .source,
    // What else Java, C and NSString have: `%n`, `%,d`, `%*d`, `%p`.
    /%(?:\d{1,3}\$)?[-+#0,('*]{0,5}\d{0,4}(?:\.[\d*]{1,4})?(?:ll|[hlqLzjt])?[sdiufFeEgGxXocnbBhHaApCSDUO@](?![a-z])/
      .source,
  ].join('|'),
  'g',
);

const WHOLE = new Set(['i', 'u', 'd']);

const conversionOf = (letter: string): string => (letter === '@' ? 's' : WHOLE.has(letter) ? 'd' : letter);

function readPercent(text: string): Piece[] {
  let next = 0;
  return pieces(text, PERCENT, ([raw, position, name, modifiers = '', letter]) => {
    if (raw === '%%') return '%';
    if (letter === undefined) return { foreign: raw };
    const argument = position !== undefined ? Number(position) - 1 : name !== undefined ? argumentOf(name) : next++;
    return { argument, conversion: conversionOf(letter), modifiers, raw };
  });
}

const escapePercent = (literal: string): string => literal.replaceAll('%', '%%');

/** Positions stand where the arguments are not simply taken in order, so that `%s and %s` stays what it is. */
const inOrder = (text: readonly Piece[]): boolean =>
  text.filter(isPlaceholder).every(({ argument }, index) => argument === index);

const isNamed = ({ argument }: Placeholder): boolean => typeof argument === 'string';

export const printfSyntax: PlaceholderSyntax = {
  read: readPercent,
  escape: escapePercent,
  write: ({ argument, conversion, modifiers }, text) => {
    const what = modifiers + conversion;
    const named = text.filter(isPlaceholder).some(isNamed);
    // Python takes either positions in order or names, never both in one text.
    if (named)
      return typeof argument === 'string' && /^[^()]{1,200}$/.test(argument) ? `%(${argument})${what}` : undefined;
    if (typeof argument !== 'number') return undefined;
    return inOrder(text) ? `%${what}` : `%${argument + 1}$${what}`;
  },
};

export const androidSyntax: PlaceholderSyntax = {
  read: readPercent,
  escape: escapePercent,
  write: ({ argument, conversion, modifiers }) =>
    typeof argument === 'number' && conversion !== 'F' ? `%${argument + 1}$${modifiers}${conversion}` : undefined,
};

/** `%s` would be a C string for NSString, and whole numbers of Swift have 64 bits. */
const APPLE_CONVERSIONS: ReadonlyMap<string, string> = new Map([
  ['s', '@'],
  ['d', 'lld'],
  ['x', 'llx'],
  ['X', 'llX'],
  ['o', 'llo'],
]);

export const appleSyntax: PlaceholderSyntax = {
  read: readPercent,
  escape: escapePercent,
  write: ({ argument, conversion, modifiers }, text) => {
    if (typeof argument !== 'number') return undefined;
    const what = modifiers + (APPLE_CONVERSIONS.get(conversion) ?? conversion);
    return inOrder(text) ? `%${what}` : `%${argument + 1}$${what}`;
  },
};

const RUBY =
  /%(?:%|\{(\w{1,200})\}|<(\w{1,200})>([-+#0]{0,5}\d{0,4}(?:\.\d{1,4})?)([sdiufeEgGxXoc])|[{<][^{}<>]{0,200}[}>])/g;

export const rubySyntax: PlaceholderSyntax = {
  read: (text) =>
    pieces(text, RUBY, ([raw, plain, formatted, modifiers = '', letter = 's']) => {
      const name = plain ?? formatted;
      if (raw === '%%') return '%';
      if (name === undefined) return { foreign: raw };
      return { argument: argumentOf(name), conversion: conversionOf(letter), modifiers, raw };
    }),
  escape: escapePercent,
  write: ({ argument, conversion, modifiers }) => {
    const name = nameOf(argument);
    if (name === undefined || !/^\w{1,200}$/.test(name)) return undefined;
    return conversion === 's' && modifiers === '' ? `%{${name}}` : `%<${name}>${modifiers}${conversion}`;
  },
};
