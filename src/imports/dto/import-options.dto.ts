import { LanguageField } from '../../common/validation/domain-fields';
import { BooleanField, ChoiceField, StringField } from '../../common/validation/fields';
import { namespaceRules } from '../../common/validation/text-rules';
import { codecs, type PlaceholderStyle } from '../../language-files';
import { PlaceholdersField } from '../../formats/dto/placeholders.field';

const IMPORT_FORMATS = codecs.filter(({ canParse }) => canParse).map(({ id }) => id);

/** Options of an import: form fields beside the file, or the query of a raw body. */
export class ImportOptionsDto {
  @ChoiceField(IMPORT_FORMATS, {
    optional: true,
    description: 'The format of the file; by its name, then its content, unless told.',
    example: 'json',
  })
  format?: string;

  @LanguageField({
    optional: true,
    description: 'The language of the file; unless told, what the file or its name says.',
    example: 'de',
  })
  language?: string;

  @StringField(namespaceRules, {
    optional: true,
    description: 'Prefix for every key of the file, for instance `home`; empty: none.',
    example: '',
  })
  namespace?: string;

  @ChoiceField(['overwrite', 'keep'], {
    optional: true,
    description: 'What happens to texts that are there already. Default: `overwrite`.',
    example: 'overwrite',
  })
  conflict: 'overwrite' | 'keep' = 'overwrite';

  @ChoiceField(['skip', 'keep', 'clear'], {
    optional: true,
    description:
      'What an empty text does: `skip` (default) nothing, `keep` stores it, `clear` removes the translation (for the source language it skips, with a warning).',
    example: 'skip',
  })
  empty: 'skip' | 'keep' | 'clear' = 'skip';

  @PlaceholdersField()
  placeholders: 'keep' | PlaceholderStyle = 'keep';

  @BooleanField({
    optional: true,
    description: 'Add languages that the project does not have. Needs `projects:write`. Default: false.',
    example: false,
  })
  createLanguages = false;

  @BooleanField({
    optional: true,
    description:
      'Delete keys that the file (all files of a zip together) does not name, within `namespace` when given. Only for a file with the source language. Needs `keys:delete`. Default: false.',
    example: false,
  })
  deleteMissing = false;

  @BooleanField({ optional: true, description: 'Answer the same, write nothing. Default: false.', example: false })
  dryRun = false;

  @BooleanField({
    optional: true,
    description: 'Add `details` and `warnings` to the answer. Default: false.',
    example: false,
  })
  details = false;
}
