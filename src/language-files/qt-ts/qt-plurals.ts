import { type IndexedForms, indexForms, parsePluralForms } from '../gettext/plural-forms';
import { pluralCategories } from '../text/plurals/categories';
import { soleNumbers } from '../text/plurals/sole-numbers';

/** The numerus forms of languages in Qt's order, as Plural-Forms: the output of Qt 6.4's `lconvert -of po` for each. */
const QT_FORMS: readonly (readonly [pluralForms: string, languages: string])[] = [
  ['nplurals=1; plural=0', 'bi bo dz fa fj gn hu id in ja jv ko ms my na om su th tr tt vi yo za zh'],
  ['nplurals=2; plural=n > 1', 'br fil fr hy pt ti tl wa'],
  [
    'nplurals=2; plural=n != 1',
    'aa ab af am as ay az ba bg bn ca co da de el en eo es et eu fi fo fur fy gl gu ha he hi ia ie it iw ji ka kk kl km kn ks ku ' +
      'kw ky la lb ln lo mg ml mn mr nb ne nl nn no oc or pa ps qu rm rn rw sd si sn so sq ss st sv sw ta te tg tk tn to ts ' +
      'ug ur uz vo wo xh yi zu',
  ],
  ['nplurals=2; plural=n%10==1 && n%100!=11 ? 0 : 1', 'is'],
  ['nplurals=3; plural=n==1 ? 0 : n==2 ? 1 : 2', 'dv ga gv ik iu mi sa se sm'],
  [
    'nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2',
    'be bs hr ru sh sr uk',
  ],
  ['nplurals=3; plural=n==1 ? 0 : n>=2 && n<=4 ? 1 : 2', 'cs sk'],
  ['nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2', 'lt'],
  ['nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2', 'lv'],
  ['nplurals=3; plural=n%100==1 ? 0 : n%100==2 ? 1 : 2', 'mk'],
  ['nplurals=3; plural=n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2', 'pl'],
  ['nplurals=3; plural=n==1 ? 0 : n==0 || (n%100>0 && n%100<20) ? 1 : 2', 'mo ro'],
  ['nplurals=4; plural=n==1 || n==11 ? 0 : n==2 || n==12 ? 1 : n>2 && n<20 ? 2 : 3', 'gd'],
  ['nplurals=4; plural=n==1 ? 0 : n==0 || (n%100>=1 && n%100<=10) ? 1 : n%100>=11 && n%100<=19 ? 2 : 3', 'mt'],
  ['nplurals=4; plural=n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3', 'sl'],
  ['nplurals=5; plural=n==0 ? 0 : n==1 ? 1 : n>=2 && n<=5 ? 2 : n==6 ? 3 : 4', 'cy'],
  ['nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5', 'ar'],
];

const FORMS_BY_LANGUAGE: ReadonlyMap<string, string> = new Map(
  QT_FORMS.flatMap(([field, languages]) => languages.split(' ').map((language) => [language, field] as const)),
);

/**
 * Returns the category of each `<numerusform>` of a language, and the numbers that are alone in their form. `other` may
 * be absent, because Qt selects forms for integers only. A language without an entry has CLDR's categories in CLDR's
 * order.
 *
 * @param language as in a file (`pt_BR`) or a language tag
 */
export function numerusOf(language: string): IndexedForms {
  const tag = canonicalTag(language) ?? 'und';
  const [primary = ''] = tag.split('-', 1);
  const field = FORMS_BY_LANGUAGE.get(primary);
  const forms = field === undefined ? undefined : parsePluralForms(field);
  if (forms) return indexForms(forms, tag);
  return { categories: pluralCategories(tag), numbers: soleNumbers(tag, 'cardinal', 'integers') };
}

function canonicalTag(language: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(language.replaceAll('_', '-'))[0];
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
