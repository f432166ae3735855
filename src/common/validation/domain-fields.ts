import { applyDecorators } from '@nestjs/common';
import { canonicalLanguage } from '../language-tag';
import { Converted } from './conversion';
import { CommaSeparated, type FieldOptions, ListField, StringField } from './fields';
import { MAX_TAGS, storableRules, tagRules, type TextRule } from './text-rules';

/** The rule for language tags, which are in canonical form already if they have one. */
export const languageTagRule: TextRule = {
  code: 'invalid_format',
  isValid: (value) => canonicalLanguage(value) === value,
  detail: 'must be a language tag (BCP 47)',
};

const toCanonical = (value: unknown): unknown =>
  typeof value === 'string' ? (canonicalLanguage(value) ?? value) : value;

/**
 * Converts each language tag of a list to its canonical form; other values stay, and lists that have too many items.
 */
export const CanonicalLanguages = (max: number): PropertyDecorator =>
  Converted((value) => (Array.isArray(value) && value.length <= max ? value.map(toCanonical) : value));

/** A language tag, in canonical form. */
export const LanguageField = (options: FieldOptions): PropertyDecorator =>
  applyDecorators(Converted(toCanonical), StringField([languageTagRule], options));

/** A list of language tags, in canonical form. */
export const LanguageListField = (options: FieldOptions & { min?: number; max: number }): PropertyDecorator =>
  applyDecorators(CanonicalLanguages(options.max), ListField([languageTagRule], options));

/** Language tags in a query: the parameter is repeated, or its values are separated by commas. */
export const LanguageQuery = (options: FieldOptions & { max: number }): PropertyDecorator =>
  applyDecorators(LanguageListField({ min: 1, ...options }), CommaSeparated());

/** Tags in a query: the parameter is repeated, or its values are separated by commas. */
export const TagQuery = (description: string): PropertyDecorator =>
  applyDecorators(
    ListField(tagRules, { optional: true, min: 1, max: MAX_TAGS, description, example: ['checkout'] }),
    CommaSeparated(),
  );

/** The cursor of the next page, as the page before it returned it. */
export const CursorField = (): PropertyDecorator =>
  StringField(storableRules, {
    optional: true,
    description: 'The cursor of the page, as the page before it returned it. Its content is opaque.',
    example: 'WyIwMTlhOWYzZSJd',
  });
