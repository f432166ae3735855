import { applyDecorators } from '@nestjs/common';
import { EXAMPLE_IDS } from '../../common/example-ids';
import { Converted } from '../../common/validation/conversion';
import { LanguageField } from '../../common/validation/domain-fields';
import { BooleanField, ChoiceField, type FieldOptions, ListField, StringField } from '../../common/validation/fields';
import { displayNameRules, findIssue, storableRules, type TextRule } from '../../common/validation/text-rules';
import type { ValidationIssue } from '../../common/validation/text-rules';
import { LanguageMapField } from '../../projects/dto/language-map.field';
import { PARTS_OF_SPEECH } from '../term';

const MAX_PROJECTS = 1_000;
/** The most translations of a term into a language. */
const MAX_TRANSLATIONS = 20;
const MAX_DEFINITION = 2_000;

/** Terms and their translations: 1 to 200 characters without control characters. */
export const termRules = displayNameRules;

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

/** Returns what is wrong with the translations into a language. */
export function findTranslationsIssue(value: unknown): ValidationIssue | undefined {
  if (!Array.isArray(value)) return { code: 'wrong_type', detail: 'must be a list of strings' };
  if (value.length > MAX_TRANSLATIONS) return { code: 'too_many', detail: `at most ${MAX_TRANSLATIONS} translations` };
  for (const [index, text] of value.entries()) {
    const issue: ValidationIssue | undefined =
      typeof text === 'string' ? findIssue(termRules, text) : { code: 'wrong_type', detail: 'must be a string' };
    if (issue) return { ...issue, detail: `item ${index}: ${issue.detail}` };
  }
  return new Set(value).size === value.length ? undefined : { code: 'duplicate', detail: 'contains an item twice' };
}
