import { applyDecorators } from '@nestjs/common';
import { EXAMPLE_IDS } from '../../common/example-ids';
import { Converted } from '../../common/validation/conversion';
import { LanguageField } from '../../common/validation/domain-fields';
import { BooleanField, ChoiceField, type FieldOptions, ListField, StringField } from '../../common/validation/fields';
import { storableRules, type TextRule } from '../../common/validation/text-rules';
import { LanguageMapField } from '../../projects/dto/language-map.field';
import { PARTS_OF_SPEECH } from '../term';
import { findTranslationsIssue, MAX_DEFINITION, MAX_PROJECTS, MAX_TRANSLATIONS, termRules } from '../term-rules';

const definitionRules: readonly TextRule[] = [
  {
    code: 'too_long',
    isValid: (value) => value.length <= MAX_DEFINITION,
    detail: `at most ${MAX_DEFINITION} characters`,
    schema: { maxLength: MAX_DEFINITION },
  },
  ...storableRules,
];

type Options = Partial<FieldOptions>;

export const TermField = (options: Options = {}): PropertyDecorator =>
  StringField(termRules, {
    description: 'The term, as it stands in source texts: one word or several.',
    example: 'invoice',
    ...options,
  });

export const TermLanguageField = (behind = ''): PropertyDecorator =>
  LanguageField({
    optional: true,
    description: `The language of the term, which also applies to texts in its variants: \`en\` to \`en-GB\`.${behind}`,
    example: 'en',
  });

export const DefinitionField = (): PropertyDecorator =>
  StringField(definitionRules, {
    optional: true,
    nullable: true,
    description: 'What the term means: up to 2,000 characters.',
    example: 'A bill that a customer has to pay',
  });

export const PartOfSpeechField = (): PropertyDecorator =>
  ChoiceField(PARTS_OF_SPEECH, {
    optional: true,
    nullable: true,
    enumName: 'PartOfSpeech',
    description: 'The part of speech.',
    example: 'noun',
  });

export const CASE_SENSITIVE = 'Whether the term and its translations are written in this case only.';
export const DO_NOT_TRANSLATE =
  'Whether texts have the term itself, in languages without a translation of it: a name, for instance.';
export const FORBIDDEN = 'Whether neither the term nor its translations may stand in texts.';

export const FlagField = (description: string): PropertyDecorator =>
  BooleanField({ optional: true, description: `${description} Default: false.`, example: false });

/** An optional list of ids of projects, or null. */
export const TermProjectsField = (): PropertyDecorator =>
  applyDecorators(
    Converted((value) =>
      Array.isArray(value) ? value.map((id: unknown) => (typeof id === 'string' ? id.toLowerCase() : id)) : value,
    ),
    ListField([], {
      optional: true,
      nullable: true,
      min: 1,
      max: MAX_PROJECTS,
      items: { format: 'uuid' },
      description: 'The projects to which it applies. `null`: all projects of the organization.',
      example: [EXAMPLE_IDS.project],
    }),
  );

export const TranslationsField = (description: string, { nullable = false } = {}): PropertyDecorator =>
  LanguageMapField(
    {
      additionalProperties: {
        type: nullable ? ['array', 'null'] : 'array',
        items: { type: 'string', maxLength: 200 },
        maxItems: MAX_TRANSLATIONS,
      },
      description,
      example: { de: ['Rechnung', 'Faktura'] },
    },
    (value) => (nullable && value === null ? undefined : findTranslationsIssue(value)),
  );
