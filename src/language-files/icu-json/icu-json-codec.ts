import type { FormatCodec } from '../model/codec';
import { jsonNestedCodec } from '../json/json-codec';
import { toIcuText } from './icu-texts';

/**
 * JSON whose texts are ICU messages, which pass verbatim. Both layouts are read. The nested one is written, because
 * next-intl and vue-i18n treat dots in a name as levels; the `json` codec writes the flat layout of FormatJS, with the
 * same ICU messages.
 */
export const icuJsonCodec: FormatCodec = {
  ...jsonNestedCodec,
  id: 'icu-json',
  name: 'JSON with ICU messages, nested',
  plurals: 'icu',
  syntax: 'icu',
  neverDetected: true,
  translate: toIcuText(true),
};
