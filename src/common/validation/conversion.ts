import { applyDecorators, type Type } from '@nestjs/common';
import { Transform } from 'class-transformer';

/** Marks the prototypes of DTOs that have a converted field. */
const CONVERTED = Symbol('converted');

/** The class-transformer group of the conversions of texts: a query and a form have no other values. */
export const TEXTS = 'texts';

/** Converts the value of a field with class-transformer, before the field is validated. */
export const Converted = (convert: (value: unknown) => unknown, groups?: string[]): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => convert(value), { groups }),
    (prototype: object) => void Object.defineProperty(prototype, CONVERTED, { value: true }),
  );

/** As `Converted`, but not for a JSON body, whose values have types. */
export const ReadFromText = (convert: (value: unknown) => unknown): PropertyDecorator => Converted(convert, [TEXTS]);

/** The names of the fields of a DTO that are repeatable parameters, on its prototype. */
const REPEATABLE = Symbol('repeatable');

/** Marks a field whose parameter may be repeated. */
export const RepeatableName = (): PropertyDecorator => (prototype, name) => {
  const names = Reflect.get(prototype, REPEATABLE) as ReadonlySet<PropertyKey> | undefined;
  Object.defineProperty(prototype, REPEATABLE, { configurable: true, value: new Set([...(names ?? []), name]) });
};

/**
 * Names the parameters `name[]` of a query or a form `name`, if it may be repeated: so axios and PHP name the items of
 * a list.
 *
 * @returns the same object if it has no such parameter
 */
export function withoutBrackets(dto: Type<object>, parameters: Record<string, unknown>): Record<string, unknown> {
  const bracketed = Object.keys(parameters).filter((name) => name.endsWith('[]'));
  const repeatable = Reflect.get(dto.prototype as object, REPEATABLE) as ReadonlySet<PropertyKey> | undefined;
  const known = bracketed.filter((name) => repeatable?.has(bareName(name)));
  if (known.length === 0) return parameters;
  const named = { ...parameters };
  for (const name of known) {
    const bare = bareName(name);
    named[bare] = bare in parameters ? [parameters[bare], parameters[name]].flat() : parameters[name];
    Reflect.deleteProperty(named, name);
  }
  return named;
}

/** Returns the name of a parameter without the brackets of a list. */
export const bareName = (name: string): string => name.replace(/\[\]$/, '');

/** @returns whether a DTO has a converted field: class-transformer has nothing to do for the others */
export const hasConvertedFields = (dto: Type<object>): boolean => CONVERTED in dto.prototype;
