import type { FormatCodec } from '../model/codec';
import { readXliff } from './xliff-reader';
import { xliffTemplate } from './xliff-template';
import { writeXliff } from './xliff-writer';
import { xliffLengths } from './xliff-lengths';
import { xliffStates } from './xliff-states';

export const xliffCodec: FormatCodec = {
  id: 'xliff',
  name: 'XLIFF 1.2',
  extensions: ['xlf', 'xliff'],
  naming: { defaultName: 'messages' },
  mediaType: 'application/x-xliff+xml; charset=utf-8',
  bilingual: true,
  multilingual: false,
  plurals: 'icu',
  hasVariables: true,
  comments: true,
  losses: [
    'Groups are not kept: their units are written directly into the file.',
    'Suggestions (alt-trans) and binary units are not kept.',
    'CDATA sections are written as escaped text, and comments inside texts are dropped.',
  ],
  keepsMeta: true,
  states: xliffStates,
  lengths: xliffLengths,
  streams: true,
  /** The names that Angular (`messages.de.xlf`) and Symfony (`<domain>.de.xlf`) expect. */
  pathOf: (language, namespace = 'messages') => `${namespace}.${language}.xlf`,
  canParse: true,
  sniff: (head) => (/<(?:[\w.-]+:)?xliff(?=\s)[^>]{0,2000}?\sversion\s*=\s*["']1\./.test(head) ? 2 : 0),
  parse: readXliff,
  template: xliffTemplate,
  serialize: writeXliff,
};
