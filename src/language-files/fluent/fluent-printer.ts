import type { FileToWrite } from '../model/codec';
import type { EntryToWrite, Value } from '../model/entry';
import { UnwritableTextError } from '../model/format-errors';
import { refusePlural, writePlural } from './fluent-plural';
import { type PatternLayout, writePattern } from './pattern-text';

const KEY = /^(-?[a-zA-Z][a-zA-Z0-9_-]*)(?:\.([a-zA-Z][a-zA-Z0-9_-]*))?$/;

/** Splits a key into a message, or a term with its hyphen, and an attribute. @throws UnwritableTextError */
export function splitKey(key: string): { id: string; attribute?: string } {
  const [, id, attribute] = KEY.exec(key) ?? [];
  if (id !== undefined) return { id, attribute };
  const rule = 'a letter, then letters, digits, "-" and "_", optionally followed by ".attribute"';
  throw new UnwritableTextError(key, `${JSON.stringify(key)} is not an identifier in Fluent: ${rule}`);
}

/** @throws UnwritableTextError for a text or plural that Fluent cannot hold */
export function refuseUnwritable(key: string, value: NonNullable<Value>): void {
  const texts = typeof value === 'string' ? [value] : [...value.exact.values(), ...value.forms.values()];
  if (texts.some((text) => /\p{Surrogate}/u.test(text))) {
    throw new UnwritableTextError(key, 'the text contains a lone surrogate, which UTF-8 cannot encode');
  }
  if (typeof value !== 'string') refusePlural(key, value);
}

/**
 * Prints a text or plural as a pattern, to follow `=`.
 *
 * @throws UnwritableTextError for a text that Fluent cannot hold
 */
export function printValue(key: string, value: NonNullable<Value>, indent: number, layout?: PatternLayout): string {
  refuseUnwritable(key, value);
  return typeof value === 'string' ? writePattern(value, indent, layout) : writePlural(value, indent);
}

export const createTermError = (key: string, id: string): UnwritableTextError =>
  new UnwritableTextError(key, `the Fluent term ${JSON.stringify(id)} needs a value`);

export const printComment = (mark: string, text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => (line === '' ? `${mark}\n` : `${mark} ${line}\n`))
    .join('');

/** Warns about a description that is not written as it is. @param isWritten whether it is in the message's comment */
export function warnAboutComment({ key, description = '' }: EntryToWrite, isWritten: boolean, file: FileToWrite): void {
  if (!isWritten) {
    const detail = 'Fluent has one comment for a message and its attributes; this description is not written';
    file.warn({ code: 'description_dropped', detail, key });
  } else if (/\r(?:\n|$)/.test(description)) {
    file.warn({ code: 'comment_altered', detail: 'line breaks of the description become LF', key });
  }
}
