import { TermText, type TermWord, isLiteral } from './term-text';
import { WordForms } from './word-forms';

/** A term, or a translation of one, that is looked for in texts of a language. */
export interface WantedTerm<Entry> {
  entry: Entry;
  text: string;
  caseSensitive: boolean;
}

/** A place of a text that has a term. */
export interface Occurrence<Entry> {
  entry: Entry;
  start: number;
  end: number;
}

interface IndexedTerm<Entry> extends WantedTerm<Entry> {
  words: readonly TermWord[];
}

/** Finds terms in texts of a language. The time of a search does not depend on the number of terms. */
export class TermIndex<Entry> {
  private readonly forms: WordForms;
  private readonly byFirstWord = new Map<string, IndexedTerm<Entry>[]>();
  private readonly byFirstCharacter = new Map<string, WantedTerm<Entry>[]>();

  constructor(language: string, terms: Iterable<WantedTerm<Entry>>) {
    this.forms = new WordForms(language);
    for (const term of terms) {
      if (isLiteral(term.text)) add(this.byFirstCharacter, firstOf(term.text), term);
      else {
        const { words } = new TermText(language, term.text);
        const [first] = words;
        if (first) add(this.byFirstWord, this.forms.keyOf(first.fold), { ...term, words });
      }
    }
  }

  /** Returns the places of terms, in the order of the text. Of terms of which one has the place of the other, the longer one counts. */
  find(text: TermText): Occurrence<Entry>[] {
    const found = [...this.findWords(text), ...this.findLiterals(text)];
    const lengths = found.map(({ start, end }) => ({ start, end }));
    return found
      .filter(({ start, end }) => !lengths.some((other) => isInside({ start, end }, other)))
      .sort((one, other) => one.start - other.start);
  }

  private *findWords(text: TermText): Generator<Occurrence<Entry>> {
    if (this.byFirstWord.size === 0) return;
    for (const [place, first] of text.words.entries()) {
      for (const term of this.byFirstWord.get(this.forms.keyOf(first.fold)) ?? []) {
        const last = place + term.words.length - 1;
        if (this.isAt(text, place, term))
          yield { entry: term.entry, start: first.start, end: text.words[last]?.end ?? 0 };
      }
    }
  }

  private isAt(text: TermText, place: number, { words, caseSensitive }: IndexedTerm<Entry>): boolean {
    return words.every((word, index) => {
      const found = text.words[place + index];
      if (!found || (index > 0 && !text.isGap(place + index - 1))) return false;
      if (caseSensitive && !found.raw.startsWith(word.raw)) return false;
      return this.forms.isForm(found.fold, word.fold);
    });
  }

  private *findLiterals(text: TermText): Generator<Occurrence<Entry>> {
    if (this.byFirstCharacter.size === 0) return;
    for (const start of text.breaks) {
      for (const { entry, text: term, caseSensitive } of this.byFirstCharacter.get(firstOf(text.text.slice(start))) ??
        []) {
        const [inText, wanted] = caseSensitive ? [text.text, term] : [text.fold, term.toLowerCase()];
        const end = start + wanted.length;
        if (inText.startsWith(wanted, start) && text.breaks.has(end)) yield { entry, start, end };
      }
    }
  }
}

type Range = Omit<Occurrence<unknown>, 'entry'>;

const isInside = ({ start, end }: Range, other: Range): boolean =>
  other.start <= start && end <= other.end && other.end - other.start > end - start;

const firstOf = (text: string): string => (text[0] ?? '').toLowerCase();

function add<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
