import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { canonicalLanguage } from '../language-tag';
import { CommaSeparated, type FieldOptions, ListField, StringField } from './fields';
import { storable, type TextRule } from './text-rules';

/** BCP 47, well-formed. Only case and `_` are changed: by the transformation, before the rule is asked. */
export const languageTag: TextRule = (value) =>
  canonicalLanguage(value) === value
    ? undefined
    : { code: 'invalid_format', detail: 'must be a language tag (BCP 47)' };

const canonical = (value: unknown): unknown =>
  typeof value === 'string' ? (canonicalLanguage(value) ?? value) : value;

export const LanguageField = (options: FieldOptions): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => canonical(value)),
    StringField(languageTag, options),
  );

export const LanguageListField = (options: FieldOptions & { min?: number; max: number }): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.map(canonical) : value)),
    ListField(languageTag, options),
  );

/** Languages in a query: repeated or separated by commas. */
export const LanguageQuery = (options: FieldOptions & { max: number }): PropertyDecorator =>
  applyDecorators(LanguageListField({ min: 1, ...options }), CommaSeparated());

/** A place that the answer before this one named; opaque. */
export const CursorField = (): PropertyDecorator =>
  StringField(storable, {
    optional: true,
    description: 'Where the page before this one ended; opaque.',
    example: 'WyIwMTk…',
  });
