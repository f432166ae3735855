import type { FormatCodec } from '../model/codec';
import { decodeText } from '../text/text-encoding';
import { readI18next } from './i18next-reader';
import { writeI18next } from './i18next-writer';
import { zeroFormScope } from '../text/plurals/zero-form';

/**
 * i18next JSON v4 (i18next documentation, "JSON Format"): nested objects; plurals as `key_one` and `key_ordinal_one`.
 * Contexts (`friend_male`) are names like any other, and may have plurals of their own (`friend_male_one`).
 */
export const i18nextCodec: FormatCodec = {
  id: 'i18next',
  name: 'i18next JSON v4',
  extensions: ['json'],
  mediaType: 'application/json',
  bilingual: false,
  multilingual: false,
  plurals: 'native',
  pluralScope: zeroFormScope,
  comments: false,
  losses: [
    'Numbers and booleans come back as texts.',
    'Empty objects and arrays do not come back.',
    'Dotted names come back nested wherever nothing else is in the way.',
    'Plurals count by `count`; exact forms are dropped but for `=0`, which is `_zero` where the language has no such category.',
    'A plural of one form alone (`key_other`) is read as a plural only where the project has it as one already.',
  ],
  keepsMeta: false,
  streams: false,
  /** `loadPath` of i18next's backends: `/locales/{{lng}}/{{ns}}.json`; `translation` is its default namespace. */
  pathOf: (language, namespace = 'translation') => `${language}/${namespace}.json`,
  canParse: true,
  parse: (bytes, context) => ({ entries: readI18next(decodeText(bytes), context) }),
  serialize: writeI18next,
};
