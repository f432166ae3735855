import type { FormatCodec } from './codec';
import { androidCodec } from '../android/android-codec';
import { arbCodec } from '../arb/arb-codec';
import { csvCodec, tsvCodec } from '../csv/csv-codec';
import { fluentCodec } from '../fluent/fluent-codec';
import { i18nextCodec } from '../i18next/i18next-codec';
import { icuJsonCodec } from '../icu-json/icu-json-codec';
import { jsonCodec, jsonNestedCodec } from '../json/json-codec';
import { phpCodec } from '../php/php-codec';
import { poCodec, potCodec } from '../gettext/po-codec';
import { propertiesCodec } from '../properties/properties-codec';
import { qtTsCodec } from '../qt-ts/qt-ts-codec';
import { resxCodec } from '../resx/resx-codec';
import { stringsCodec } from '../apple/strings/strings-codec';
import { stringsdictCodec } from '../apple/stringsdict/stringsdict-codec';
import { tmxCodec } from '../tmx/tmx-codec';
import { xcstringsCodec } from '../apple/xcstrings/xcstrings-codec';
import { xliff2Codec, xliffCodec } from '../xliff/xliff-codec';
import { xlsxCodec } from '../xlsx/xlsx-codec';
import { yamlCodec, yamlRailsCodec } from '../yaml/yaml-codec';

/** All formats, in the order of the API and the docs. A new format is added here and nowhere else. */
export const codecs: readonly FormatCodec[] = [
  jsonCodec,
  jsonNestedCodec,
  icuJsonCodec,
  i18nextCodec,
  arbCodec,
  xcstringsCodec,
  yamlCodec,
  yamlRailsCodec,
  poCodec,
  potCodec,
  propertiesCodec,
  xliffCodec,
  xliff2Codec,
  androidCodec,
  stringsCodec,
  stringsdictCodec,
  csvCodec,
  tsvCodec,
  xlsxCodec,
  resxCodec,
  qtTsCodec,
  tmxCodec,
  fluentCodec,
  phpCodec,
];

const byId: ReadonlyMap<string, FormatCodec> = new Map(codecs.map((codec) => [codec.id, codec]));

/** Returns the codec of a format, undefined for an unknown id. */
export const codecById = (id: string): FormatCodec | undefined => byId.get(id);
