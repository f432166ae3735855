import type { FormatCodec, TemplateSupport } from '../model/codec';
import { PLURAL_CATEGORIES } from '../model/plural';
import { androidNumbers } from './android-plural-writer';
import { androidPath } from './android-paths';
import { androidProgramMeta } from './android-program-meta';
import { readAndroid } from './android-reader';
import { xmlEncoding } from '../xml/xml-reader';
import { AndroidTemplate, type AndroidPlaces, readAndroidPlaces } from './android-template';
import { androidTexts } from './android-texts';
import { writeAndroid } from './android-writer';

const androidTemplate: TemplateSupport<AndroidPlaces, AndroidTemplate> = {
  ...xmlEncoding,
  read: readAndroidPlaces,
  open: (places, file) => new AndroidTemplate(places, file),
  texts: androidTexts,
};

/**
 * Android string resources: `<string>`, `<plurals>` and `<string-array>`, with the quotes and escapes of aapt2
 * (developer.android.com, "String resources").
 */
export const androidCodec: FormatCodec = {
  id: 'android',
  name: 'Android string resources',
  extensions: ['xml'],
  naming: { defaultName: 'strings' },
  mediaType: 'application/xml',
  bilingual: false,
  multilingual: false,
  plurals: 'native',
  syntax: 'android',
  pluralScope: (_type, language) => ({
    categories: PLURAL_CATEGORIES,
    numbers: androidNumbers(language),
    exact: 'none',
  }),
  comments: true,
  losses: [
    'Resources that are not texts (colors, dimensions, typed arrays) are not imported.',
    'aapt2 replaces a text of more than 32,767 bytes by another one.',
    'Comments inside a text or after the last resource are not imported.',
    'A plural is written with every category of its language; missing forms are copies of "other".',
    'A form for an exact number is written if a category of the language stands for this number alone (`=1` is `one` in English).',
    'The argument name of a plural is not kept: it becomes count.',
  ],
  keepsMeta: true,
  programMeta: androidProgramMeta,
  streams: true,
  completesArrays: true,
  canParse: true,
  sniff: (head) => (/<resources[\s/>]/.test(head) && !hasOnlyOtherResources(head) ? 2 : 0),
  pathOf: androidPath,
  parse: readAndroid,
  template: androidTemplate,
  serialize: writeAndroid,
};

/** Returns whether a file has resources of which none is a text: colors, dimensions, styles. A longer file may have a text behind its start. */
function hasOnlyOtherResources(head: string): boolean {
  const [, content = ''] = head.replaceAll(/<!--[^]*?(?:-->|$)/g, '').split(/<resources(?=[\s/>])/);
  return content.includes('</resources') && OTHER_RESOURCE.test(content) && !TEXT_RESOURCE.test(content);
}

const OTHER_RESOURCE = /<(?!eat-comment|skip)[a-z]/;

const TEXT_RESOURCE = /<(?:string|plurals|string-array)[\s/>]|<item\s[^<>]*\btype\s*=\s*["'](?:string|plurals)/;
