import type { FormatCodec } from '../../model/codec';
import { decodeFile } from '../../text/text-encoding';
import { readCatalog } from './xcstrings-reader';
import { catalogTexts, readCatalogTemplate } from './xcstrings-template';
import { writeCatalog } from './xcstrings-writer';
import { zeroFormScope } from '../../text/plurals/zero-form';

/** Apple's string catalog: one JSON file with all languages (Xcode 15 and later). */
export const xcstringsCodec: FormatCodec = {
  id: 'xcstrings',
  name: 'Apple string catalog',
  extensions: ['xcstrings'],
  mediaType: 'application/json',
  bilingual: false,
  multilingual: true,
  plurals: 'native',
  hasVariables: true,
  pluralScope: zeroFormScope,
  comments: true,
  losses: [
    'Variations by device, substitutions and string sets come back unchanged, unless their text was changed.',
    'Plurals have no ordinals, no argument names and no exact forms except for 0.',
  ],
  keepsMeta: true,
  streams: true,
  canParse: true,
  duplicates: 'last',
  parse: (bytes, context) => readCatalog(decodeFile(bytes, context), context),
  template: { read: readCatalogTemplate, texts: catalogTexts },
  serialize: writeCatalog,
};
