import { pluralCategories } from '../text/plurals/categories';
import { SAMPLE_INTEGERS } from '../text/plurals/sole-numbers';
import { indexForms, parsePluralForms } from './plural-forms';
import { wellKnownPluralForms } from './plural-forms-table';

const SLAVIC = 'n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2';

function mapping(language: string, nplurals: number, plural: string): string {
  const forms = parsePluralForms(`nplurals=${nplurals}; plural=(${plural});`);
  if (!forms) throw new Error('the expression is malformed');
  return indexForms(forms, language).categories.join(' ');
}

describe('indexForms', () => {
  it.each([
    ['en', 2, 'n != 1', 'one other'],
    ['de', 2, 'n != 1', 'one other'],
    ['fr', 2, 'n > 1', 'one other'],
    ['es', 2, 'n != 1', 'one other'],
    ['it', 2, 'n != 1', 'one other'],
    ['pt', 2, 'n != 1', 'one other'],
    ['pt-BR', 2, 'n > 1', 'one other'],
    ['tr', 2, 'n > 1', 'one other'],
    ['he', 2, 'n != 1', 'one other'],
    ['ja', 1, '0', 'other'],
    ['zh', 1, '0', 'other'],
    ['ko', 1, '0', 'other'],
    ['ru', 3, SLAVIC, 'one few many'],
    ['uk', 3, SLAVIC, 'one few many'],
    ['sr', 3, SLAVIC, 'one few other'],
    ['pl', 3, `n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2`, 'one few many'],
    ['cs', 3, '(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2', 'one few other'],
    ['sk', 3, '(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2', 'one few other'],
    ['lt', 3, 'n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2', 'one few other'],
    ['lv', 3, 'n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2', 'one other zero'],
    ['sl', 4, 'n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3', 'one two few other'],
    ['ro', 3, 'n==1 ? 0 : (n==0 || (n%100 > 0 && n%100 < 20)) ? 1 : 2', 'one few other'],
    [
      'ar',
      6,
      'n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5',
      'zero one two few many other',
    ],
    ['cy', 6, '(n==0) ? 0 : (n==1) ? 1 : (n==2) ? 2 : (n==3) ? 3 :(n==6) ? 4 : 5', 'zero one two few many other'],
    ['ga', 5, 'n==1 ? 0 : n==2 ? 1 : (n>2 && n<7) ? 2 :(n>6 && n<11) ? 3 : 4', 'one two few many other'],
  ])('maps %s with %d forms and the expression %j to %j', (language, nplurals, plural, categories) => {
    expect(mapping(language, nplurals, plural)).toBe(categories);
  });

  it('gives a form that no integer has the category that the language has left', () => {
    expect(mapping('ru', 4, SLAVIC)).toBe('one few many other');
    expect(mapping('cs', 4, 'n==1 ? 0 : n>=2 && n<=4 ? 1 : n%1!=0 ? 2 : 3')).toBe('one few many other');
    expect(mapping('fr', 3, '(n==0 || n==1) ? 0 : n!=0 && n%1000000==0 ? 1 : 2')).toBe('one many other');
  });

  it('gives each form a category of its own in a language that CLDR does not cover, whatever the language of the host', () => {
    expect(mapping('tlh', 2, 'n != 1')).toBe('one other');
    expect(mapping('tlh', 6, 'n>4 ? 5 : n')).toBe('one two few many zero other');
  });
});

describe('parsePluralForms', () => {
  it.each([
    'nplurals=INTEGER; plural=EXPRESSION;',
    '',
    'nplurals=0; plural=0;',
    'nplurals=7; plural=0;',
    'nplurals=1000000000; plural=0;',
    'nplurals=2; plural=n;',
    'nplurals=2; plural=1%n;',
    'nplurals=2;',
    'nplurals=2; nplural=0;',
  ])('refuses %j', (field) => {
    expect(parsePluralForms(field)).toBeUndefined();
  });

  it('accepts any spacing and a missing last semicolon', () => {
    expect(parsePluralForms(' nplurals = 2 ;plural = n != 1 ')?.nplurals).toBe(2);
  });
});

describe('a second file with the same Plural-Forms and language', () => {
  it('is written without comparing the forms with CLDR again', () => {
    const select = jest.spyOn(Intl.PluralRules.prototype, 'select');
    try {
      const categories = () => {
        const forms = parsePluralForms('nplurals=2; plural=n>1;');
        return forms && indexForms(forms, 'fr').categories;
      };
      const first = categories();
      select.mockClear();
      expect(categories()).toEqual(first);
      expect(select).not.toHaveBeenCalled();
    } finally {
      select.mockRestore();
    }
  });
});

describe('wellKnownPluralForms', () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const pairs = letters.flatMap((a) => letters.map((b) => a + b));
  const codes = [...pairs, ...pairs.flatMap((pair) => letters.map((letter) => pair + letter))];
  const supported = [...codes, 'pt-PT', 'pt-BR'].filter((code) => Intl.PluralRules.supportedLocalesOf(code).length > 0);

  it('agrees with CLDR on integers in every language that CLDR covers', () => {
    expect(supported.length).toBeGreaterThan(200);
    const different = supported.filter((language) => !agrees(language));
    expect(different).toEqual([]);
  });

  it('returns the forms of English for a language that CLDR does not cover', () => {
    expect(wellKnownPluralForms('tlh')).toBe('nplurals=2; plural=(n != 1);');
    expect(wellKnownPluralForms('x-private')).toBe('nplurals=2; plural=(n != 1);');
  });
});

/**
 * The category `many` of Romance languages begins at a million and has no form in gettext: the million is not compared.
 */
function agrees(language: string): boolean {
  const forms = parsePluralForms(wellKnownPluralForms(language));
  if (!forms) return false;
  const categories = indexForms(forms, language).categories;
  const rules = new Intl.PluralRules(language);
  const same = SAMPLE_INTEGERS.every(
    (n, i) => n >= 1_000_000 || categories[forms.sampledIndexes[i] ?? 0] === rules.select(n),
  );
  return same && categories.every((category) => pluralCategories(language).includes(category));
}
