import { isArgumentName } from '../plurals/icu-message';
import { argumentOf, nameOf, pieces, type PlaceholderSyntax } from './placeholder';

/** Whole numbers have an argument style in ICU; everything else that printf can do to a number has none that is the same. */
const isSimple = (modifiers: string, conversion: string): boolean =>
  modifiers === '' && (conversion === 's' || conversion === 'd');

/**
 * Quoted text, `''`, arguments, and what is another argument: a date, a number, a choice, up to the end, since that is nested.
 * An apostrophe elsewhere is itself (ICU, ApostropheMode DOUBLE_OPTIONAL).
 */
const ICU = /''|'([{}](?:[^']|'')*)(?:'|$)|\{\s*([^\s{},]{1,200})\s*(,\s*number\s*,\s*integer\s*)?\}|\{[^]*/g;

export const icuSyntax: PlaceholderSyntax = {
  read: (text) =>
    pieces(text, ICU, ([raw, quoted, name, integer]) => {
      if (raw === "''") return "'";
      if (quoted !== undefined) return quoted.replaceAll("''", "'");
      if (name === undefined || !isArgumentName(name)) return { foreign: raw };
      return { argument: argumentOf(name), conversion: integer === undefined ? 's' : 'd', modifiers: '', raw };
    }),
  /** Runs of what is special, an apostrophe before them too: `'` and `{` side by side would be read as a quotation. */
  escape: (literal) =>
    literal.replace(/[{}']+/g, (run) => {
      const doubled = run.replaceAll("'", "''");
      return /[{}]/.test(run) ? `'${doubled}'` : doubled;
    }),
  write: ({ argument, conversion, modifiers }) => {
    const name = nameOf(argument);
    if (name === undefined || !isArgumentName(name) || !isSimple(modifiers, conversion)) return undefined;
    return conversion === 'd' ? `{${name}, number, integer}` : `{${name}}`;
  },
};

/** As i18next itself looks for them, from the first `{{` on; none is longer than anybody writes. */
const I18NEXT = /\{\{(.{1,300}?)\}\}|\$t\(/g;

/** `{{- name}}`, `{{name, format}}` and `$t(key)` are i18next's alone. */
const I18NEXT_NAME = /^[^\s{},-][^\s{},]{0,200}$/;

/** It has no escapes, and does not say what is a number. */
export const i18nextSyntax: PlaceholderSyntax = {
  read: (text) =>
    pieces(text, I18NEXT, ([raw, inner = '']) => {
      const name = inner.trim();
      if (!I18NEXT_NAME.test(name)) return { foreign: raw };
      return { argument: argumentOf(name), conversion: 's', modifiers: '', raw };
    }),
  escape: (literal) => literal,
  write: ({ argument, conversion, modifiers }) => {
    const name = nameOf(argument);
    if (name === undefined || !isSimple(modifiers, conversion)) return undefined;
    return I18NEXT_NAME.test(name) ? `{{${name}}}` : undefined;
  },
};
