import { applyDecorators } from '@nestjs/common';
import { CanonicalLanguages, LanguageField, languageTagRule, TagQuery } from '../../common/validation/domain-fields';
import {
  BooleanField,
  ChoiceField,
  CommaSeparated,
  ListField,
  Repeatable,
  StringField,
} from '../../common/validation/fields';
import { keyNameRules, namespaceRules, separatorRules, type TextRule } from '../../common/validation/text-rules';
import { MinRevisionField, RevisionField } from '../../projects/dto/min-revision.query';
import { MAX_LANGUAGES } from '../../project-write/project-errors';
import { codecs, type PlaceholderStyle } from '../../language-files';
import { PlaceholdersField } from '../../formats/dto/placeholders.field';
import { LanguageFallbackField } from './language-fallback.field';

/** The value of `language` that selects all languages. */
export const ALL_LANGUAGES = '*';

/** Namespaces that an export leaves out at most. */
const MAX_EXCLUDED = 500;

const languageOrAllRule: TextRule = {
  ...languageTagRule,
  isValid: (value) => value === ALL_LANGUAGES || languageTagRule.isValid(value),
};

/** Language tags in canonical form, or `*`. */
const LanguagesOrAll = (): PropertyDecorator =>
  applyDecorators(
    CanonicalLanguages(MAX_LANGUAGES),
    ListField([languageOrAllRule], {
      optional: true,
      min: 1,
      max: MAX_LANGUAGES,
      description:
        'The language of the file. Default: the source language. With several languages (repeated or separated by commas), or `*` for all, the response is a zip with a file for each language, or one file if the format contains several languages.',
      example: ['de'],
    }),
    CommaSeparated(),
  );

/** The options of an export. */
export class ExportOptionsDto {
  @ChoiceField(codecs.map(({ id }) => id), {
    enumName: 'ExportFormat',
    optional: true,
    description: 'The format of the file. Default: `json`, a flat object of texts by key name.',
    example: 'json',
  })
  format = 'json';

  @LanguagesOrAll()
  language?: string[];

  @LanguageFallbackField()
  languageFallback = false;

  @StringField(namespaceRules, { optional: true, description: 'Only keys in this namespace.', example: 'home' })
  namespace?: string;

  @ListField(keyNameRules, {
    optional: true,
    min: 1,
    max: MAX_EXCLUDED,
    description:
      'Leaves out the keys of these namespaces, each the first part of names or several: `shop` has `shop.cart.title`, and so has `shop.cart`. The parameter is repeated for each namespace. Default: none.',
    example: ['app'],
  })
  @Repeatable()
  excludeNamespace?: string[];

  @BooleanField({
    optional: true,
    description:
      'Whether names are written without their namespace. Two names that would be the same are a 400 `duplicate_key`. Default: false.',
    example: false,
  })
  stripNamespace = false;

  @BooleanField({
    optional: true,
    description:
      'Whether the response is a zip with a file for each namespace and language, in which names stand without the namespace. Refused for formats whose files contain all languages. Default: false.',
    example: false,
  })
  perNamespace = false;

  @BooleanField({
    optional: true,
    description:
      'Whether a zip has a list of its files, `glossa-files.json`: `{"files": [{"path", "language", "namespace"}]}`; the namespace of the file of all other keys is empty. An import of a zip with a list takes language and namespace of each file from it. Default: false.',
    example: false,
  })
  fileList = false;

  @ChoiceField(['template', 'canonical'], {
    optional: true,
    description:
      'The layout of the files: the layout of the files that were imported in this format, with the paths of the imported zips (`template`, the default), or always the layout that Glossa writes, with the paths that the tools of the format expect (`canonical`).',
    example: 'template',
  })
  layout: 'template' | 'canonical' = 'template';

  @StringField(separatorRules, {
    optional: true,
    description:
      'What splits key names into the names of nested objects, for instance `::`. Empty: names are never split. A separator at the start or the end of a name, beside another separator, behind white space or directly before it splits nothing: `Save file. Really` is one name. Another name with white space is split with the warning `name_split`. A file that was imported with another separator is written in the canonical layout. Refused for formats without nested objects. Default: in the layout of an imported file the separator of its import, in the canonical layout `.`.',
    example: '.',
  })
  keySeparator?: string;

  @LanguageField({
    optional: true,
    description: 'A language of the project whose texts replace missing ones.',
    example: 'en',
  })
  fallback?: string;

  @ChoiceField(['translated', 'reviewed'], {
    optional: true,
    description:
      'The lowest state of the texts that are written. Texts in a lower state are as if they were missing: omitted, empty or replaced by `fallback`, whose state does not matter. Source texts are written in any state. Default: all texts are written.',
    example: 'reviewed',
  })
  minState?: 'translated' | 'reviewed';

  @TagQuery('Only keys with this tag. With several (repeated or separated by commas), only keys with all of them.')
  tag?: string[];

  @ChoiceField(['omit', 'empty'], {
    optional: true,
    description:
      'How keys without a text are written: not at all (`omit`, the default) or with an empty text (`empty`). Bilingual formats contain all keys in both cases. In nested formats, an item of a list without a text is `null`; an array of Android in which one item has a text has its other items as empty ones in both cases.',
    example: 'omit',
  })
  untranslated: 'omit' | 'empty' = 'omit';

  @PlaceholdersField()
  placeholders: 'keep' | PlaceholderStyle = 'keep';

  @ChoiceField(['keep', 'camel'], {
    optional: true,
    description:
      'The names in files of the format `arb`: the names of the keys (`keep`, the default), where each name that Flutter refuses produces the warning `arb_name_invalid`, or in lower camel case (`camel`): `homeFiles` for `Home.files`. An import of the file restores the keys. Two keys that would have the same name are a 400 `duplicate_key`. Other formats refuse `camel`.',
    example: 'keep',
  })
  arbNames: 'keep' | 'camel' = 'keep';

  @BooleanField({
    optional: true,
    description:
      'Whether an apostrophe is put before each cell that a spreadsheet may run as a formula, because it begins with `=`, `+`, `-`, `@`, a tab or a line end, or has such a sign after a delimiter or a line end. Without this option, each such cell produces the warning `formula_cell`. The files have the canonical layout, and an import does not remove the apostrophes. Only for `csv` and `tsv`; other formats refuse it. Default: false.',
    example: false,
  })
  escapeFormulas = false;

  @ChoiceField(['refuse', 'skip'], {
    optional: true,
    description:
      'What happens to keys that the format cannot represent: the export is refused with 400 `unwritable_text` or `plural_conflict`, which list up to 100 of them (`refuse`, the default), or they are left out, each with a warning (`skip`).',
    example: 'refuse',
  })
  unwritable: 'refuse' | 'skip' = 'refuse';

  @BooleanField({
    optional: true,
    description:
      'Whether the response is, instead of the file, a list of what the format cannot represent: `{"warnings": […], "warningCount": …}`. Without this option, the header `X-Export-Warnings` contains the number of warnings. Default: false.',
    example: false,
  })
  details = false;

  @RevisionField()
  revision?: number;

  @MinRevisionField()
  minRevision?: number;
}
