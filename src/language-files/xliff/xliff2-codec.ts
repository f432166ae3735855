import type { FormatCodec } from '../model/codec';
import { readXliff2 } from './xliff2-reader';
import { xliff2Template } from './xliff2-template';
import { writeXliff2 } from './xliff2-writer';
import { xliff2Lengths } from './xliff-lengths';
import { xliff2States } from './xliff-states';

export const xliff2Codec: FormatCodec = {
  id: 'xliff2',
  name: 'XLIFF 2',
  extensions: ['xlf', 'xliff'],
  naming: { defaultName: 'messages' },
  mediaType: 'application/xliff+xml; charset=utf-8',
  bilingual: true,
  multilingual: false,
  plurals: 'icu',
  comments: true,
  losses: [
    'A unit is one text; its segments are kept only while neither source nor target changes.',
    'A unit with some untranslated segments is read as untranslated.',
    'Groups are not kept: their units are written directly into the file.',
    'Suggestions (the matches module) are not kept.',
    'CDATA sections are written as escaped text, and comments inside texts are dropped.',
  ],
  keepsMeta: true,
  states: xliff2States,
  lengths: xliff2Lengths,
  streams: true,
  /** The names that Angular (`messages.de.xlf`) and Symfony (`<domain>.de.xlf`) expect. */
  pathOf: (language, namespace = 'messages') => `${namespace}.${language}.xlf`,
  canParse: true,
  sniff: (head) => (/<(?:[\w.-]+:)?xliff(?=\s)[^>]{0,2000}?\sversion\s*=\s*["']2\./.test(head) ? 2 : 0),
  parse: readXliff2,
  template: xliff2Template,
  serialize: writeXliff2,
};
