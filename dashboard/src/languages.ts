/** The languages of ISO 639-1, and those variants that applications often have. */
const TAGS = (
  'aa ab af ak am an ar as av ay az ba be bg bho bi bm bn bo br bs ca ce ceb ch co cr cs cv cy da de de-AT de-CH dv dz ee el en en-AU ' +
  'en-CA en-GB en-IE en-IN en-US eo es es-419 es-AR es-ES es-MX et eu fa ff fi fil fj fo fr fr-BE fr-CA fr-CH fy ga gd gl gn gu gv ha haw he ' +
  'hi hr ht hu hy hz id ig ii ik io is it iu ja jv ka kg ki kk kl km kn ko kr ks ku kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ' +
  'ms mt my na nb nd ne ng nl nl-BE nn nr nv ny oc oj om or os pa pi pl ps pt pt-BR pt-PT qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn ' +
  'so sq sr sr-Latn ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo yue za zh zh-Hans zh-Hant ' +
  'zh-CN zh-HK zh-TW zu'
).split(' ');

/** Names by the language that they are in: to create `Intl.DisplayNames` takes longer than to show a text. */
const namesByLocale = new Map<string, Intl.DisplayNames>();

function namesIn(locale: string): Intl.DisplayNames {
  const names = namesByLocale.get(locale) ?? new Intl.DisplayNames([locale], { type: 'language' });
  namesByLocale.set(locale, names);
  return names;
}

/** The name of a language in the language of the page, for instance "German (Austria)". */
export function languageName(tag: string, locale: string): string {
  try {
    return namesIn(locale).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Options for a select, with the tag that the person types if it is well-formed (BCP 47). */
export function languageOptions(locale: string, typed = '', chosen: readonly string[] = []) {
  const tags = new Set([...TAGS, ...chosen]);
  const own = wellFormed(typed);
  if (own !== undefined) tags.add(own);
  const begin = typed.trim().toLocaleLowerCase(locale);
  // "German" stands before "Austrian German" for who types "germ".
  const rankOf = (label: string): number =>
    begin !== '' && !label.toLocaleLowerCase(locale).startsWith(begin) ? 1 : 0;
  return [...tags]
    .map((tag) => ({ value: tag, label: `${languageName(tag, locale)} (${tag})` }))
    .sort((a, b) => rankOf(a.label) - rankOf(b.label) || a.label.localeCompare(b.label, locale));
}

function wellFormed(text: string): string | undefined {
  if (!/^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i.test(text)) return undefined;
  try {
    return new Intl.Locale(text.replaceAll('_', '-')).toString();
  } catch {
    return undefined;
  }
}

const RIGHT_TO_LEFT = new Set([
  'ar',
  'arc',
  'ckb',
  'dv',
  'fa',
  'he',
  'iw',
  'ks',
  'ku',
  'nqo',
  'ps',
  'sd',
  'ug',
  'ur',
  'yi',
]);
const RIGHT_TO_LEFT_SCRIPTS = new Set(['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg']);

const directions = new Map<string, 'ltr' | 'rtl'>();

/** The direction in which a language is written. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  const known = directions.get(tag);
  if (known !== undefined) return known;
  const direction = isRightToLeft(tag) ? 'rtl' : 'ltr';
  directions.set(tag, direction);
  return direction;
}

function isRightToLeft(tag: string): boolean {
  try {
    const { language, script } = new Intl.Locale(tag);
    return script === undefined ? RIGHT_TO_LEFT.has(language) : RIGHT_TO_LEFT_SCRIPTS.has(script);
  } catch {
    return false;
  }
}
