/**
 * `Plural-Forms` for files without that header field: CLDR's plural rules for integers as C expressions. The forms are
 * in the order of gettext's own table where both agree. Where gettext differs (Latvian zero), CLDR takes precedence,
 * because plurals are stored by its categories.
 */
const TABLE: readonly [languages: string, nplurals: number, expression: string][] = [
  [
    'bm bo dz hnj id ig ii ja jbo jv kde kea km ko lkt lo ms my nqo osa sah ses sg su th to tpi vi wo yo yue zh',
    1,
    '0',
  ],
  ['pt-PT', 2, '(n != 1)'],
  ['ak am as bho bn csw doi fa ff fr gu guw hi hy kab kn kok ln mg nso pa pcm pt si ti wa zu', 2, '(n > 1)'],
  ['is mk', 2, '(n%10!=1 || n%100==11)'],
  ['ceb fil', 2, '(n%10==4 || n%10==6 || n%10==9)'],
  ['tzm', 2, '(n>1 && (n<11 || n>99))'],
  ['be ru uk', 3, '(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2)'],
  ['bs hr sr', 3, '(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2)'],
  ['pl', 3, '(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2)'],
  ['cs sk', 3, '(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2)'],
  ['lt', 3, '(n%10==1 && (n%100<11 || n%100>19) ? 0 : n%10>=2 && (n%100<11 || n%100>19) ? 1 : 2)'],
  ['lv prg', 3, '(n%10==0 || (n%100>=11 && n%100<=19) ? 0 : n%10==1 ? 1 : 2)'],
  ['blo cv ksh lag', 3, '(n==0 ? 0 : n==1 ? 1 : 2)'],
  ['he iu naq sat se sma smi smj smn sms', 3, '(n==1 ? 0 : n==2 ? 1 : 2)'],
  ['ro', 3, '(n==1 ? 0 : n==0 || (n%100>=1 && n%100<=19) ? 1 : 2)'],
  ['shi', 3, '(n<=1 ? 0 : n<=10 ? 1 : 2)'],
  ['dsb hsb sl', 4, '(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3)'],
  ['gd', 4, '(n==1 || n==11 ? 0 : n==2 || n==12 ? 1 : n>=3 && n<=19 ? 2 : 3)'],
  ['gv', 4, '(n%10==1 ? 0 : n%10==2 ? 1 : n%20==0 ? 2 : 3)'],
  ['sgs', 4, '(n%10==1 && n%100!=11 ? 0 : n==2 ? 1 : n%10>=2 && (n%100<11 || n%100>19) ? 2 : 3)'],
  [
    'br',
    5,
    '(n%10==1 && n%100!=11 && n%100!=71 && n%100!=91 ? 0 : n%10==2 && n%100!=12 && n%100!=72 && n%100!=92 ? 1 : ' +
      '(n%10==3 || n%10==4 || n%10==9) && (n%100<10 || n%100>19) && (n%100<70 || n%100>79) && n%100<90 ? 2 : ' +
      'n!=0 && n%1000000==0 ? 3 : 4)',
  ],
  ['ga', 5, '(n==1 ? 0 : n==2 ? 1 : n>=3 && n<=6 ? 2 : n>=7 && n<=10 ? 3 : 4)'],
  ['mt', 5, '(n==1 ? 0 : n==2 ? 1 : n==0 || (n%100>=3 && n%100<=10) ? 2 : n%100>=11 && n%100<=19 ? 3 : 4)'],
  ['ar ars', 6, '(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5)'],
  ['cy', 6, '(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n==3 ? 3 : n==6 ? 4 : 5)'],
  [
    'kw',
    6,
    '(n==0 ? 0 : n==1 ? 1 : n%20==2 || (n%1000==0 && ((n%100000>=1000 && n%100000<=20000) || n%100000==40000 || ' +
      'n%100000==60000 || n%100000==80000)) || n%1000000==100000 ? 2 : n%20==3 ? 3 : n%20==1 ? 4 : 5)',
  ],
];

/** The forms of English. */
const DEFAULT_PLURAL_FORMS = 'nplurals=2; plural=(n != 1);';

const BY_LANGUAGE: ReadonlyMap<string, string> = new Map(
  TABLE.flatMap(([languages, nplurals, expression]) =>
    languages.split(' ').map((language) => [language, `nplurals=${nplurals}; plural=${expression};`] as const),
  ),
);

/**
 * Returns the value of `Plural-Forms` for a canonical language tag. A language that is not listed gets the two forms of
 * English, as do languages that CLDR does not cover.
 */
export function wellKnownPluralForms(language: string): string {
  return BY_LANGUAGE.get(language) ?? BY_LANGUAGE.get(primaryLanguage(language)) ?? DEFAULT_PLURAL_FORMS;
}

/** Returns the primary language subtag, with deprecated codes replaced: `he` for `iw`. */
function primaryLanguage(language: string): string {
  const [primary = ''] = language.split('-');
  try {
    return new Intl.Locale(primary).language;
  } catch {
    return primary;
  }
}
