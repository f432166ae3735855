import type { FormatCodec } from '../model/codec';
import { underscoredTag } from '../text/locale-names';
import { numerusOf } from './qt-plurals';
import { readQtTs } from './qt-reader';
import { qtTemplate } from './qt-template';
import { writeQtTs } from './qt-writer';
import { qtStates } from './qt-states';

/** TS files of Qt Linguist. The key is context, source and disambiguation, or the id of a message (`QtKey`). */
export const qtTsCodec: FormatCodec = {
  id: 'qt-ts',
  name: 'Qt Linguist (TS)',
  extensions: ['ts'],
  mediaType: 'application/x-linguist; charset=utf-8',
  bilingual: true,
  multilingual: false,
  plurals: 'native',
  syntax: 'qt',
  pluralScope: (_type, language, file) => ({ ...numerusOf(file.language ?? language), exact: 'none' }),
  comments: true,
  losses: [
    'Only the plural forms that Qt has for the language are written: forms for decimals are dropped, and forms for exact numbers that no form of the language stands for alone (`=1` is `one` in English). Ordinal plurals are written as ICU messages.',
    'Comments of contexts and XML comments are not kept; relative locations become absolute.',
    'Vanished and obsolete messages are not imported as keys: they are kept with their language.',
  ],
  keepsMeta: true,
  states: qtStates,
  streams: true,
  canParse: true,
  sniff: (head) => (/<!DOCTYPE TS>|<TS\s[^>]{0,500}?version=/.test(head) ? 2 : 0),
  /** `lrelease` compiles these files to the names that `QTranslator::load(locale, name, "_")` searches. */
  pathOf: (language, namespace) => `${namespace === undefined ? '' : `${namespace}_`}${underscoredTag(language)}.ts`,
  parse: readQtTs,
  template: qtTemplate,
  serialize: writeQtTs,
};
