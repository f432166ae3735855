import type { FoundTerm } from '../glossary/terms-in-texts';
import type { TermToUse } from '../machine-translation/providers/provider';

/** The terms of one text that are sent to a language model, and the characters of all of them. */
const MAX_TERMS = 20;
const MAX_CHARACTERS = 2_000;

/** Returns the terms of a text that say how it is translated, as far as they fit. */
export function termsToUse(found: readonly FoundTerm[]): TermToUse[] {
  const terms: TermToUse[] = [];
  let characters = 0;
  for (const term of found.map(toUse)) {
    if (!term) continue;
    characters += JSON.stringify(term).length;
    if (characters > MAX_CHARACTERS || terms.length === MAX_TERMS) break;
    terms.push(term);
  }
  return terms;
}

function toUse({ term, definition, doNotTranslate, forbidden, translations }: FoundTerm): TermToUse | undefined {
  if (forbidden) return { term, forbidden: [term, ...translations] };
  const [translation] = translations;
  if (translation === undefined && !doNotTranslate) return undefined;
  return {
    term,
    ...(definition !== null && { definition }),
    ...(translation === undefined ? { doNotTranslate: true } : { translation }),
  };
}
