import { isArgumentName } from '../plurals/icu-message';
import { argumentName, parseArgument, type PlaceholderSyntax, tokenize } from './placeholder';

/** ICU has an argument type for integers. No other number format of printf has an equivalent. */
const isSimple = (modifiers: string, conversion: string): boolean =>
  modifiers === '' && (conversion === 's' || conversion === 'd');

/**
 * Quoted text, `''` and simple arguments. Any other argument (a date, a number, a choice) may be nested and is matched
 * to the end of the text. An apostrophe elsewhere is literal (ICU, ApostropheMode DOUBLE_OPTIONAL).
 */
const ICU = /''|'([{}](?:[^']|'')*)(?:'|$)|\{\s*([^\s{},]{1,200})\s*(,\s*number\s*,\s*integer\s*)?\}|\{[^]*/g;

export const icuSyntax: PlaceholderSyntax = {
  parse: (text) =>
    tokenize(text, ICU, ([raw, quoted, name, integer]) => {
      if (raw === "''") return "'";
      if (quoted !== undefined) return quoted.replaceAll("''", "'");
      if (name === undefined || !isArgumentName(name)) return { unsupported: raw };
      return { argument: parseArgument(name), conversion: integer === undefined ? 's' : 'd', modifiers: '', raw };
    }),
  /** Quotes runs of special characters with the apostrophes around them, because `'` before `{` starts a quotation. */
  escape: (literal) =>
    literal.replace(/[{}']+/g, (run) => {
      const doubled = run.replaceAll("'", "''");
      return /[{}]/.test(run) ? `'${doubled}'` : doubled;
    }),
  format: ({ argument, conversion, modifiers }) => {
    const name = argumentName(argument);
    if (name === undefined || !isArgumentName(name) || !isSimple(modifiers, conversion)) return undefined;
    return conversion === 'd' ? `{${name}, number, integer}` : `{${name}}`;
  },
};

/** i18next searches the first `}}` after each `{{`. The limit keeps the search linear. */
const I18NEXT = /\{\{(.{1,300}?)\}\}|\$t\(/g;

/** `{{- name}}`, `{{name, format}}` and `$t(key)` exist only in i18next. */
const I18NEXT_NAME = /^[^\s{},-][^\s{},]{0,200}$/;

/** i18next has no escapes and no conversions. */
export const i18nextSyntax: PlaceholderSyntax = {
  parse: (text) =>
    tokenize(text, I18NEXT, ([raw, inner = '']) => {
      const name = inner.trim();
      if (!I18NEXT_NAME.test(name)) return { unsupported: raw };
      return { argument: parseArgument(name), conversion: 's', modifiers: '', raw };
    }),
  escape: (literal) => literal,
  format: ({ argument, conversion, modifiers }) => {
    const name = argumentName(argument);
    if (name === undefined || !isSimple(modifiers, conversion)) return undefined;
    return I18NEXT_NAME.test(name) ? `{{${name}}}` : undefined;
  },
};
