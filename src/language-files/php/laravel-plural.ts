import type { Plural, PluralCategory } from '../model/plural';

/** Which of the forms between `|` Laravel takes for a number, by primary language (Laravel, MessageSelector::getPluralIndex). */
const INDEX_RULES: readonly [languages: string, index: (n: number) => number][] = [
  [
    'af bn bg ca da de el en eo es et eu fa fi fo fur fy gl gu ha he hu is it ku lb ml mn mr nah nb ne nl nn no om or pa pap ps pt so sq sv sw ta te tk ur zu',
    (n) => (n === 1 ? 0 : 1),
  ],
  ['am bh fil fr gun hi hy ln mg nso ti wa xbr', (n) => (n <= 1 ? 0 : 1)],
  ['be bs hr ru sr uk', (n) => (n % 10 === 1 && n % 100 !== 11 ? 0 : isFew(n) ? 1 : 2)],
  ['cs sk', (n) => (n === 1 ? 0 : n >= 2 && n <= 4 ? 1 : 2)],
  ['ga', (n) => (n === 1 ? 0 : n === 2 ? 1 : 2)],
  ['lt', (n) => (n % 10 === 1 && n % 100 !== 11 ? 0 : n % 10 >= 2 && !isTeen(n) ? 1 : 2)],
  ['sl', (n) => (n % 100 === 1 ? 0 : n % 100 === 2 ? 1 : n % 100 === 3 || n % 100 === 4 ? 2 : 3)],
  ['mk', (n) => (n % 10 === 1 ? 0 : 1)],
  ['mt', (n) => (n === 1 ? 0 : n === 0 || within(n % 100, 2, 10) ? 1 : within(n % 100, 11, 19) ? 2 : 3)],
  ['lv', (n) => (n === 0 ? 0 : n % 10 === 1 && n % 100 !== 11 ? 1 : 2)],
  ['pl', (n) => (n === 1 ? 0 : isFew(n) ? 1 : 2)],
  ['cy', (n) => (n === 1 ? 0 : n === 2 ? 1 : n === 8 || n === 11 ? 2 : 3)],
  ['ro', (n) => (n === 1 ? 0 : n === 0 || within(n % 100, 1, 19) ? 1 : 2)],
  ['ar', (n) => (n <= 2 ? n : within(n % 100, 3, 10) ? 3 : within(n % 100, 11, 99) ? 4 : 5)],
];

const within = (n: number, low: number, high: number): boolean => n >= low && n <= high;
const isTeen = (n: number): boolean => within(n % 100, 10, 19);
const isFew = (n: number): boolean => within(n % 10, 2, 4) && !isTeen(n);

const rules: ReadonlyMap<string, (n: number) => number> = new Map(
  INDEX_RULES.flatMap(([languages, rule]) => languages.split(' ').map((language) => [language, rule] as const)),
);
/** The rules of all languages repeat after 100 but for millions. */
const SAMPLES = 201;
/** More exceptions than this are another rule, not exceptions. */
const MAX_EXCEPTIONS = 6;

interface Exception {
  from: number;
  to: number;
  /** By CLDR. */
  category: PluralCategory;
  /** By Laravel. */
  taken: PluralCategory;
}

/** How the forms of a language are laid out between `|`. */
interface Layout {
  /** The form at each index. */
  categories: PluralCategory[];
  /** Where Laravel's index would take another form than CLDR's rule. */
  exceptions: Exception[];
}

/**
 * A plural in the form of `trans_choice`: `one|other`, as many forms as Laravel has for the language, then what must be
 * said by number: `{0} none`, `[7,10] many`. Conditions stand last, since Laravel counts every form when none of them fits.
 * Whatever it cannot say is a warning.
 */
export function laravelPlural(plural: Plural, language: string, warn: (code: string, detail: string) => void): string {
  warn('plural_became_text', 'a Laravel plural is a text like any other and is read again as one');
  const { categories, exceptions } = layoutOf(language, plural.type);
  const form = (category: PluralCategory): string => plural.forms.get(category) ?? plural.forms.get('other') ?? '';
  const plain = categories.map(form);
  const needed = exceptions.filter(({ category, taken }) => form(category) !== form(taken));
  const conditions = [
    ...[...plural.exact].map(([number, text]) => `{${number}} ${text}`),
    ...needed.map(({ from, to, category }) => `${from === to ? `{${from}}` : `[${from},${to}]`} ${form(category)}`),
  ];
  const said = new Set([...plain, ...needed.map(({ category }) => form(category))]);
  for (const [category, text] of plural.forms) {
    if (!said.has(text)) warn('plural_form_dropped', `Laravel has no place for "${category}" in ${language}: ${text}`);
  }
  warnOfSyntax(plain, plural, warn);
  return [...plain, ...conditions].join('|');
}

function warnOfSyntax(plain: readonly string[], plural: Plural, warn: (code: string, detail: string) => void): void {
  const texts = [...plural.exact.values(), ...plural.forms.values()];
  if (texts.some((text) => text.includes('|'))) warn('plural_separator', 'Laravel takes the "|" in a form for its end');
  if (plain.some((text) => /^[{[][^[\]{}]*[}\]]/.test(text)))
    warn('plural_condition', 'Laravel takes the brackets at the start of a form for a condition and leaves them out');
}

/** A file has thousands of plurals in one language, and a layout takes some hundred look-ups. */
const layouts = new Map<string, Layout>();

function layoutOf(language: string, type: Plural['type']): Layout {
  if (type === 'ordinal') return { categories: ['other'], exceptions: [] };
  const layout = layouts.get(language) ?? computeLayout(language);
  layouts.set(language, layout);
  return layout;
}

function computeLayout(language: string): Layout {
  const index = rules.get(new Intl.Locale(language).language) ?? ((): number => 0);
  const known = Intl.PluralRules.supportedLocalesOf(language).length > 0;
  const cldr = new Intl.PluralRules(language);
  const samples = Array.from({ length: SAMPLES }, (_, n) => ({
    n,
    index: index(n),
    category: known ? cldr.select(n) : ('other' as const),
  }));
  const categories = commonest(samples);
  const exceptions: Exception[] = [];
  for (const { n, index: at, category } of samples) {
    const taken = categories[at] ?? 'other';
    const last = exceptions.at(-1);
    if (taken === category) continue;
    if (last?.category === category && last.taken === taken && last.to === n - 1) last.to = n;
    else exceptions.push({ from: n, to: n, category, taken });
  }
  return { categories, exceptions: exceptions.length > MAX_EXCEPTIONS ? [] : exceptions };
}

/** For each index, the category that most of its numbers have. */
function commonest(samples: readonly { index: number; category: PluralCategory }[]): PluralCategory[] {
  const counts: Map<PluralCategory, number>[] = [];
  for (const { index, category } of samples) {
    const count = (counts[index] ??= new Map<PluralCategory, number>());
    count.set(category, (count.get(category) ?? 0) + 1);
  }
  return counts.map((count) => [...count].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 'other');
}
