import type { Type } from '@nestjs/common';
import { registerDecorator, ValidateBy, type ValidationArguments, type ValidationOptions } from 'class-validator';
import type { FieldErrorCode } from '../errors/catalogue';
import type { TextRule, ValidationIssue } from './text-rules';

/** One class-validator constraint of a field: its name is the code of the error, its message the detail. */
export interface Constraint {
  code: FieldErrorCode;
  isValid: (value: unknown) => boolean;
  detail: string | ((value: unknown) => string);
}

/** An issue with one entry of a map or a list. */
export interface EntryIssue extends ValidationIssue {
  /** The name or the index of the entry. */
  entry: string | number;
}

/** The context of a constraint on entries, from which the validation pipe lists the issues of each entry. */
export interface EntriesContext {
  findEntryIssues: (value: unknown, dto: object) => EntryIssue[];
}

/**
 * The validation group of constraints that compare fields, or read the content of one. They are checked only if each
 * field is valid by itself, and can rely on that.
 */
export const CROSS_FIELD = 'cross-field';

/** The property name of constraints on the DTO as a whole, as the empty JSON pointer (RFC 6901 §5). */
export const WHOLE_DTO = '';

/** Adds a constraint to a field. */
export const Constrained = ({ code, isValid, detail }: Constraint, options?: ValidationOptions): PropertyDecorator =>
  ValidateBy(
    {
      name: code,
      validator: {
        validate: isValid,
        defaultMessage: (args) => (typeof detail === 'string' ? detail : detail(args?.value)),
      },
    },
    options,
  );

/** Adds a constraint on the entries of a field, which is checked only if each field is valid by itself. */
export const ConstrainedEntries = (
  findEntryIssues: EntriesContext['findEntryIssues'],
  options?: ValidationOptions,
): PropertyDecorator =>
  ValidateBy(
    {
      name: 'entries',
      validator: {
        validate: (value, args) => findEntryIssues(value, args?.object ?? {}).length === 0,
        // class-validator drops the context of an error without a message.
        defaultMessage: () => 'has wrong entries',
      },
    },
    { ...options, groups: [CROSS_FIELD], context: { findEntryIssues } satisfies EntriesContext },
  );

export interface CrossFieldRule<T> {
  /** The field that the error points to. Default: the whole body. */
  field?: keyof T & string;
  code: FieldErrorCode;
  isValid: (dto: T) => boolean;
  detail: string | ((dto: T) => string);
}

/** Adds a constraint on a DTO that compares its fields, which is checked only if each of them is valid by itself. */
export const CrossField =
  <T extends object>({ field, code, isValid, detail }: CrossFieldRule<T>) =>
  (target: Type<T>): void => {
    const getDto = (args: ValidationArguments | undefined): T => args?.object as T;
    registerDecorator({
      name: code,
      target,
      propertyName: field ?? WHOLE_DTO,
      options: { groups: [CROSS_FIELD] },
      validator: {
        validate: (_, args) => isValid(getDto(args)),
        defaultMessage: (args) => (typeof detail === 'string' ? detail : detail(getDto(args))),
      },
    });
  };

/** Adds a constraint on the entries of a field that compares them with other fields. */
export const CrossFieldEntries =
  <T extends object>(field: keyof T & string, findEntryIssues: (dto: T) => EntryIssue[]) =>
  (target: Type<T>): void =>
    ConstrainedEntries((_, dto) => findEntryIssues(dto as T))(target.prototype as object, field);

/**
 * Converts a rule for strings to a constraint. Values of other types pass it: a constraint on the type refuses them.
 */
export const toConstraint = ({ code, isValid, detail }: TextRule): Constraint => ({
  code,
  isValid: (value) => typeof value !== 'string' || isValid(value),
  detail: (value) => (typeof detail === 'string' ? detail : detail(value as string)),
});
