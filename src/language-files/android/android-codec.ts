import type { FormatCodec } from '../model/codec';
import { PLURAL_CATEGORIES } from '../model/plural';
import { androidPath } from './android-paths';
import { readAndroid } from './android-reader';
import { writeAndroid } from './android-writer';

/**
 * Android string resources: `<string>`, `<plurals>` and `<string-array>`, with the quotes and escapes of aapt2
 * (developer.android.com, "String resources").
 */
export const androidCodec: FormatCodec = {
  id: 'android',
  name: 'Android string resources',
  extensions: ['xml'],
  naming: { defaultName: 'strings' },
  mediaType: 'application/xml',
  bilingual: false,
  multilingual: false,
  plurals: 'native',
  pluralScope: () => ({ categories: PLURAL_CATEGORIES, exact: 'none' }),
  comments: true,
  losses: [
    'Resources that are no texts (colors, dimensions, typed arrays) are not imported.',
    'aapt2 puts another text in place of one of more than 32,767 bytes.',
    'Comments within a text or below the last resource are not imported.',
    'A plural is written with every category of its language, copied from "other" where it has no text.',
    'The name of a plural’s argument does not come back: it is count.',
  ],
  keepsMeta: true,
  streams: true,
  canParse: true,
  sniff: (head) => (/<resources[\s/>]/.test(head) ? 2 : 0),
  pathOf: androidPath,
  parse: readAndroid,
  serialize: writeAndroid,
};
