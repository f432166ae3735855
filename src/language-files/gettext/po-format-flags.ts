import type { Plural } from '../model/plural';

/** The arguments of the languages whose formats gettext knows: `%1$s`, `%(name)s`, `%1`, `{0}`, `$name`. */
const ARGUMENT =
  /%(?:\d+\$|\([^()]*\)|\{[^{}]*\}|<[^<>]*>)?[-+ #0,]{0,9}(?:\*|\d{1,9})?(?:\.(?:\*|\d{1,9}))?(?:hh|h|ll|l|q|j|z|t|L)?[A-Za-z]|%L?\d+|\{[^{}]*\}|\$\{?\w+\}?/g;

const argumentsOf = (text: string): string => (text.replaceAll('%%', '').match(ARGUMENT) ?? []).sort().join('\n');

/** Returns whether a flag says that a message is a format: `c-format`, not `no-c-format`. */
export const isFormatFlag = (flag: string): boolean => flag.endsWith('-format') && !flag.startsWith('no-');

/**
 * Returns whether a message can be a format: gettext refuses one whose translation has other arguments than its msgid,
 * or its `msgid_plural`.
 *
 * @param id the msgid that is compared with the translation
 * @param source text of the message; the msgid says nothing about a missing one
 */
export function isFormatOf(id: string, source: string | Plural | undefined): boolean {
  const text = typeof source === 'object' ? source.forms.get('other') : source;
  return !text || text === id || argumentsOf(id) === argumentsOf(text);
}
