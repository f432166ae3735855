/** Names and values of what a sentence says. A list of names is an array. */
export type SentenceParams = Readonly<Record<string, string | number | readonly string[]>>;

/**
 * The sentences of each code: the reason, which tells sentences of one code apart ('' is the usual one), and the English
 * sentence with its parameters: `the text has {length} characters`. `{names[]}` is a list: `a, b and c`. The first
 * sentence that fits is the one that is read, so that special ones come first.
 */
export type SentencesByCode = Readonly<Record<string, readonly (readonly [reason: string, sentence: string])[]>>;

/** UTF-16 code units of the parameters of one sentence; a longer one has none. */
const MAX_LENGTH = 2_000;

/**
 * Reads the parameters from an English sentence, so that a program can say the same in another language. Takes time in
 * proportion to the length of the sentence.
 *
 * @returns the parameters, with `reason` where the code has several sentences; undefined if the code has no such
 *   sentence or the sentence has no parameters
 */
export function readParams(sentences: SentencesByCode, code: string, sentence: string): SentenceParams | undefined {
  if (sentence.length > MAX_LENGTH || !Object.hasOwn(sentences, code)) return undefined;
  for (const [reason, template] of sentences[code] ?? []) {
    const params = readOne(template, sentence);
    if (params === undefined) continue;
    const all = { ...(reason !== '' && { reason }), ...params };
    return Object.keys(all).length === 0 ? undefined : all;
  }
  return undefined;
}

const PARAMETER = /\{(\w+)(\[\])?\}/g;

/** The names of the parameters of a sentence. */
export const parameterNames = (template: string): string[] =>
  Array.from(template.matchAll(PARAMETER), ([, name = '']) => name);

function readOne(template: string, sentence: string): SentenceParams | undefined {
  const parameters = [...template.matchAll(PARAMETER)];
  if (parameters.length === 0) return template === sentence ? {} : undefined;
  const first = template.slice(0, parameters[0]?.index);
  if (!sentence.startsWith(first)) return undefined;
  const params: Record<string, string | number | readonly string[]> = {};
  let start = first.length;
  for (const [i, parameter] of parameters.entries()) {
    const [written, name = '', isList] = parameter;
    const next = parameters[i + 1]?.index;
    const literal = template.slice(parameter.index + written.length, next);
    const end = next === undefined ? sentence.length - literal.length : sentence.indexOf(literal, start + 1);
    if (end <= start || (next === undefined && !sentence.endsWith(literal))) return undefined;
    const value = sentence.slice(start, end);
    params[name] = isList === undefined ? toValue(value) : splitNames(value);
    start = end + literal.length;
  }
  return params;
}

const toValue = (value: string): string | number => (/^(?:0|[1-9]\d{0,14})$/.test(value) ? Number(value) : value);

/** Splits `a, b and c`, and `a, b and 3 more`, into its items. */
function splitNames(list: string): readonly string[] {
  const and = list.lastIndexOf(' and ');
  return and < 0 ? [list] : [...list.slice(0, and).split(', '), list.slice(and + ' and '.length)];
}
