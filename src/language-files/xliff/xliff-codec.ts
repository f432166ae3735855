import type { FormatCodec } from '../model/codec';
import { readXliff } from './xliff-reader';
import { xliffTemplate } from './xliff-template';
import { writeXliff } from './xliff-writer';
import { xliff2Lengths, xliffLengths } from './xliff-lengths';
import { xliff2States, xliffStates } from './xliff-states';
import { readXliff2 } from './xliff2-reader';
import { xliff2Template } from './xliff2-template';
import { writeXliff2 } from './xliff2-writer';

/** What both versions of XLIFF have in common. */
const XLIFF = {
  extensions: ['xlf', 'xliff'],
  naming: { defaultName: 'messages' },
  bilingual: true,
  multilingual: false,
  plurals: 'icu',
  comments: true,
  keepsMeta: true,
  streams: true,
  /** The names that Angular (`messages.de.xlf`) and Symfony (`<domain>.de.xlf`) expect. */
  pathOf: (language, namespace = 'messages') => `${namespace}.${language}.xlf`,
  canParse: true,
} satisfies Partial<FormatCodec>;

const GROUPS_LOSS = 'Groups are not kept: their units are written directly into the file.';
const CDATA_LOSS = 'CDATA sections are written as escaped text, and comments inside texts are dropped.';

/** @param version matches the version of a document up to its first dot */
const sniffVersion = (version: RegExp): FormatCodec['sniff'] => {
  const root = new RegExp(`<(?:[\\w.-]+:)?xliff(?=\\s)[^>]{0,2000}?\\sversion\\s*=\\s*["']${version.source}`);
  return (head) => (root.test(head) ? 2 : 0);
};

export const xliffCodec: FormatCodec = {
  ...XLIFF,
  id: 'xliff',
  name: 'XLIFF 1.2',
  mediaType: 'application/x-xliff+xml; charset=utf-8',
  hasVariables: true,
  losses: [GROUPS_LOSS, 'Suggestions (alt-trans) and binary units are not kept.', CDATA_LOSS],
  states: xliffStates,
  lengths: xliffLengths,
  sniff: sniffVersion(/1\./),
  parse: readXliff,
  template: xliffTemplate,
  serialize: writeXliff,
};

export const xliff2Codec: FormatCodec = {
  ...XLIFF,
  id: 'xliff2',
  name: 'XLIFF 2',
  mediaType: 'application/xliff+xml; charset=utf-8',
  losses: [
    'A unit is one text. In the canonical layout, a text that was changed has one segment.',
    'A unit with some untranslated segments is read as untranslated.',
    GROUPS_LOSS,
    'Suggestions (the matches module) are not kept.',
    CDATA_LOSS,
  ],
  states: xliff2States,
  lengths: xliff2Lengths,
  sniff: sniffVersion(/2\./),
  parse: readXliff2,
  template: xliff2Template,
  serialize: writeXliff2,
};
