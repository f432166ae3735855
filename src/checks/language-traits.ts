import { primarySubtag } from '../common/language-tag';

/** Traits of the writing of a language that the checks depend on. */
export interface LanguageTraits {
  /** The language itself. Languages that share many texts have the same group: Norwegian, Bokmål and Nynorsk. */
  readonly group: string;
  /** Words are written without spaces between them. */
  readonly omitsSpaces: boolean;
  /** A sentence may end without a full stop: Thai has none. */
  readonly omitsFullStop: boolean;
  /** Marks of questions and exclamations stand inside the sentence (Armenian). */
  readonly marksInside: boolean;
  /** `;` is the question mark (Greek). */
  readonly semicolonAsks: boolean;
  /** `:` may be the full stop (Armenian `։`, as typed). */
  readonly colonStops: boolean;
}

/** The traits of the two languages of a comparison. */
export interface TraitsOfPair {
  readonly source: LanguageTraits;
  readonly target: LanguageTraits;
}

const GROUPS: ReadonlyMap<string, string> = new Map(
  [
    ['no', 'nb', 'nn'],
    ['hr', 'bs', 'sr', 'sh', 'cnr'],
    ['id', 'ms'],
    ['fa', 'prs'],
    ['ro', 'mo'],
    ['he', 'iw'],
    ['zh', 'yue', 'cmn', 'wuu'],
    ['fil', 'tl'],
  ].flatMap((group) => group.map((language) => [language, group[0] ?? language])),
);

/** Scripts without spaces: Unicode Standard Annex #14, complex context and ideographs. */
const WITHOUT_SPACES = new Set(['zh', 'ja', 'yue', 'cmn', 'wuu', 'th', 'lo', 'km', 'my', 'bo', 'dz', 'shn']);
/** Japanese and Chinese texts of interfaces are mostly written without a full stop as well. */
const WITHOUT_FULL_STOP = new Set([...WITHOUT_SPACES, 'ko']);

const known = new Map<string, LanguageTraits>();
const MAX_KNOWN = 2_000;

export function languageTraits(tag: string): LanguageTraits {
  const cached = known.get(tag);
  if (cached) return cached;
  const language = primarySubtag(tag);
  const traits: LanguageTraits = {
    group: GROUPS.get(language) ?? language,
    omitsSpaces: WITHOUT_SPACES.has(language),
    omitsFullStop: WITHOUT_FULL_STOP.has(language),
    marksInside: language === 'hy',
    semicolonAsks: language === 'el',
    colonStops: language === 'hy',
  };
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(tag, traits);
  return traits;
}
