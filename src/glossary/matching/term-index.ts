import { TermText, type TermWord, isLiteral } from './term-text';
import { WordForms } from './word-forms';
import { WorkLimit } from './work-limit';

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

/** A name that is compared character by character, as it is compared. */
interface IndexedName<Entry> extends WantedTerm<Entry> {
  wanted: string;
}

/** The terms that go on alike from their first word on. */
class Node<Entry> {
  readonly next = new Map<string, Node<Entry>>();
  readonly terms: IndexedTerm<Entry>[] = [];
}

/** Finds terms in texts of a language. The time of a search hardly depends on the number of terms, and is bounded. */
export class TermIndex<Entry> {
  private readonly forms: WordForms;
  private readonly root = new Node<Entry>();
  /** By their first two characters. */
  private readonly names = new Map<string, IndexedName<Entry>[]>();

  constructor(language: string, terms: Iterable<WantedTerm<Entry>>) {
    this.forms = new WordForms(language);
    for (const term of terms) {
      const read = new TermText(language, term.text);
      if (isLiteral(read.text)) {
        const wanted = term.caseSensitive ? read.text : read.fold;
        add(this.names, read.fold.slice(0, 2), { ...term, wanted });
      } else if (read.words.length > 0) this.addWords({ ...term, words: read.words });
    }
  }

  private addWords(term: IndexedTerm<Entry>): void {
    let node = this.root;
    for (const { fold } of term.words) {
      const key = this.forms.keyOf(fold);
      const next = node.next.get(key) ?? new Node<Entry>();
      node.next.set(key, next);
      node = next;
    }
    node.terms.push(term);
  }

  /** Returns the places of terms, in the order of the text. Of terms of which one has the place of the other, the longer one counts. */
  find(text: TermText): Occurrence<Entry>[] {
    const limit = new WorkLimit();
    return withoutInner([...this.findWords(text, limit), ...this.findNames(text, limit)]);
  }

  private *findWords(text: TermText, limit: WorkLimit): Generator<Occurrence<Entry>> {
    if (this.root.next.size === 0) return;
    const keys = text.words.map(({ fold }) => this.forms.keyOf(fold));
    for (const [place, { start }] of text.words.entries()) {
      let last = place;
      for (
        let node = this.root.next.get(keys[place] ?? '');
        node;
        node = text.isGap(last) ? node.next.get(keys[++last] ?? '') : undefined
      ) {
        for (const { words, caseSensitive, entry } of node.terms) {
          if (!limit.spend()) return;
          const isAt = words.every((word, index) => {
            const found = text.words[place + index];
            if (!found || (caseSensitive && !found.raw.startsWith(word.raw))) return false;
            return this.forms.isForm(found.fold, word.fold);
          });
          const end = text.words[last]?.end ?? 0;
          if (isAt && !text.isInName(start, end)) yield { entry, start, end };
        }
      }
    }
  }

  private *findNames(text: TermText, limit: WorkLimit): Generator<Occurrence<Entry>> {
    if (this.names.size === 0) return;
    for (const start of text.breaks) {
      // A name of one character is found by it, whatever stands behind it.
      for (const length of [1, 2]) {
        const key = text.fold.slice(start, start + length);
        for (const { entry, wanted, caseSensitive } of (key.length === length && this.names.get(key)) || []) {
          if (!limit.spend()) return;
          const end = start + wanted.length;
          const inText = caseSensitive ? text.text : text.fold;
          if (inText.startsWith(wanted, start) && text.breaks.has(end)) yield { entry, start, end };
        }
      }
    }
  }
}

/** Returns the occurrences that are in no longer one, in the order of the text. */
function withoutInner<Entry>(found: Occurrence<Entry>[]): Occurrence<Entry>[] {
  found.sort((one, other) => one.start - other.start || other.end - one.end);
  let [start, end, reached] = [-1, -1, -1];
  return found.filter((occurrence) => {
    // What came before begins no later: the range is in one of these, unless it is their end.
    if (occurrence.start !== start || occurrence.end !== end) {
      reached = Math.max(reached, end);
      ({ start, end } = occurrence);
    }
    return end > reached;
  });
}

function add<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
