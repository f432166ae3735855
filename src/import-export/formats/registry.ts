import type { FormatCodec } from './codec';
import { csvCodec, tsvCodec } from './csv/csv-codec';
import { jsonCodec, jsonNestedCodec } from './json/json-codec';
import { poCodec, potCodec } from './po/po-codec';
import { propertiesCodec } from './properties/properties-codec';
import { stringsCodec } from './strings/strings-codec';
import { stringsdictCodec } from './stringsdict/stringsdict-codec';
import { androidCodec } from './android/android-codec';
import { fluentCodec } from './fluent/fluent-codec';
import { phpCodec } from './php/php-codec';
import { xlsxCodec } from './xlsx/xlsx-codec';
import { i18nextCodec } from './i18next/i18next-codec';
import { yamlCodec, yamlRailsCodec } from './yaml/yaml-codec';
import { icuJsonCodec } from './icu-json/icu-json-codec';
import { arbCodec } from './arb/arb-codec';

/** The only list of formats, in the order in which they are shown. */
export const codecs: readonly FormatCodec[] = [
  jsonCodec,
  jsonNestedCodec,
  yamlCodec,
  yamlRailsCodec,
  poCodec,
  potCodec,
  propertiesCodec,
  androidCodec,
  stringsCodec,
  stringsdictCodec,
  csvCodec,
  tsvCodec,
  xlsxCodec,
  fluentCodec,
  phpCodec,
  i18nextCodec,
  icuJsonCodec,
  arbCodec,
];

const byId: ReadonlyMap<string, FormatCodec> = new Map(codecs.map((codec) => [codec.id, codec]));

export const codecById = (id: string): FormatCodec | undefined => byId.get(id);
