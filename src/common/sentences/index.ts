import type { FieldError } from '../errors/catalogue';
import { FIELD_ERROR_SENTENCES } from './field-error-sentences';
import { FINDING_SENTENCES } from './finding-sentences';
import { PROBLEM_SENTENCES } from './problem-sentences';
import { readParams, type SentenceParams } from './sentence';
import { WARNING_SENTENCES } from './warning-sentences';

export type { SentenceParams } from './sentence';

const ERROR_SENTENCES = { ...PROBLEM_SENTENCES, ...FIELD_ERROR_SENTENCES, not_found: PROBLEM_SENTENCES.not_found };

/** A part of a sentence that names the file of an archive: `"de.json": the file is nested too deeply`. */
const FILE = /^("(?:[^"\\]|\\.){1,1000}"): /;
/** A part of a sentence that counts the items of a list: `item 3: must be a UUID`. */
const ITEM = /^item (\d{1,9}): /;

/** Returns `{ params }` of a finding, or nothing. */
export const findingParams = (code: string, detail: string): { params?: SentenceParams } =>
  member(readParams(FINDING_SENTENCES, code, detail));

/** Returns `{ params }` of a warning, or nothing. */
export function warningParams(code: string, detail: string): { params?: SentenceParams } {
  const file = FILE.exec(detail);
  const params = readParams(WARNING_SENTENCES, code, file ? detail.slice(file[0].length) : detail);
  return member(file?.[1] === undefined ? params : { ...params, file: file[1] });
}

/** Returns `{ params }` of a problem or of an entry of its `errors`, or nothing. */
export function errorParams(code: string, detail: string): { params?: SentenceParams } {
  const place = ITEM.exec(detail) ?? FILE.exec(detail);
  const params = readParams(ERROR_SENTENCES, code, place ? detail.slice(place[0].length) : detail);
  if (place?.[1] === undefined) return member(params);
  return member({ ...params, ...(detail.startsWith('item') ? { item: Number(place[1]) } : { file: place[1] }) });
}

/** Adds the parameters to the entries of `errors`. */
export const withParams = (errors: readonly FieldError[]): FieldError[] =>
  errors.map((error) => ({ ...error, ...errorParams(error.code, error.detail) }));

const member = (params: SentenceParams | undefined): { params?: SentenceParams } => (params ? { params } : {});
