import type { FormatCodec } from '../model/codec';
import { decodeFile } from '../text/text-encoding';
import { underscoredTag } from '../text/locale-names';
import { printLaravelPlural } from './laravel-plural';
import { readPhp } from './php-reader';
import { phpTemplate } from './php-template-reader';
import { writePhp } from './php-writer';

/** PHP files that return an array of texts, as used by Laravel, Yii and others. */
export const phpCodec: FormatCodec = {
  id: 'php',
  name: 'PHP array (Laravel)',
  extensions: ['php'],
  naming: { languageIn: 'folder' },
  mediaType: 'application/x-httpd-php',
  bilingual: false,
  multilingual: false,
  plurals: 'native',
  syntax: 'laravel',
  pluralText: (plural, language) => printLaravelPlural(plural, language, () => undefined),
  comments: false,
  losses: [
    'Comments are dropped.',
    'Numbers and booleans come back as texts.',
    'A plural becomes a Laravel text such as `one|other`, which is read back as a text if it was changed.',
    'Dotted names of a file without nested objects come back nested wherever nothing else is in the way.',
    'In an array of items with and without names, items without a name come back beside the array, as `name[0]`.',
  ],
  keepsMeta: false,
  streams: false,
  nests: true,
  joinsNames: true,
  /**
   * Laravel's `lang` folder has one folder per locale (ISO 15897) and one file per group: `__('auth.failed')` reads
   * `failed` in `de/auth.php`.
   */
  pathOf: (language, namespace) =>
    namespace === undefined ? `${underscoredTag(language)}.php` : `${underscoredTag(language)}/${namespace}.php`,
  filePerNamespace: true,
  canParse: true,
  duplicates: 'last',
  sniff: (head) => (/^<\?php\s/i.test(head) ? 2 : 0),
  parse: (bytes, context) => ({ entries: readPhp(decodeFile(bytes, context), context) }),
  template: phpTemplate,
  serialize: writePhp,
};
