import { checkText } from '../checks/check-text';
import { withArgumentsOf } from './argument-names';
import { stepsBetween } from './diff';
import { isBoundToWords, takesSameForms } from './number-forms';
import type { Token, Tokenizer, TokenizedText } from './tokens';

/** A translation of the memory, and the text for which it is offered. */
export interface Adaptable {
  /** The source text of the translation. */
  source: TokenizedText;
  /** The translation. */
  target: string;
  /** The text to translate. */
  wanted: TokenizedText;
  languages: { source: string; target: string };
}

/** Choices by number or option, whose forms belong to their numbers: only the names of their arguments are adapted. */
const CHOICE = /\{[^{}]*,\s*(?:plural|select|selectordinal)\s*,|->/;

/**
 * Puts the numbers, placeholders and tags of a text into the translation of another one, which differs in nothing else.
 *
 * @param tokenizer of the target language
 * @returns undefined if the texts differ in more or in nothing, if the translation does not have each of them as often as
 *   its source text, if a number needs other word forms, or if the checks would find what they did not find before
 */
export function adapt({ source, target, wanted, languages }: Adaptable, tokenizer: Tokenizer): string | undefined {
  const adapted = [source.text, target, wanted.text].some((text) => CHOICE.test(text))
    ? withArgumentsOf(source.text, target, wanted.text)
    : withValues({ source, target, wanted, languages }, tokenizer);
  return adapted !== undefined && isSound({ source, target, wanted, languages }, adapted) ? adapted : undefined;
}

function withValues({ source, target, wanted, languages }: Adaptable, tokenizer: Tokenizer): string | undefined {
  const values = valuesOf(source, wanted, languages);
  if (!values) return undefined;
  const { tokens } = tokenizer.tokenize(target);
  for (const value of values.keys()) {
    if (countOf(tokens, value) !== countOf(source.tokens, value)) return undefined;
  }
  let adapted = '';
  let end = 0;
  for (const token of tokens) {
    const value = values.get(idOf(token));
    if (value === undefined) continue;
    const isOtherNumber = token.kind === 'number' && value !== token.raw;
    if (isOtherNumber && isBoundToWords(token, { text: target, language: languages.target }, source)) return undefined;
    adapted += target.slice(end, token.start) + value;
    end = token.end;
  }
  return adapted + target.slice(end);
}

const idOf = ({ kind, raw }: Token): string => `${kind} ${raw}`;

const countOf = (tokens: readonly Token[], id: string): number => tokens.filter((token) => idOf(token) === id).length;

/** Returns the new values of all numbers, placeholders and tags; undefined if the texts differ in more or in nothing. */
function valuesOf(
  source: TokenizedText,
  wanted: TokenizedText,
  languages: Adaptable['languages'],
): Map<string, string> | undefined {
  if (!source.isComparable || !wanted.isComparable) return undefined;
  const values = new Map<string, string>();
  let hasChanged = false;
  for (const [one, other] of stepsBetween(source, wanted)) {
    if (!one || !other || one.fold !== other.fold) return undefined;
    if (one.kind === 'word' || one.kind === 'mark') {
      if (one.raw !== other.raw) return undefined;
      continue;
    }
    const before = values.get(idOf(one));
    if (before !== undefined && before !== other.raw) return undefined;
    values.set(idOf(one), other.raw);
    if (one.raw === other.raw) continue;
    if (one.kind === 'number' && !takesSameForms(one.raw, other.raw, [languages.source, languages.target]))
      return undefined;
    hasChanged = true;
  }
  // Two that become the same could not be told apart again: the translation may have them in another order.
  const isReversible = new Set(values.values()).size === values.size;
  return hasChanged && isReversible ? values : undefined;
}

/** Whether the checks find nothing in the adapted text that they do not find in the translation. */
function isSound({ source, target, wanted, languages }: Adaptable, adapted: string): boolean {
  const codesOf = (original: string, text: string): string[] =>
    checkText({
      source: { language: languages.source, text: original },
      target: { language: languages.target, text },
    }).map(({ code }) => code);
  const known = codesOf(source.text, target);
  return codesOf(wanted.text, adapted).every((code) => known.includes(code));
}
