import { intlLocale } from '../../common/language-tag';

const isBetween = (n: number, low: number, high: number): boolean => n >= low && n <= high;
const isTeen = (n: number): boolean => isBetween(n % 100, 10, 19);
const isFew = (n: number): boolean => isBetween(n % 10, 2, 4) && !isTeen(n);

type IndexRule = (n: number) => number;

/**
 * The index of the form that Laravel selects for a number, by primary language (Laravel,
 * MessageSelector::getPluralIndex).
 */
const INDEX_RULES: readonly [languages: string, rule: IndexRule][] = [
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
  ['mt', (n) => (n === 1 ? 0 : n === 0 || isBetween(n % 100, 2, 10) ? 1 : isBetween(n % 100, 11, 19) ? 2 : 3)],
  ['lv', (n) => (n === 0 ? 0 : n % 10 === 1 && n % 100 !== 11 ? 1 : 2)],
  ['pl', (n) => (n === 1 ? 0 : isFew(n) ? 1 : 2)],
  ['cy', (n) => (n === 1 ? 0 : n === 2 ? 1 : n === 8 || n === 11 ? 2 : 3)],
  ['ro', (n) => (n === 1 ? 0 : n === 0 || isBetween(n % 100, 1, 19) ? 1 : 2)],
  ['ar', (n) => (n <= 2 ? n : isBetween(n % 100, 3, 10) ? 3 : isBetween(n % 100, 11, 99) ? 4 : 5)],
];

const RULE_BY_LANGUAGE: ReadonlyMap<string, IndexRule> = new Map(
  INDEX_RULES.flatMap(([languages, rule]) => languages.split(' ').map((language) => [language, rule] as const)),
);

/** Returns Laravel's rule for a language; languages without one have a single form. */
export const getIndexRule = (language: string): IndexRule =>
  RULE_BY_LANGUAGE.get(new Intl.Locale(intlLocale(language)).language) ?? (() => 0);
