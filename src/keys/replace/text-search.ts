import type { Span } from '../../checks/placeholders';
import { type ProtectedPart, protectedParts } from '../../checks/protected-parts';
import { intlLocale } from '../../common/language-tag';
import { emojiIn } from './emoji';
import { decomposed, type Folded, splitsCharacter } from './equivalent-characters';

/** What is searched in texts of a language. */
export interface SearchedText {
  language: string;
  search: string;
  matchCase: boolean;
  wholeWord: boolean;
}

/** Where a text contains what is searched, in its order, and the protected parts of the text. */
export interface FoundPlaces {
  hits: readonly (readonly [start: number, end: number])[];
  parts: readonly ProtectedPart[];
}

/**
 * Finds a text in others. Characters that are canonically equivalent are the same (`é` in one or two code points), and an emoji of
 * several code points is one character. Case is ignored by the rules of the language: in Turkish, `I` is the capital of `ı`. A word is what Unicode Standard Annex #29
 * segments, with a dictionary for scripts without spaces.
 */
export class TextSearch {
  private readonly locale: string;
  private readonly searched: string;
  private readonly segmenter: Intl.Segmenter | undefined;
  private readonly folds = new Map<string, string>();

  constructor(private readonly options: SearchedText) {
    this.locale = intlLocale(options.language);
    this.searched = this.fold(options.search).text;
    if (options.wholeWord) this.segmenter = new Intl.Segmenter(this.locale, { granularity: 'word' });
  }

  /** A pattern of ILIKE in the collation `C` for all texts in which something may be found. */
  get pattern(): string {
    // A letter may be written with a mark, and these letters and signs of ASCII are equivalent to others.
    const known = this.options.search.normalize('NFD').replace(/.[^\0-\x7f]+|[^\0-\x7f]+|[iks;`]/gisu, '\0');
    return `%${known.replace(/[\\%_]/g, '\\$&').replaceAll('\0', '%')}%`;
  }

  /** Finds what is not cut by a protected part. @returns undefined if nothing is found */
  find(text: string): FoundPlaces | undefined {
    const folded = this.fold(text);
    let from = folded.text.indexOf(this.searched);
    if (from < 0) return undefined;
    const parts = protectedParts(text);
    const hits: (readonly [number, number])[] = [];
    let isBoundary: ((place: number) => boolean) | undefined;
    const [isPartCut, isEmojiCut] = [cutsOf(parts), cutsOf(emojiIn(text))];
    while (from >= 0) {
      const [start = -1, end = -1] = [folded.places[from], folded.places[from + this.searched.length]];
      const isWhole = start >= 0 && end >= 0 && !splitsCharacter(text, end);
      let isHit = isWhole && !isPartCut(start, end) && !isEmojiCut(start, end);
      if (isHit && this.segmenter) {
        isBoundary ??= boundariesOf(text, parts, this.segmenter);
        isHit = isBoundary(start) && isBoundary(end);
      }
      if (isHit) hits.push([start, end]);
      from = folded.text.indexOf(this.searched, from + (isHit ? this.searched.length : 1));
    }
    return hits.length > 0 ? { hits, parts } : undefined;
  }

  private fold(text: string): Folded {
    return decomposed(text, (character) => this.foldCharacter(character));
  }

  private foldCharacter(character: string): string {
    let folded = this.folds.get(character);
    if (folded === undefined) {
      folded = (this.options.matchCase ? character : this.foldCase(character)).normalize('NFD');
      this.folds.set(character, folded);
    }
    return folded;
  }

  /** A capital letter may have several small forms: both forms of the Greek sigma are one. */
  private foldCase(character: string): string {
    const capital = character.toLocaleUpperCase(this.locale);
    return ([...capital].length === 1 ? capital : character).toLocaleLowerCase(this.locale);
  }
}

/** Returns whether a hit has a piece of a span, and not the whole. Hits are asked for in their order. */
function cutsOf(spans: readonly Span[]): (start: number, end: number) => boolean {
  let first = 0;
  return (start, end) => {
    while ((spans[first]?.end ?? Infinity) <= start) first++;
    for (let index = first; ; index++) {
      const span = spans[index];
      if (!span || span.start >= end) return false;
      if (span.start < start || span.end > end) return true;
    }
  };
}

/** Pieces of a text, which end behind white space where they can. The time of the segmenter grows with the square of a text. */
const PIECES = /[^]{1,1000}(?<=\s)(?=[^\s\p{M}])|[^]{1,1000}/gu;

/** Returns whether a place is at a boundary of words. A protected part is no part of a word. */
function boundariesOf(
  text: string,
  parts: readonly ProtectedPart[],
  segmenter: Intl.Segmenter,
): (place: number) => boolean {
  const boundaries = new Set<number>([text.length]);
  let from = 0;
  for (const { start, end } of [...parts, { start: text.length, end: text.length }]) {
    boundaries.add(from).add(start);
    for (const { 0: piece, index: offset } of text.slice(from, start).matchAll(PIECES))
      for (const { index } of segmenter.segment(piece)) boundaries.add(from + offset + index);
    from = end;
  }
  return (place) => boundaries.has(place);
}
