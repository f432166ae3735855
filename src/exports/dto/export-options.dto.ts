import { applyDecorators } from '@nestjs/common';
import { CanonicalLanguages, LanguageField, languageTagRule } from '../../common/validation/domain-fields';
import { BooleanField, ChoiceField, CommaSeparated, ListField, StringField } from '../../common/validation/fields';
import { namespaceRules, type TextRule } from '../../common/validation/text-rules';
import { MAX_LANGUAGES } from '../../projects/project-errors';
import { codecs, type PlaceholderStyle } from '../../language-files';
import { PlaceholdersField } from '../../formats/dto/placeholders.field';

export const ALL_LANGUAGES = '*';

const languageOrAllRule: TextRule = {
  ...languageTagRule,
  isValid: (value) => value === ALL_LANGUAGES || languageTagRule.isValid(value),
};

/** Language tags, or `*`. */
const LanguagesOrAll = (): PropertyDecorator =>
  applyDecorators(
    CanonicalLanguages(),
    ListField([languageOrAllRule], {
      optional: true,
      min: 1,
      max: MAX_LANGUAGES,
      description:
        'The source language unless told. One: that file; several, repeated or separated by commas, or `*` for all: a zip, unless the format holds several languages.',
      example: ['de'],
    }),
    CommaSeparated(),
  );

export class ExportOptionsDto {
  @ChoiceField(codecs.map(({ id }) => id), {
    optional: true,
    description: 'Default: `json`, the flat map of key names to texts.',
    example: 'json',
  })
  format = 'json';

  @LanguagesOrAll()
  language?: string[];

  @StringField(namespaceRules, { optional: true, description: 'Only keys of this namespace.', example: 'home' })
  namespace?: string;

  @BooleanField({ optional: true, description: 'Names without their namespace. Default: false.', example: false })
  stripNamespace = false;

  @LanguageField({
    optional: true,
    description: 'Another language of the project that stands in for missing texts.',
    example: 'en',
  })
  fallback?: string;

  @ChoiceField(['omit', 'empty'], {
    optional: true,
    description:
      'Keys without a text: left out (`omit`, the default), or with an empty text. Bilingual formats always write every key.',
    example: 'omit',
  })
  untranslated: 'omit' | 'empty' = 'omit';

  @PlaceholdersField()
  placeholders: 'keep' | PlaceholderStyle = 'keep';

  @BooleanField({
    optional: true,
    description:
      'Answer, instead of the file, what the export cannot carry: `{"warnings": […], "warningCount": …}`. Without it, `X-Export-Warnings` counts them. Default: false.',
    example: false,
  })
  details = false;
}
