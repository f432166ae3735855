/** The attribute of `@name` that has the key of the project, where a file has another name for it. */
export const KEY_ATTRIBUTE = 'x-glossa-key';

/** The names of public getters and methods in Dart, as Flutter's gen-l10n checks them. */
const DART_NAME = /^[a-z$][A-Za-z0-9_$]*$/;

const RESERVED: ReadonlySet<string> = new Set([
  // The reserved words of Dart; its other keywords can be names of methods.
  ...['assert', 'break', 'case', 'catch', 'class', 'const', 'continue', 'default', 'do', 'else', 'enum', 'extends'],
  ...['false', 'final', 'finally', 'for', 'if', 'in', 'is', 'new', 'null', 'rethrow', 'return', 'super', 'switch'],
  ...['this', 'throw', 'true', 'try', 'var', 'void', 'while', 'with'],
  // Members of the generated class and of every class, and names that the generated code uses.
  ...['delegate', 'localeName', 'localizationsDelegates', 'of', 'supportedLocales'],
  ...['hashCode', 'noSuchMethod', 'runtimeType', 'toString'],
  ...['bool', 'double', 'dynamic', 'int', 'intl', 'num', 'override'],
]);

/** Whether gen-l10n generates code from the name that compiles. */
export const isFlutterName = (name: string): boolean => DART_NAME.test(name) && !RESERVED.has(name);

/**
 * Returns the name of a key in lower camel case (`homeFiles` of `Home.files`); the key itself where Flutter accepts it.
 * Different keys can have the same name.
 */
export function toFlutterName(key: string): string {
  if (isFlutterName(key)) return key;
  const [first = '', ...others] = splitWords(key).map((word) => (/[a-z]/.test(word) ? word : word.toLowerCase()));
  const name = [first.charAt(0).toLowerCase() + first.slice(1), ...others.map(capitalize)].join('');
  return isFlutterName(name) ? name : `key${capitalize(name)}`;
}

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Accents of Latin letters are left out. Each other letter that is not ASCII is a word: `u` and its code point. */
function splitWords(key: string): string[] {
  const plain = key
    .normalize('NFD')
    .replaceAll(/([A-Za-z])\p{M}+/gu, '$1')
    .normalize('NFC');
  const words = plain.match(/[A-Za-z0-9]+|[\p{L}\p{N}\p{M}]/gu) ?? [...key];
  return words.map((word) => (/^[A-Za-z0-9]/.test(word) ? word : `u${word.codePointAt(0)?.toString(16)}`));
}
