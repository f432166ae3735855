import { isOrAre, listNames } from '../list-names';
import type { Message } from '../message';
import { withoutPercent } from '../placeholders';

/**
 * Finds placeholders and arguments of plurals that the source does not have. What may be literal text (`%d` in
 * `50%die`) counts only if the source has a placeholder with the same sign.
 */
export function findUnknownPlaceholders(source: Message, target: Message): string | undefined {
  const { placeholders, choices } = target;
  if (placeholders.length === 0 && choices.length === 0) return undefined;
  const known = new Set(source.placeholders.map(({ id }) => id));
  for (const { arg } of source.choices) known.add(`{${arg}}`);
  const signs = new Set(source.placeholders.map(({ id }) => id.charAt(0)));
  const unknown = new Set<string>();
  for (const { id, raw, certainty } of placeholders) {
    if (known.has(id) || known.has(withoutPercent(id))) continue;
    if (certainty === 'certain' || signs.has(id.charAt(0))) unknown.add(raw);
  }
  // A plural from a format with plurals of its own has an argument that no file names.
  const namesArguments = source.choices.length > 0 || [...known].some((id) => id.startsWith('{'));
  for (const { arg } of choices) if (namesArguments && !known.has(`{${arg}}`)) unknown.add(`{${arg}}`);
  if (unknown.size === 0) return undefined;
  return `${listNames(unknown)} ${isOrAre(unknown)} not in the source`;
}
