import i18next from 'i18next';
import { ProblemError } from '../api/problem';
import { errorText } from './answer';

/** The errors of fields, by their JSON pointers. */
export type FieldErrors = ReadonlyMap<string, string>;

export const NO_FIELD_ERRORS: FieldErrors = new Map();

/** The names of the texts by the code of an issue, or by its pointer and its code. */
const TEXTS: Readonly<Record<string, string>> = {
  required: 'fieldErrors.required',
  too_long: 'fieldErrors.too_long',
  '/channel invalid_format': 'fieldErrors.of_channel_invalid_format',
  '/email invalid_format': 'fieldErrors.of_email_invalid_format',
  '/email not_allowed': 'fieldErrors.of_email_not_allowed',
  '/password too_short': 'fieldErrors.of_password_too_short',
  '/password too_long': 'fieldErrors.of_password_too_long',
  '/password not_allowed': 'fieldErrors.of_password_not_allowed',
  '/password/new too_short': 'fieldErrors.of_password_new_too_short',
  '/password/new too_long': 'fieldErrors.of_password_new_too_long',
  '/password/new not_allowed': 'fieldErrors.of_password_new_not_allowed',
  '/password/current not_allowed': 'fieldErrors.of_password_current_not_allowed',
};

/**
 * Returns what the service finds wrong with the fields of a body, in the language of the page where it has a text for it. What is wrong
 * with the body as a whole, whose pointer is empty, has no field.
 */
export function fieldErrorsOf(error: unknown): FieldErrors {
  const errors = error instanceof ProblemError ? (error.problem?.errors ?? []) : [];
  return new Map(
    errors.flatMap((error): [string, string][] => {
      const { pointer, code } = error;
      if (pointer === undefined || pointer === '') return [];
      const text = TEXTS[`${pointer} ${code}`] ?? TEXTS[code];
      return [[pointer, text === undefined ? errorText(error) : i18next.t(text)]];
    }),
  );
}
