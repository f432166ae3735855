import { TAG_MARK } from '../../checks/marks';
import { type Form, Message } from '../../checks/message';
import { intlLocale, primarySubtag } from '../../common/language-tag';
import { wordsOf } from '../../common/word-breaks';

/** A word of a text. */
export interface TermWord {
  readonly raw: string;
  readonly fold: string;
  readonly start: number;
  readonly end: number;
}

/** Stands between the forms of a message: no term goes over it. */
const FORM_BREAK = '\u2029';

/** What stands between the words of one term: spaces, tags, hyphens, apostrophes. */
const GAP = new RegExp(`^[\\s\\-‐‑'’·/${TAG_MARK}]{0,6}$`);

/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Characters that are no part of a word, but of a name: `C++`, `C#`, `R&D`. */
const SYMBOL = /[+#&@$€%*=~^<>]/;

/** Whether a term is compared with a text character by character, and not by its words. */
export const isLiteral = (term: string): boolean =>
  UNSPACED.test(term) || SYMBOL.test(term) || !/[\p{L}\p{N}]/u.test(term);

/** Signs behind a word that make it another name, as in `C++` and `C#`; and the rest of a short name with `&`: `R&D`. */
const NAME_BEHIND = /(?:[+#]+(?![\p{L}\p{N}+#])|&\p{L}{1,3}(?!\p{L}))/uy;
const NAME_BEFORE = /(?<!\p{L})\p{L}{1,3}&$/u;
const SHORT_NAME = 3;

/** Hyphens that are not seen where a line does not end. */
const SOFT_HYPHENS = /\u00ad/g;
/** References to characters that names and words have, as texts with tags write them. */
const REFERENCES = /&(amp|shy);/g;

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterOf(language: string): Intl.Segmenter {
  const known = segmenters.get(language);
  if (known) return known;
  const created = new Intl.Segmenter(intlLocale(language), { granularity: 'word' });
  if (segmenters.size >= 100) segmenters.clear();
  segmenters.set(language, created);
  return created;
}

/** A text in which terms are looked for. Everything is computed when it is first asked for. */
export class TermText {
  private foundWords: readonly TermWord[] | undefined;
  private foundBreaks: ReadonlySet<number> | undefined;
  private folded: string | undefined;
  /** Composed (NFC), without soft hyphens. */
  readonly text: string;

  /** @param text without placeholders: see `ofMessage` */
  constructor(
    readonly language: string,
    text: string,
  ) {
    this.text = text.normalize('NFC').replace(SOFT_HYPHENS, '');
  }

  /** Returns a text as it is read, with all forms of an ICU message, and without placeholders, addresses and tags. */
  static ofMessage(language: string, message: string): TermText {
    const read = message.replace(REFERENCES, (_, name) => (name === 'amp' ? '&' : ''));
    return new TermText(language, textsOf(new Message(read).root).join(FORM_BREAK));
  }

  get words(): readonly TermWord[] {
    return (this.foundWords ??= splitWords(this.language, this.text));
  }

  /** The text in lower case, with as many characters. */
  get fold(): string {
    return (this.folded ??= sameLengthFold(this.text, this.language));
  }

  /** The places between words, and between words and other characters. */
  get breaks(): ReadonlySet<number> {
    if (this.foundBreaks) return this.foundBreaks;
    const breaks = new Set([this.text.length]);
    for (const { index } of segmenterOf(this.language).segment(this.text)) breaks.add(index);
    return (this.foundBreaks = breaks);
  }

  /** Whether words are a part of a name with signs: `C` of `C++`, `D` of `R&D`. */
  isInName(start: number, end: number): boolean {
    NAME_BEHIND.lastIndex = end;
    const behind = NAME_BEHIND.exec(this.text);
    const isShort = end - start <= SHORT_NAME;
    if (behind && (isShort || !behind[0].startsWith('&'))) return true;
    return isShort && this.text[start - 1] === '&' && NAME_BEFORE.test(this.text.slice(Math.max(0, start - 5), start));
  }

  /** Whether a term can go on from a word to the next one. */
  isGap(place: number): boolean {
    const [word, next] = [this.words[place], this.words[place + 1]];
    return word !== undefined && next !== undefined && GAP.test(this.text.slice(word.end, next.start));
  }
}

const textsOf = ({ facts, choices }: Form): string[] => [
  facts.plain,
  ...choices.flatMap(({ options }) => [...options.values()].flatMap(textsOf)),
];

/** Languages whose `I` and `i` are two letters. */
const DOTLESS = new Set(['az', 'tr']);

/** Returns a text in lower case, as the language has it. */
function lowerCase(text: string, language: string): string {
  const primary = primarySubtag(language);
  return DOTLESS.has(primary) ? text.toLocaleLowerCase(primary) : text.toLowerCase();
}

/** Characters that become several in lower case stay. */
function sameLengthFold(text: string, language: string): string {
  const fold = lowerCase(text, language);
  if (fold.length === text.length) return fold;
  return text.replace(/\p{Lu}/gu, (letter) => {
    const lower = lowerCase(letter, language);
    return lower.length === letter.length ? lower : letter;
  });
}

/** Words, with parts before and behind apostrophes as words of their own: `l'adresse`, `customer's`. */
function splitWords(language: string, text: string): TermWord[] {
  const words: TermWord[] = [];
  for (const { word, index } of wordsOf(text, segmenterOf(language))) {
    for (const part of word.matchAll(/[^'‘’]+/g)) {
      const start = index + part.index;
      const fold = lowerCase(part[0], language);
      words.push({ raw: part[0], fold, start, end: start + part[0].length });
    }
  }
  return words;
}
