import type { FormatCodec } from '../model/codec';
import { readResx } from './resx-reader';
import { resxTemplate } from './resx-template';
import { writeResx } from './resx-writer';

/** .NET resources, by the schema that ResXResourceWriter writes into each file. */
export const resxCodec: FormatCodec = {
  id: 'resx',
  name: '.NET resources (RESX)',
  extensions: ['resx'],
  naming: { defaultName: 'Resources', hasNeutralFile: true },
  mediaType: 'text/microsoft-resx; charset=utf-8',
  bilingual: false,
  multilingual: false,
  plurals: 'icu',
  comments: true,
  losses: [
    'Typed data (images, file references) is not imported as keys: it is kept with its language and written after the texts.',
    'XML comments are not kept, and CDATA sections are written as escaped text.',
  ],
  keepsMeta: true,
  streams: true,
  canParse: true,
  sniff,
  /** The source language is the neutral language, which a program has without satellite assemblies. */
  pathOf: (language, namespace = 'Resources', isSource = false) => `${namespace}${isSource ? '' : `.${language}`}.resx`,
  parse: readResx,
  template: resxTemplate,
  serialize: writeResx,
};

function sniff(head: string): 0 | 1 | 2 {
  if (!/<root[\s>]/.test(head)) return 0;
  if (head.includes('microsoft-resx')) return 2;
  return head.includes('<resheader') || head.includes('<data ') ? 1 : 0;
}
