import type { FormatCodec } from '../model/codec';
import { underscoredTag } from '../text/locale-names';
import { numerusCategories } from './qt-plurals';
import { readQtTs } from './qt-reader';
import { writeQtTs } from './qt-writer';

/** TS files of Qt Linguist. The key is context, source and disambiguation, or the id of a message (`QtKey`). */
export const qtTsCodec: FormatCodec = {
  id: 'qt-ts',
  name: 'Qt Linguist (TS)',
  extensions: ['ts'],
  mediaType: 'application/x-linguist; charset=utf-8',
  bilingual: true,
  multilingual: false,
  plurals: 'native',
  pluralScope: (_type, language, file) => ({ categories: numerusCategories(file.language ?? language), exact: 'none' }),
  comments: true,
  losses: [
    'Plural forms are those of Qt for the language: others (exact numbers, decimals, ordinals) are dropped or written as ICU.',
    'Comments of contexts and XML comments are not kept; relative locations become absolute.',
    'Vanished and obsolete messages are no keys: they are kept with their language.',
  ],
  keepsMeta: true,
  streams: true,
  canParse: true,
  sniff: (head) => (/<!DOCTYPE TS>|<TS\s[^>]{0,500}?version=/.test(head) ? 2 : 0),
  /** The names of the files that `lrelease` makes of these are those that `QTranslator::load(locale, name, "_")` looks for. */
  pathOf: (language, namespace) => `${namespace === undefined ? '' : `${namespace}_`}${underscoredTag(language)}.ts`,
  parse: readQtTs,
  serialize: writeQtTs,
};
