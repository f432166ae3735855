import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import type { ValidationOptions } from 'class-validator';
import { Constrained, type Constraint, toConstraint } from './constraint';
import { ReadFromText, RepeatableName } from './conversion';
import { findIssue, type TextRule, type ValidationIssue } from './text-rules';

/** Decorators for the fields of DTOs: each one validates its field and documents it in OpenAPI. */
export interface FieldOptions {
  description: string;
  example?: unknown;
  /** The field may be absent. Default: false. */
  optional?: boolean;
  /** The field may be `null`. Default: false. */
  nullable?: boolean;
}

/** The prototypes of the DTOs that have such fields. */
export const DOCUMENTED = new Set<object>();

/**
 * A field with constraints of its own, which are checked in their order, up to the first that fails.
 * @param schema the type and the limits of the field in the OpenAPI document
 */
function Field(
  constraints: readonly Constraint[],
  schema: ApiPropertyOptions,
  { optional = false, nullable = false, ...documented }: FieldOptions,
): PropertyDecorator {
  const presence = validateIfPresent(optional, nullable);
  return applyDecorators(
    ApiProperty({
      ...schema,
      ...documented,
      required: !optional,
      ...(nullable ? { nullable } : {}),
    } as ApiPropertyOptions),
    (prototype: object) => void DOCUMENTED.add(prototype),
    ...[...(optional ? [] : [required]), ...constraints].map((constraint) => Constrained(constraint, presence)),
  );
}

/** class-validator's option that skips the constraints of a field that may be absent, or `null`, and is. */
export function validateIfPresent(optional: boolean, nullable: boolean): ValidationOptions | undefined {
  if (!optional && !nullable) return undefined;
  return {
    validateIf: (_: unknown, value: unknown) => !(optional && value === undefined) && !(nullable && value === null),
  };
}

const required: Constraint = { code: 'required', isValid: (value) => value !== undefined, detail: 'is required' };

const wrongType = (expected: string): ValidationIssue => ({ code: 'wrong_type', detail: `must be ${expected}` });

const schemaOf = (rules: readonly TextRule[]): object =>
  Object.assign({}, ...rules.map(({ schema }) => schema)) as object;

/** A string that follows the rules. */
export const StringField = (
  rules: readonly TextRule[],
  options: FieldOptions & { maxLength?: number; format?: string },
): PropertyDecorator =>
  Field(
    [{ ...wrongType('a string'), isValid: (value) => typeof value === 'string' }, ...rules.map(toConstraint)],
    { type: String, ...schemaOf(rules) },
    options,
  );

/** The rule that a string is one of a closed list. */
export const oneOf = (allowed: readonly string[]): TextRule => ({
  code: 'not_allowed',
  isValid: (value) => allowed.includes(value),
  detail: `must be one of ${allowed.join(', ')}`,
});

/**
 * One of a closed list of strings.
 *
 * @param options with the `enumName` of a list that several fields have: it is one type in generated clients
 */
export const ChoiceField = (
  allowed: readonly string[],
  { enumName, ...options }: FieldOptions & { enumName?: string },
): PropertyDecorator => {
  const { code, isValid, detail } = oneOf(allowed);
  return Field(
    [{ code, isValid: (value) => typeof value === 'string' && isValid(value), detail: detail as string }],
    { enum: [...allowed], ...(enumName !== undefined && { enumName }) },
    options,
  );
};

/** Digits of a whole number, also of one that is beyond the limits of its field. */
const DIGITS = /^-?\d{1,20}$/;

/** A whole number; a query parameter or a form field holds its digits. */
export const IntegerField = (min: number, max: number, options: FieldOptions): PropertyDecorator =>
  applyDecorators(
    ReadFromText((value) => (typeof value === 'string' && DIGITS.test(value) ? Number(value) : value)),
    Field(
      [
        { ...wrongType('a whole number'), isValid: Number.isInteger },
        { code: 'too_small', isValid: (value) => (value as number) >= min, detail: `at least ${min}` },
        { code: 'too_large', isValid: (value) => (value as number) <= max, detail: `at most ${max}` },
      ],
      { type: 'integer', minimum: min, maximum: max },
      options,
    ),
  );

/** A number. */
export const NumberField = (min: number, max: number, options: FieldOptions): PropertyDecorator =>
  Field(
    [
      { ...wrongType('a number'), isValid: (value) => typeof value === 'number' && Number.isFinite(value) },
      { code: 'too_small', isValid: (value) => (value as number) >= min, detail: `at least ${min}` },
      { code: 'too_large', isValid: (value) => (value as number) <= max, detail: `at most ${max}` },
    ],
    { type: Number, minimum: min, maximum: max },
    options,
  );

/** `true` or `false`; a query parameter or a form field holds the word. */
export const BooleanField = (options: FieldOptions): PropertyDecorator =>
  applyDecorators(
    ReadFromText((value) => (value === 'true' ? true : value === 'false' ? false : value)),
    Field(
      [{ ...wrongType('true or false'), isValid: (value) => typeof value === 'boolean' }],
      { type: Boolean },
      options,
    ),
  );

/** A list of strings that follow the rules, no item twice. */
export const ListField = (
  rules: readonly TextRule[],
  { min = 0, max, items = {}, ...options }: FieldOptions & { min?: number; max: number; items?: object },
): PropertyDecorator =>
  Field(
    [
      { ...wrongType('a list of strings'), isValid: Array.isArray },
      { code: 'too_many', isValid: (list) => (list as unknown[]).length <= max, detail: `at most ${max} items` },
      { code: 'too_few', isValid: (list) => (list as unknown[]).length >= min, detail: `at least ${min} items` },
      ...toItemConstraints(rules),
      {
        code: 'duplicate',
        isValid: (list) => new Set(list as unknown[]).size === (list as unknown[]).length,
        detail: 'contains an item twice',
      },
    ],
    { type: 'array', items: { type: 'string', ...schemaOf(rules), ...items }, minItems: min, maxItems: max },
    options,
  );

/** One constraint for each code that the first wrong item can have. */
function toItemConstraints(rules: readonly TextRule[]): Constraint[] {
  const codes = new Set([wrongType('').code, ...rules.map(({ code }) => code)]);
  const find = (list: unknown): ValidationIssue | undefined => findItemIssue(list as unknown[], rules);
  return [...codes].map((code) => ({
    code,
    isValid: (list) => find(list)?.code !== code,
    detail: (list) => find(list)?.detail ?? '',
  }));
}

function findItemIssue(list: readonly unknown[], rules: readonly TextRule[]): ValidationIssue | undefined {
  for (const [index, item] of list.entries()) {
    const issue = typeof item === 'string' ? findIssue(rules, item) : wrongType('a string');
    if (issue) return { code: issue.code, detail: `item ${index}: ${issue.detail}` };
  }
  return undefined;
}

/** A query parameter that may be repeated, or hold several values separated by commas: it is converted to a list. */
export const CommaSeparated = (): PropertyDecorator =>
  applyDecorators(
    RepeatableName(),
    ReadFromText((value) => {
      const parts = typeof value === 'string' ? [value] : value;
      return Array.isArray(parts) && parts.every((part) => typeof part === 'string')
        ? [...new Set(parts.flatMap((part) => part.split(',')))]
        : value;
    }),
  );

/** A query parameter that may be repeated: it is converted to a list, a single one too. */
export const Repeatable = (): PropertyDecorator =>
  applyDecorators(
    RepeatableName(),
    ReadFromText((value) => (typeof value === 'string' ? [value] : value)),
  );
