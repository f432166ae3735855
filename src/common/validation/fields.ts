import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional, ValidateBy, ValidateIf } from 'class-validator';
import type { ValidationIssue, TextRule } from './text-rules';

/**
 * Field decorators: each validates a field of a DTO and documents it. class-validator's errors have room for a message
 * only, so each message here is `code: detail`, and the validation pipe takes it apart again.
 */
export interface FieldOptions {
  description: string;
  example?: unknown;
  /** May be left out. Default: false. */
  optional?: boolean;
  /** May be `null`. Default: false. */
  nullable?: boolean;
}

type Check = (value: unknown) => ValidationIssue | undefined;

/** A field with a check of its own. `schema` is what OpenAPI shows. */
export function Field(check: Check, schema: ApiPropertyOptions, options: FieldOptions): PropertyDecorator {
  const { optional = false, nullable = false, ...documented } = options;
  return applyDecorators(
    ApiProperty({
      ...schema,
      ...documented,
      required: !optional,
      ...(nullable ? { nullable } : {}),
    } as ApiPropertyOptions),
    ...(optional && nullable ? [IsOptional()] : []),
    ...(optional && !nullable ? [ValidateIf((_, value) => value !== undefined)] : []),
    ...(!optional && nullable ? [ValidateIf((_, value) => value !== null)] : []),
    ValidateBy({
      name: 'field',
      validator: {
        validate: (value) => flawOf(check, value) === undefined,
        defaultMessage: (args) => {
          const flaw = flawOf(check, args?.value);
          return `${flaw?.code}: ${flaw?.detail}`;
        },
      },
    }),
  );
}

function flawOf(check: Check, value: unknown): ValidationIssue | undefined {
  return value === undefined ? { code: 'required', detail: 'is required' } : check(value);
}

const wrongType = (expected: string): ValidationIssue => ({ code: 'wrong_type', detail: `must be ${expected}` });

/** A string that obeys a rule. */
export const StringField = (
  rule: TextRule,
  options: FieldOptions & { maxLength?: number; format?: string },
): PropertyDecorator =>
  Field((value) => (typeof value === 'string' ? rule(value) : wrongType('a string')), { type: String }, options);

/** One of a closed list of strings. */
export const ChoiceField = (allowed: readonly string[], options: FieldOptions): PropertyDecorator =>
  Field(
    (value) =>
      typeof value === 'string' && allowed.includes(value)
        ? undefined
        : { code: 'not_allowed', detail: `must be one of ${allowed.join(', ')}` },
    { enum: [...allowed] },
    options,
  );

/** A whole number. In a query it is written in digits. */
export const IntegerField = (min: number, max: number, options: FieldOptions): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value,
    ),
    Field(
      (value) => {
        if (typeof value !== 'number' || !Number.isInteger(value)) return wrongType('a whole number');
        if (value < min) return { code: 'too_small', detail: `at least ${min}` };
        return value > max ? { code: 'too_large', detail: `at most ${max}` } : undefined;
      },
      { type: 'integer', minimum: min, maximum: max },
      options,
    ),
  );

/** `true` or `false`, in a query or a form too. */
export const BooleanField = (options: FieldOptions): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value)),
    Field((value) => (typeof value === 'boolean' ? undefined : wrongType('true or false')), { type: Boolean }, options),
  );

/** A list whose items obey a rule; no item twice. */
export const ListField = (
  rule: TextRule,
  options: FieldOptions & { min?: number; max: number; items?: object },
): PropertyDecorator => {
  const { min = 0, max, items = {}, ...rest } = options;
  return Field(
    (value) => flawOfList(value, rule, min, max),
    { type: 'array', items: { type: 'string', ...items }, minItems: min, maxItems: max },
    rest,
  );
};

function flawOfList(value: unknown, rule: TextRule, min: number, max: number): ValidationIssue | undefined {
  if (!Array.isArray(value)) return wrongType('a list of strings');
  if (value.length > max) return { code: 'too_many', detail: `at most ${max} items` };
  if (value.length < min) return { code: 'too_few', detail: `at least ${min} items` };
  for (const [index, item] of value.entries()) {
    const flaw = typeof item === 'string' ? rule(item) : wrongType('a string');
    if (flaw) return { code: flaw.code, detail: `item ${index} ${flaw.detail}` };
  }
  return new Set(value).size < value.length ? { code: 'duplicate', detail: 'an item stands there twice' } : undefined;
}

/** A query parameter that may be repeated or hold several values separated by commas. */
export const CommaSeparated = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => {
    const parts = typeof value === 'string' ? [value] : value;
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string')
      ? [...new Set(parts.flatMap((part) => part.split(',')))]
      : value;
  });

/** A query parameter that may be repeated; a single one becomes a list of one. */
export const Repeatable = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? [value] : value));
