import type { FormatCodec } from '../../model/codec';
import { readStringsdict } from './stringsdict-reader';
import { stringsdictTemplate } from './stringsdict-template';
import { writeStringsdict } from './stringsdict-writer';
import { zeroFormScope } from '../../text/plurals/zero-form';

/**
 * Apple's .stringsdict files: XML property lists with plural rules (developer.apple.com, "Stringsdict File Format").
 */
export const stringsdictCodec: FormatCodec = {
  id: 'stringsdict',
  name: 'Apple stringsdict',
  extensions: ['stringsdict'],
  naming: { defaultName: 'Localizable' },
  mediaType: 'application/x-plist',
  bilingual: false,
  multilingual: false,
  plurals: 'native',
  syntax: 'apple',
  hasVariables: true,
  pluralScope: zeroFormScope,
  comments: true,
  losses: [
    'Formats with several variables, and texts for devices or widths, come back only if their text is not changed.',
    'A form for an exact number is written if a category of the language stands for this number alone (`=1` is `one` in English); `=0` is `zero`.',
    'Comments within an entry or below the last one are not imported.',
  ],
  keepsMeta: true,
  streams: true,
  canParse: true,
  pathOf: (language, namespace) => `${language}.lproj/${namespace ?? 'Localizable'}.stringsdict`,
  parse: readStringsdict,
  template: stringsdictTemplate,
  serialize: writeStringsdict,
};
