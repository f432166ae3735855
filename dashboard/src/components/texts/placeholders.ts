import { hasIcuType, parsePluralMessage, readFlags, scanPlaceholders } from './messages';

/** No text of a project has this character. */
const MARK = '\0';

export interface TextPart {
  text: string;
  isPlaceholder: boolean;
}

/** Splits a text at its placeholders, in any style that the checks know. */
export function splitAtPlaceholders(text: string): TextPart[] {
  const flags = readFlags(text);
  const { found, rest } = scanPlaceholders(text, flags, MARK, false);
  const literals = rest.split(MARK);
  // The text of a choice of Fluent, or of an ICU message that is more than a plural, has no single place for a placeholder.
  if (literals.length !== found.length + 1 || hasIcuType(text)) return [{ text, isPlaceholder: false }];
  return literals
    .flatMap((literal, index) => [
      { text: literal, isPlaceholder: false },
      { text: found[index]?.raw ?? '', isPlaceholder: true },
    ])
    .filter((part) => part.text !== '');
}

/** Splits a form of a plural, whose `#` stands for the number. */
export const splitForm = (form: string, placeholders: readonly string[]): TextPart[] =>
  splitAtPlaceholders(form).flatMap((part) =>
    part.isPlaceholder || !placeholders.includes('#')
      ? part
      : part.text
          .split(/(#)/)
          .filter((text) => text !== '')
          .map((text) => ({ text, isPlaceholder: text === '#' })),
  );

export interface CountedPlaceholder {
  /** As the source text writes it. */
  raw: string;
  /** How often the source text has it; undefined for a plural, where each form decides. */
  wanted?: number;
  /** How often the text has it. */
  found: number;
}

/** Counts the placeholders of a source text in a text. */
export function countPlaceholders(source: string, text: string): CountedPlaceholder[] {
  const plural = parsePluralMessage(source);
  if (plural) return plural.placeholders.map((raw) => ({ raw, found: text.split(raw).length - 1 }));
  const inText = placeholdersOf(text);
  const counted = new Map<string, CountedPlaceholder>();
  for (const { id, raw } of placeholdersOf(source)) {
    const known = counted.get(id) ?? { raw, wanted: 0, found: inText.filter((other) => other.id === id).length };
    counted.set(id, { ...known, wanted: (known.wanted ?? 0) + 1 });
  }
  return [...counted.values()];
}

const placeholdersOf = (text: string) =>
  hasIcuType(text) ? [] : scanPlaceholders(text, readFlags(text), MARK, false).found;
