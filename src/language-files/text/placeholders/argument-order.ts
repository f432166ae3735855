import type { Value } from '../../model/entry';
import { parsePluralMessage } from '../plurals/icu-message';
import { argumentNames, detectStyle } from './convert-placeholders';

/**
 * Returns the names of a source text's arguments in the order that gives them positions in all languages: the number of
 * a plural, then the other arguments as they occur.
 *
 * @param number the name of the number in the plural that gets the positions. Default: its name in the source text
 */
export function argumentOrder(source: Value | undefined, number?: string): string[] {
  if (source === undefined || source === null) return [];
  const plural = typeof source === 'string' ? parsePluralMessage(source) : source;
  if (!plural) return typeof source === 'string' ? namesIn(source) : [];
  const icu: unknown = 'placeholders' in plural ? plural.placeholders : [];
  const names =
    Array.isArray(icu) && icu.length > 0
      ? argumentNames(icu.filter((raw) => raw !== '#').join(''), 'icu')
      : namesIn([...plural.exact.values(), ...plural.forms.values()].join('\n'));
  const { arg } = plural;
  return [number ?? arg, ...names.filter((name) => name !== arg && name !== number)];
}

function namesIn(text: string): string[] {
  const style = detectStyle(text);
  return style === undefined ? [] : argumentNames(text, style);
}
