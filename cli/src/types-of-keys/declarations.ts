import { isMessage, parametersOf } from './parameters';

/** Messages by name, which may be nested. */
export type Messages = { readonly [name: string]: string | null | Messages | readonly (string | null | Messages)[] };

const HEAD = '// Written by "glossa types". Do not edit it: run the command again.\n';

/**
 * Returns types with which `t()` of i18next knows keys and interpolations.
 *
 * @param options.keySeparator default: `.`; empty: names are not nested
 */
export function declareI18next(
  namespaces: ReadonlyMap<string, Messages>,
  { defaultNamespace, keySeparator }: { defaultNamespace?: string; keySeparator?: string },
): string {
  const resources = [...namespaces].map(
    ([name, messages]) => `      ${JSON.stringify(name)}: ${typeOf(messages, 3)};\n`,
  );
  const fallback = defaultNamespace ?? (namespaces.size === 1 ? [...namespaces.keys()][0] : undefined);
  const own = fallback === undefined ? '' : `    defaultNS: ${JSON.stringify(fallback)};\n`;
  const value = keySeparator === '' ? 'false' : JSON.stringify(keySeparator);
  const separator = keySeparator === undefined ? '' : `    keySeparator: ${value};\n`;
  return `${HEAD}import 'i18next';

declare module 'i18next' {
  interface CustomTypeOptions {
${own}${separator}    resources: {
${resources.join('')}    };
  }
}
`;
}

/** Returns types with which `useTranslations` of next-intl knows keys and the arguments of ICU messages. */
export const declareNextIntl = (messages: Messages, languages: readonly string[]): string => `${HEAD}import 'next-intl';

declare module 'next-intl' {
  interface AppConfig {
    Locale: ${union(languages)};
    Messages: ${typeOf(messages, 2)};
  }
}
`;

/**
 * Returns types with which FormatJS (react-intl) knows the ids of messages. Its functions do not check values, so there is an
 * interface of these for functions of one's own.
 */
export function declareFormatjs(messages: Messages, languages: readonly string[]): string {
  const values = Object.entries(messages).flatMap(([name, text]) =>
    typeof text === 'string' ? [`    ${JSON.stringify(name)}: ${parameterType(text)};\n`] : [],
  );
  return `${HEAD}export {};

declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: keyof GlossaMessageValues;
    }
    interface IntlConfig {
      locale: ${union(languages)};
    }
  }

  /** The values of each message. */
  interface GlossaMessageValues {
${values.join('')}  }
}
`;
}

function parameterType(text: string): string {
  const parameters = isMessage(text) ? [...parametersOf(text)] : [];
  if (parameters.length === 0) return 'Record<never, never>';
  return `{ ${parameters.map(([name, type]) => `${JSON.stringify(name)}: ${type}`).join('; ')} }`;
}

const union = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(' | ');

/** Returns the type of a value as it is: libraries read the placeholders in literal types. */
function typeOf(value: Messages[string], depth: number): string {
  if (typeof value === 'string' || value === null) return JSON.stringify(value);
  const indent = '  '.repeat(depth + 1);
  if (Array.isArray(value)) return `[${value.map((item: Messages[string]) => typeOf(item, depth)).join(', ')}]`;
  const members = Object.entries(value as Messages);
  if (members.length === 0) return 'Record<never, never>';
  const lines = members.map(([name, member]) => `${indent}${JSON.stringify(name)}: ${typeOf(member, depth + 1)};\n`);
  return `{\n${lines.join('')}${'  '.repeat(depth)}}`;
}
