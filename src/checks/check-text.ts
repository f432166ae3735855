import { isMessageForm } from '../language-files/messages';
import type { CheckCode, Finding } from './finding';
import { languageTraits, type TraitsOfPair } from './language-traits';
import { type Leaf, Message } from './message';
import { findUnbalancedBrackets } from './rules/brackets';
import { findEndPunctuation } from './rules/end-punctuation';
import { findIcuProblem } from './rules/icu-syntax';
import { findLineBreaks } from './rules/line-breaks';
import { findMarkupMismatch } from './rules/markup';
import { findMissingPlaceholders } from './rules/missing-placeholders';
import { findNumberMismatch } from './rules/numbers';
import { findMissingForms } from './rules/plural-forms';
import { findSameAsSource } from './rules/same-as-source';
import { findDoubleSpace, findLeadingSpace, findTrailingSpace } from './rules/spaces';
import { findTooLong } from './rules/too-long';
import { findUnknownPlaceholders } from './rules/unknown-placeholders';
import { findUrlMismatch } from './rules/urls';
import type { TextFacts } from './text-facts';

/** A message of a project in a language. */
export interface LanguageText {
  /** Canonical BCP 47. */
  readonly language: string;
  readonly text: string;
}

export interface TextToCheck {
  readonly source: LanguageText;
  readonly target: LanguageText;
  /** The greatest length of the target text, in grapheme clusters. Default: none. */
  readonly maxLength?: number;
}

/** A form of the target, with the form of the source that is shown for the same numbers and options. */
interface ComparedForm {
  readonly facts: TextFacts;
  readonly path: Leaf['path'];
  readonly original: TextFacts;
}

/** A text and its source, with what their rules have to know. */
interface Comparison {
  readonly source: Message;
  readonly target: Message;
  readonly languages: { readonly source: string; readonly target: string };
  readonly traits: TraitsOfPair;
  readonly forms: readonly ComparedForm[];
  readonly maxLength?: number;
}

/** Returns what is wrong, or undefined. */
type Rule = (comparison: Comparison) => string | undefined;

interface Check {
  readonly code: CheckCode;
  readonly rule: Rule;
  /**
   * The texts that are checked: all, texts that differ from their source, or texts that are the same. Default:
   * `translated`.
   */
  readonly of?: 'all' | 'same';
}

/** In the order of `CHECK_CODES`. */
const CHECKS: readonly Check[] = [
  { code: 'icu_syntax', rule: ({ source, target }) => findIcuProblem(source, target) },
  {
    code: 'placeholder_missing',
    rule: ({ source, target, languages }) => findMissingPlaceholders(source, target, languages.target),
  },
  { code: 'placeholder_unknown', rule: ({ source, target }) => findUnknownPlaceholders(source, target) },
  {
    code: 'plural_form_missing',
    rule: ({ source, target, languages }) => findMissingForms(source, languages.source, target, languages.target),
    of: 'all',
  },
  { code: 'markup_mismatch', rule: inForms(findMarkupMismatch) },
  { code: 'url_mismatch', rule: inForms(findUrlMismatch) },
  { code: 'number_mismatch', rule: inForms(findNumberMismatch) },
  { code: 'too_long', rule: ({ target, maxLength }) => findTooLong(target, maxLength), of: 'all' },
  { code: 'leading_space', rule: inForms(findLeadingSpace) },
  { code: 'trailing_space', rule: inForms(findTrailingSpace) },
  { code: 'line_breaks', rule: inForms(findLineBreaks) },
  { code: 'double_space', rule: inForms(findDoubleSpace) },
  { code: 'end_punctuation', rule: inForms(findEndPunctuation) },
  { code: 'unbalanced_brackets', rule: inForms(findUnbalancedBrackets) },
  { code: 'same_as_source', rule: ({ target, traits }) => findSameAsSource(target.root.facts, traits), of: 'same' },
];
const OF_TRANSLATED = CHECKS.filter((check) => check.of !== 'same');
const OF_SAME = CHECKS.filter((check) => check.of !== undefined);
const OF_ALL = CHECKS.filter((check) => check.of === 'all');

/** A source text, whose analysis is made once for the texts that are compared with it. */
export class SourceText {
  private readonly message: Message;
  private readonly isBlank: boolean;

  constructor(private readonly source: LanguageText) {
    this.message = new Message(source.text);
    this.isBlank = isBlank(source.text);
  }

  /**
   * Returns what is wrong with a text, at most one finding of each code, in the order of `CHECK_CODES`. Takes linear
   * time and never throws. A text of nothing but white space is blank on purpose, and has no findings; with a blank
   * source, only what needs none is checked.
   *
   * @param maxLength the greatest length of the text, in grapheme clusters. Default: none.
   */
  check({ language, text }: LanguageText, maxLength?: number): Finding[] {
    const findings: Finding[] = [];
    if (isBlank(text)) return findings;
    const { source, message: original } = this;
    const isSame = source.text === text;
    const message = isSame ? original : new Message(text);
    const comparison: Comparison = {
      source: original,
      target: message,
      languages: { source: source.language, target: language },
      traits: { source: languageTraits(source.language), target: languageTraits(language) },
      forms: message.leaves.map(({ form, path }) => ({
        facts: form.facts,
        path,
        original: original.counterpartOf(path).facts,
      })),
      maxLength,
    };
    const checks = this.isBlank ? OF_ALL : isSame ? OF_SAME : OF_TRANSLATED;
    for (const { code, rule, of } of checks) {
      // A damaged message has no forms to compare.
      if (of === undefined && findings[0]?.code === 'icu_syntax' && !isMessageForm(message.icu)) continue;
      const detail = rule(comparison);
      if (detail !== undefined) findings.push({ code, detail });
    }
    return findings;
  }
}

/** Compares a text with its source. See `SourceText.check`. */
export const checkText = ({ source, target, maxLength }: TextToCheck): Finding[] =>
  new SourceText(source).check(target, maxLength);

const isBlank = (text: string): boolean => text.trim() === '';

/** Applies a rule to each form of a text, and returns the first finding. */
function inForms(rule: (source: TextFacts, target: TextFacts, traits: TraitsOfPair) => string | undefined): Rule {
  return ({ forms, traits }) => {
    for (const { facts, path, original } of forms) {
      const found = rule(original, facts, traits);
      if (found === undefined) continue;
      if (path.length === 0) return found;
      return `${found}, in the form ${path.map(([, selector]) => `"${selector}"`).join(', ')}`;
    }
    return undefined;
  };
}
