import type { FormatCodec } from '../model/codec';
import { readTmx } from './tmx-reader';
import { tmxTemplate } from './tmx-template';
import { writeTmx } from './tmx-writer';

export const tmxCodec: FormatCodec = {
  id: 'tmx',
  name: 'TMX 1.4',
  extensions: ['tmx'],
  mediaType: 'application/x-tmx+xml; charset=utf-8',
  bilingual: false,
  multilingual: true,
  plurals: 'icu',
  comments: true,
  losses: [
    'CDATA sections are written as escaped text, and comments inside texts are dropped.',
    'A key without any text is written with an empty text in the source language.',
  ],
  keepsMeta: true,
  streams: true,
  canParse: true,
  duplicates: 'first',
  sniff: (head) => (/<tmx\s[^>]{0,500}?version\s*=/.test(head) ? 2 : 0),
  parse: readTmx,
  template: tmxTemplate,
  serialize: writeTmx,
};
