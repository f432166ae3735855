import { validate as isUuid } from 'uuid';
import type { FieldErrorCode } from '../errors/catalogue';

const MAX_KEY_NAME_BYTES = 8_192;
export const MAX_TEXT_CHARACTERS = 65_536;
const MAX_DISPLAY_NAME_CHARACTERS = 200;
const MAX_DESCRIPTION_CHARACTERS = 4_096;
const MAX_COMMENT_CHARACTERS = 10_000;
const MAX_STYLE_NOTE_CHARACTERS = 1_000;
const MAX_FILE_NAME_CHARACTERS = 1_024;
/** The number of tags of a key. */
export const MAX_TAGS = 50;

/** One thing that is wrong with a value. */
export interface ValidationIssue {
  code: FieldErrorCode;
  /** For people; read after the name of the field. */
  detail: string;
}

/** One rule for a string. */
export interface TextRule {
  /** The code of the error, and the name of the class-validator constraint. */
  code: FieldErrorCode;
  isValid: (value: string) => boolean;
  detail: string | ((value: string) => string);
  /** What JSON Schema can say of the rule, in the OpenAPI document. */
  schema?: { minLength?: number; maxLength?: number };
}

/** @returns the issue with the first rule that the value breaks; undefined if it breaks none */
export function findIssue(rules: readonly TextRule[], value: string): ValidationIssue | undefined {
  for (const { code, isValid, detail } of rules) {
    if (!isValid(value)) return { code, detail: typeof detail === 'string' ? detail : detail(value) };
  }
  return undefined;
}

const isNotBlank = (value: string): boolean => value.trim() !== '';

/** Strings that the database stores: PostgreSQL stores no U+0000, and UTF-8 cannot encode a lone surrogate. */
export const storableRules: readonly TextRule[] = [
  {
    code: 'invalid_character',
    isValid: (value) => !value.includes('\0') && value.isWellFormed(),
    detail: (value) =>
      value.includes('\0')
        ? `contains U+0000 at index ${value.indexOf('\0')}`
        : `contains a lone surrogate at index ${loneSurrogateIndex(value)}`,
  },
];

function loneSurrogateIndex(value: string): number {
  let index = 0;
  for (const character of value) {
    if (/^\p{Cs}$/u.test(character)) break;
    index += character.length;
  }
  return index;
}

/** Names of keys: 1 to 8,192 bytes of UTF-8, not only white space. */
export const keyNameRules: readonly TextRule[] = [
  { code: 'too_short', isValid: (value) => value !== '', detail: 'at least 1 byte', schema: { minLength: 1 } },
  {
    code: 'too_long',
    isValid: (value) => value.length <= MAX_KEY_NAME_BYTES && Buffer.byteLength(value) <= MAX_KEY_NAME_BYTES,
    detail: `at most ${MAX_KEY_NAME_BYTES} bytes`,
    schema: { maxLength: MAX_KEY_NAME_BYTES },
  },
  { code: 'invalid_format', isValid: isNotBlank, detail: 'must contain more than white space' },
  ...storableRules,
];

/** Namespaces: the part of key names before their first dot; `''` if a name has no dot. */
export const namespaceRules: readonly TextRule[] = [
  { code: 'invalid_format', isValid: (value) => !value.includes('.'), detail: 'must not contain a dot' },
  ...keyNameRules
    .filter(({ code }) => code !== 'too_short')
    .map((rule) => ({ ...rule, isValid: (value: string) => value === '' || rule.isValid(value) })),
];

/** Separators of names. */
export const separatorRules: readonly TextRule[] = [
  {
    code: 'too_long',
    isValid: (value) => value.length <= 16,
    detail: 'at most 16 characters',
    schema: { maxLength: 16 },
  },
  ...storableRules,
];

const maxCharacters = (max: number): TextRule => ({
  code: 'too_long',
  isValid: (value) => !isLonger(value, max),
  detail: `at most ${max} characters`,
  schema: { maxLength: max },
});

/** Texts of keys: at most 65,536 characters. */
export const translationRules: readonly TextRule[] = [maxCharacters(MAX_TEXT_CHARACTERS), ...storableRules];

/** Comments: 1 to 10,000 characters, not only white space. */
export const commentRules: readonly TextRule[] = [
  {
    code: 'too_short',
    isValid: isNotBlank,
    detail: 'at least 1 character that is not white space',
    schema: { minLength: 1 },
  },
  maxCharacters(MAX_COMMENT_CHARACTERS),
  ...storableRules,
];

/** Descriptions of keys: at most 4,096 characters. */
export const descriptionRules: readonly TextRule[] = [maxCharacters(MAX_DESCRIPTION_CHARACTERS), ...storableRules];

/** Style notes of projects: at most 1,000 characters. */
export const styleNoteRules: readonly TextRule[] = [maxCharacters(MAX_STYLE_NOTE_CHARACTERS), ...storableRules];

/** Names of projects, organizations and API keys: 1 to 200 characters, not only white space. */
export const displayNameRules: readonly TextRule[] = [
  {
    code: 'too_short',
    isValid: isNotBlank,
    detail: 'at least 1 character that is not white space',
    schema: { minLength: 1 },
  },
  maxCharacters(MAX_DISPLAY_NAME_CHARACTERS),
  {
    code: 'invalid_character',
    isValid: (value) => !/\p{Cc}/u.test(value),
    detail: 'must not contain control characters',
  },
  ...storableRules,
];

/** Tags of keys: 1 to 100 characters, without commas, which separate tags in queries. */
export const tagRules: readonly TextRule[] = [
  {
    code: 'too_short',
    isValid: isNotBlank,
    detail: 'at least 1 character that is not white space',
    schema: { minLength: 1 },
  },
  maxCharacters(100),
  {
    code: 'invalid_character',
    isValid: (value) => !/[,\p{Cc}]/u.test(value),
    detail: 'must not contain commas or control characters',
  },
  ...storableRules,
];

/** Names of uploaded files, with or without folders. */
export const fileNameRules: readonly TextRule[] = [
  { code: 'too_short', isValid: (value) => value !== '', detail: 'at least 1 character', schema: { minLength: 1 } },
  maxCharacters(MAX_FILE_NAME_CHARACTERS),
  ...storableRules,
];

/** Counts characters as code points, and only if the number of code units leaves it open. */
function isLonger(value: string, max: number): boolean {
  if (value.length <= max) return false;
  if (value.length > 2 * max) return true;
  return [...value].length > max;
}

/** RFC 3339, the profile of ISO 8601 in which date, time and offset from UTC are all required. */
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/i;

/** The id of something that the service has made. */
export const idRule: TextRule = {
  code: 'invalid_format',
  isValid: (value) => isUuid(value),
  detail: 'must be a UUID',
};

/** A point in time. */
export const timeRule: TextRule = {
  code: 'invalid_format',
  isValid: (value) => !Number.isNaN(Date.parse(value)) && isDay(DATE_TIME.exec(value)?.[1] ?? ''),
  detail: 'must be a date and time of ISO 8601 like 2027-01-31T12:00:00Z',
};

/** JavaScript reads the 30th of February as the 2nd of March. */
const isDay = (day: string): boolean => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
