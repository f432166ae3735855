import { mergePlural } from '../../language-files';
import type { TranslationUnit } from './packed/translation-units';

/**
 * Merges a text with the source text that a bilingual file has for the same translation unit. Formats that cannot
 * express every form of a plural contain the plural beside its complete source text, in the same file or in files of
 * other languages.
 *
 * @returns undefined if the texts contradict each other
 */
export function mergeUnits(one: TranslationUnit, other: TranslationUnit): TranslationUnit | undefined {
  const [target, source] = one.fromSource ? [other, one] : [one, other];
  if (!source.fromSource || target.fromSource || !isConsistent(target, source.text)) return undefined;
  return { ...target, text: source.text };
}

/** A plural is consistent with a source text that has the same forms, as far as the format can express them. */
function isConsistent({ text, plural }: TranslationUnit, sourceText: string | null): boolean {
  if (text === sourceText) return true;
  return text !== null && plural !== undefined && mergePlural(text, { current: sourceText }, plural).same;
}
