import i18next from 'i18next';
import { ProblemError } from '../api/problem';

/** What is wrong with a field, by its JSON pointer. */
export type FieldErrors = ReadonlyMap<string, string>;

export const NO_FIELD_ERRORS: FieldErrors = new Map();

/** Returns what the service finds wrong with the fields of a body, in the language of the page where it has a text for it. */
export function fieldErrorsOf(error: unknown): FieldErrors {
  const errors = error instanceof ProblemError ? (error.problem?.errors ?? []) : [];
  return new Map(
    errors.flatMap(({ pointer, code, detail }): [string, string][] => {
      if (pointer === undefined) return [];
      const texts = [`fieldErrors.of${pointer.replaceAll('/', '_')}_${code}`, `fieldErrors.${code}`];
      const known = texts.find((key) => i18next.exists(key));
      return [[pointer, known === undefined ? detail : i18next.t(known)]];
    }),
  );
}
