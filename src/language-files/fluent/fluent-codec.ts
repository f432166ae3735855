import type { FormatCodec, TemplateSupport } from '../model/codec';
import { decodeFile } from '../text/text-encoding';
import { readFluent } from './fluent-reader';
import { type FluentPlaces, FluentTemplate } from './fluent-template';
import { readFluentPlaces } from './fluent-template-reader';
import { toFluentValue } from './fluent-texts';
import { FluentWriter } from './fluent-writer';

const fluentTemplate: TemplateSupport<FluentPlaces, FluentTemplate> = {
  read: readFluentPlaces,
  open: (places) => new FluentTemplate(places),
  texts: (file, template) => template.texts(file),
};

/** Project Fluent, Syntax 1.0. Keys are `id`, `id.attribute`, `-term` and `-term.attribute`. */
export const fluentCodec: FormatCodec = {
  id: 'fluent',
  name: 'Project Fluent',
  extensions: ['ftl'],
  naming: { defaultName: 'main', languageIn: 'folder' },
  mediaType: 'text/plain; charset=utf-8',
  bilingual: false,
  multilingual: false,
  plurals: 'native',
  syntax: 'fluent',
  translate: toFluentValue,
  comments: true,
  losses: [
    'Messages are written in the order of their keys, first the messages without a group, then each group.',
    'Comments that belong to no message are written at the start of the file; group comments without messages are dropped.',
    'Line breaks inside placeables become LF.',
    'Parts of a file that are no Fluent (junk) are not imported, and stay in the file only.',
  ],
  keepsMeta: true,
  streams: false,
  /** Fluent's own loaders expect one folder per locale; each program chooses the names of its files. */
  pathOf: (language, namespace = 'main') => `${language}/${namespace}.ftl`,
  canParse: true,
  parse: (bytes, context) => readFluent(decodeFile(bytes, context), context),
  template: fluentTemplate,
  serialize: (file) => new FluentWriter(file).write(),
};
