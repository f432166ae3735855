import type { SentencesByCode } from './sentence';

/** Sentences of the findings of checks, by code. A code without a sentence has no parameters. */
export const FINDING_SENTENCES = {
  icu_syntax: [
    ['selector_unknown_in_source', '"{selector}" of {{argument}, {type}} is not in the source'],
    ['no_plural_category', '"{selector}" of {{argument}, {type}} is not a plural category'],
    ['malformed', '{problem}, at character {character}'],
    ['unreadable', '{problem}'],
  ],
  placeholder_missing: [
    ['one_form', '{names[]} of the source is missing in the form {form}'],
    ['several_form', '{names[]} of the source are missing in the form {form}'],
    ['one', '{names[]} of the source is missing'],
    ['several', '{names[]} of the source are missing'],
  ],
  placeholder_unknown: [
    ['one', '{names[]} is not in the source'],
    ['several', '{names[]} are not in the source'],
  ],
  plural_form_missing: [
    ['one', '{{argument}, {type}} does not have the form {names[]}'],
    ['several', '{{argument}, {type}} does not have the forms {names[]}'],
  ],
  markup_mismatch: [
    ['one', '{names[]} of the source is missing'],
    ['several', '{names[]} of the source are missing'],
    ['added', 'the source does not have {names[]}'],
  ],
  url_mismatch: [
    ['one', '{names[]} of the source is missing'],
    ['several', '{names[]} of the source are missing'],
  ],
  number_mismatch: [
    ['added', 'the source does not have the number {names[]}'],
    ['missing', 'the number {names[]} of the source is missing'],
    ['exchanged', 'the source has the number {expected[]}, the translation {names[]}'],
  ],
  too_long: [
    ['more', 'the text has more than {length} characters, and {max} are allowed'],
    ['', 'the text has {length} characters, and {max} are allowed'],
  ],
  leading_space: [
    ['missing', 'the space at the start of the source is missing'],
    ['added', 'the source has no space at the start'],
  ],
  trailing_space: [
    ['missing', 'the space at the end of the source is missing'],
    ['added', 'the source has no space at the end'],
  ],
  line_breaks: [
    ['missing_start', 'the line break at the start of the source is missing'],
    ['missing_end', 'the line break at the end of the source is missing'],
    ['added_start', 'the source has no line break at the start'],
    ['added_end', 'the source has no line break at the end'],
    ['added', 'the source has no line breaks'],
  ],
  double_space: [['', 'there is more than one space at character {character}']],
  end_punctuation: [
    ['missing', 'the source ends with {expected}, the translation without'],
    ['added', 'the translation ends with {found}, the source without'],
    ['exchanged', 'the source ends with {expected}, the translation with {found}'],
  ],
  unbalanced_brackets: [['', 'the {brackets} are not balanced']],
  same_as_source: [['', 'the translation is the same text as the source']],
  term_missing: [
    ['', '"{term}" is not translated as "{expected}"'],
    ['kept', '"{term}" is not kept'],
  ],
  term_forbidden: [['', 'the glossary forbids "{term}"']],
} as const satisfies SentencesByCode;
