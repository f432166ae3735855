import { openJsonTemplate } from '../json/json-template';
import type { FormatCodec } from '../model/codec';
import { decodeFile } from '../text/text-encoding';
import { readI18next } from './i18next-reader';
import { readI18nextPlaces } from './i18next-template';
import { i18nextTexts, writeI18next } from './i18next-writer';
import { zeroFormScope } from '../text/plurals/zero-form';

/**
 * i18next JSON v4 (i18next documentation, "JSON Format"): nested objects, with plurals as `key_one` and
 * `key_ordinal_one`. Contexts (`friend_male`) are ordinary names, which may have plurals (`friend_male_one`).
 */
export const i18nextCodec: FormatCodec = {
  id: 'i18next',
  name: 'i18next JSON v4',
  extensions: ['json'],
  naming: { defaultName: 'translation' },
  neverDetected: true,
  mediaType: 'application/json',
  bilingual: false,
  multilingual: false,
  plurals: 'native',
  syntax: 'i18next',
  pluralScope: zeroFormScope,
  comments: false,
  losses: [
    'Numbers and booleans come back as texts.',
    'Empty objects and arrays do not come back.',
    'Dotted names of a file without nested objects come back nested wherever nothing else is in the way.',
    'The argument of a plural becomes `count`. A form for an exact number is written if a category of the language stands for this number alone (`=1` is `_one` in English); `=0` is `_zero`.',
    'A plural with only one form (`key_other`) is read as a plural only if the key is one in the project already.',
  ],
  keepsMeta: false,
  streams: false,
  nests: true,
  joinsNames: true,
  /**
   * The `loadPath` of i18next's backends is `/locales/{{lng}}/{{ns}}.json`; their default namespace is `translation`.
   */
  pathOf: (language, namespace = 'translation') => `${language}/${namespace}.json`,
  canParse: true,
  duplicates: 'last',
  parse: (bytes, context) => ({ entries: readI18next(decodeFile(bytes, context), context) }),
  template: { texts: i18nextTexts, read: readI18nextPlaces, open: openJsonTemplate },
  serialize: writeI18next,
};
