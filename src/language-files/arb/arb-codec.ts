import { toIcuText } from '../icu-json/icu-texts';
import type { FormatCodec } from '../model/codec';
import { decodeFile } from '../text/text-encoding';
import { underscoredTag } from '../text/locale-names';
import { arbProgramMeta } from './arb-program-meta';
import { readArb } from './arb-reader';
import { arbTemplate } from './arb-template';
import { writeArb } from './arb-writer';

/**
 * Application Resource Bundle (google/app-resource-bundle, "ApplicationResourceBundleSpecification") as used by
 * Flutter.
 */
export const arbCodec: FormatCodec = {
  id: 'arb',
  name: 'ARB (Flutter)',
  extensions: ['arb'],
  naming: { defaultName: 'app' },
  mediaType: 'application/json',
  bilingual: false,
  multilingual: false,
  plurals: 'icu',
  syntax: 'icu',
  translate: toIcuText(false),
  comments: true,
  losses: [
    'Numbers and booleans come back as texts.',
    'Only the file of the source language has the attributes of keys.',
    'Keys that begin with "@" can be written only with arbNames=camel.',
  ],
  keepsMeta: true,
  programMeta: arbProgramMeta,
  streams: false,
  /** The file names that Flutter's gen-l10n expects by default (`template-arb-file: app_en.arb`). */
  pathOf: (language, namespace = 'app') => `${namespace}_${underscoredTag(language)}.arb`,
  canParse: true,
  duplicates: 'last',
  parse: (bytes, context) => readArb(decodeFile(bytes, context), context),
  template: arbTemplate,
  serialize: writeArb,
};
