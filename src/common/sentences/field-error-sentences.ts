import type { SentencesByCode } from './sentence';

/** Sentences of the entries of `errors` whose codes only these have. A code without a sentence has no parameters. */
export const FIELD_ERROR_SENTENCES = {
  required: [
    ['', 'is required'],
    ['any_field', 'at least one field to change'],
    ['any_of', 'at least one of {names}'],
    ['for_file', 'is required for this file'],
    ['name_of_file', 'each of several files needs a name'],
    ['for_enterprise', 'is required for the plan enterprise'],
    ['by_link', 'is required by this link'],
    ['sign_in', 'email and password, or apiKey'],
  ],
  unknown_field: [['', 'is not known']],
  wrong_type: [['', 'must be {type}']],
  too_short: [
    ['', 'at least {min} {unit}'],
    ['visible', 'at least 1 character that is not white space'],
    ['empty', 'is empty'],
  ],
  too_long: [['', 'at most {max} {unit}']],
  too_small: [
    ['', 'at least {min}'],
    ['future', 'must be in the future'],
  ],
  too_large: [['', 'at most {max}']],
  too_many: [
    ['all', 'at most {max} in all'],
    ['', 'at most {max} {unit}'],
  ],
  too_few: [['', 'at least {min} {unit}']],
  not_allowed: [
    ['one_of', 'must be one of {names}'],
    ['source_language', 'must not contain the source language'],
    ['remove_source_language', 'the source language cannot be removed'],
    ['with_revision', 'cannot be combined with revision'],
    ['public_address', 'must be reachable at a public address'],
    ['foreign_project', 'is no project of this organization'],
    ['fixed_limit', 'the plan {plan} has a fixed rate limit'],
    ['forbidden_term', 'a forbidden term cannot have doNotTranslate'],
    ['one_file', 'is for one file'],
    ['dry_run', 'is for dry runs'],
    ['zip', '{file} is a zip; import it by itself'],
    [
      'other_format',
      '{file} has the format {format}, and other files have {other}; import the files of each format by themselves',
    ],
  ],
  invalid_format: [
    ['language', 'must be a language tag (BCP 47)'],
    ['no_language', 'is not a language tag (BCP 47)'],
    ['uuid', 'must be a UUID'],
    ['time', 'must be a date and time of ISO 8601 like 2027-01-31T12:00:00Z'],
    ['revision', 'must be a revision, or a time such as 2026-11-20T12:00:00Z'],
    ['email', 'must be an e-mail address'],
    ['url', 'must be an absolute URL that begins with https:// or http://'],
    ['blank', 'must contain more than white space'],
    ['dot', 'must not contain a dot'],
    ['cursor', 'is not a cursor of this list'],
    ['items', 'has {count} items for {files} files'],
    [
      'channel',
      'must be 1 to 64 lower-case letters, digits, dots, hyphens and underscores, the first a letter or a digit',
    ],
  ],
  invalid_character: [
    ['control', 'must not contain control characters'],
    ['commas', 'must not contain commas or control characters'],
  ],
  duplicate: [
    ['item', 'contains an item twice'],
    ['language', '{language} occurs twice'],
    ['file', 'two files are named {file}'],
  ],
  not_found: [],
} as const satisfies SentencesByCode;
