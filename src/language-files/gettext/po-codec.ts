import type { FormatCodec, TemplateSupport } from '../model/codec';
import { gettextLocale } from './gettext-locale';
import { declaredCharset, declareUtf8, headerForms, PoHeader } from './po-header';
import { mergeHeads } from './po-merge';
import { readFileMeta } from './po-meta';
import { poProgramMeta } from './po-program-meta';
import { readPo, textsOfMessages } from './po-reader';
import { adaptPo } from './po-template-language';
import { type PoTemplate, readPoTemplate } from './po-template';
import { writePo, writePot } from './po-writer';
import { poStates } from './po-states';

const poTemplateSupport: TemplateSupport<PoTemplate, PoTemplate> = {
  declaredEncoding: declaredCharset,
  declareUtf8,
  adapt: adaptPo,
  units: { texts: textsOfMessages, singles: [], align: mergeHeads },
  read: readPoTemplate,
  texts: (file, template) => template.texts(file),
};

/**
 * GNU gettext PO files. The key is the msgid, with a context in front as `msgctxt` U+0004 `msgid`; a source text that
 * differs from the msgid is in a comment (`PoNotes`).
 */
export const poCodec: FormatCodec = {
  id: 'po',
  name: 'GNU gettext PO',
  extensions: ['po', 'pot'],
  naming: { defaultName: 'messages' },
  mediaType: 'text/x-gettext-translation',
  bilingual: true,
  multilingual: false,
  plurals: 'native',
  syntax: 'printf',
  pluralScope: (_type, language, { meta }) => {
    const { categories, numbers } = headerForms(new PoHeader(readFileMeta(meta).header), language);
    return { categories, numbers, exact: 'none' };
  },
  comments: true,
  keepsMeta: true,
  programMeta: poProgramMeta,
  states: poStates,
  losses: [
    'An empty text cannot be distinguished from a missing one: both are an empty msgstr.',
    'Plural forms that the file’s Plural-Forms do not have are not written. A form for an exact number is written if a form of the file stands for this number alone (`=1` is `msgstr[0]` in English).',
    'A text that begins or ends with a line end where its msgid does not is written as it is; msgfmt refuses such a message.',
    'Domain directives are not kept.',
    'Comments of a message without a translation are kept only where an empty text is stored.',
    'A lone CR in a comment becomes a line end.',
    'Comments inside a message are written before it; line wrapping and the order of messages are not kept.',
  ],
  streams: true,
  /**
   * The path below the folder that programs pass to `bindtextdomain`; the file is named after its text domain (GNU
   * gettext manual, "Locating Catalogs").
   */
  pathOf: (language, namespace = 'messages') => `${gettextLocale(language)}/LC_MESSAGES/${namespace}.po`,
  canParse: true,
  sniff: (head) => (/^(?:#~)?[ \t]*msgid[ \t]*"/m.test(head) && /^(?:#~)?[ \t]*msgstr[ \t]*["[]/m.test(head) ? 2 : 0),
  parse: readPo,
  template: poTemplateSupport,
  serialize: writePo,
};

/** The template of a project's PO files: msgids without translations, one file for all languages. */
export const potCodec: FormatCodec = {
  ...poCodec,
  multilingual: true,
  id: 'pot',
  name: 'GNU gettext template (POT)',
  extensions: ['pot'],
  losses: ['A template has no translations.', ...poCodec.losses],
  metaId: 'po',
  canParse: false,
  states: undefined,
  template: undefined,
  sniff: () => 0,
  serialize: writePot,
};
