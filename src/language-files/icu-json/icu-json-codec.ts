import type { FormatCodec } from '../model/codec';
import { jsonNestedCodec } from '../json/json-codec';

/**
 * JSON whose texts are ICU messages, which pass verbatim. Both layouts are read; written is the nested one, since
 * next-intl and vue-i18n take dots in a name for levels. FormatJS has flat names: that is what `json` writes, with ICU
 * messages as well.
 */
export const icuJsonCodec: FormatCodec = {
  ...jsonNestedCodec,
  id: 'icu-json',
  name: 'JSON with ICU messages, nested',
  plurals: 'icu',
};
