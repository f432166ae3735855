import type { FormatCodec } from '../../model/codec';
import { decodeFile } from '../../text/text-encoding';
import { readCatalog } from './xcstrings-reader';
import { catalogTexts, readCatalogTemplate } from './xcstrings-template';
import { writeCatalog } from './xcstrings-writer';
import { zeroFormScope } from '../../text/plurals/zero-form';
import { catalogStates } from './catalog-states';

/** Apple's string catalog: one JSON file with all languages (Xcode 15 and later). */
export const xcstringsCodec: FormatCodec = {
  id: 'xcstrings',
  name: 'Apple string catalog',
  extensions: ['xcstrings'],
  mediaType: 'application/json',
  bilingual: false,
  multilingual: true,
  plurals: 'native',
  syntax: 'apple',
  hasVariables: true,
  pluralScope: zeroFormScope,
  comments: true,
  losses: [
    'Variations by device, substitutions and string sets come back unchanged, unless their text was changed.',
    'Plurals have no ordinals and no argument names. A form for an exact number is written if a category of the language stands for this number alone (`=1` is `one` in English); `=0` is `zero`.',
  ],
  keepsMeta: true,
  states: catalogStates,
  streams: true,
  canParse: true,
  duplicates: 'last',
  parse: (bytes, context) => readCatalog(decodeFile(bytes, context), context),
  template: { read: readCatalogTemplate, texts: catalogTexts },
  serialize: writeCatalog,
};
