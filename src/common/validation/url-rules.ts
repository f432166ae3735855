import { storableRules, type TextRule } from './text-rules';

const MAX_URL_CHARACTERS = 2_048;

const isUrl = (value: string): boolean => /^\S+$/.test(value) && URL.canParse(value);

/** Addresses that the service connects to at the wish of its users. */
export const urlRules: readonly TextRule[] = [
  {
    code: 'too_long',
    isValid: (value) => value.length <= MAX_URL_CHARACTERS,
    detail: `at most ${MAX_URL_CHARACTERS} characters`,
  },
  ...storableRules,
  {
    code: 'invalid_format',
    isValid: (value) => isUrl(value) && /^https?:$/.test(new URL(value).protocol),
    detail: 'must be an absolute URL that begins with https:// or http://',
  },
  {
    code: 'not_allowed',
    isValid: (value) => new URL(value).username === '' && new URL(value).password === '',
    detail: 'must not contain a user name or a password',
  },
  { code: 'not_allowed', isValid: (value) => new URL(value).hash === '', detail: 'must not contain a fragment' },
];
