import { underscoredTag } from '../text/locale-names';

/** glibc's modifiers that are subtags of BCP 47: scripts (ISO 15924), and one variant. `@euro` is none. */
const MODIFIERS: ReadonlyMap<string, string> = new Map([
  ['latin', 'Latn'],
  ['cyrillic', 'Cyrl'],
  ['arabic', 'Arab'],
  ['devanagari', 'Deva'],
  ['valencia', 'valencia'],
]);

const modifierOf: ReadonlyMap<string, string> = new Map([...MODIFIERS].map(([modifier, subtag]) => [subtag, modifier]));

export const isKnownModifier = (modifier: string): boolean => MODIFIERS.has(modifier.toLowerCase());

/**
 * The language tag, not yet canonical, of gettext's `language[_territory][.codeset][@modifier]` (GNU gettext manual,
 * "Locale Names"): `sr_RS@latin` is `sr-Latn-RS`, `de_DE.UTF-8@euro` is `de-DE`.
 */
export function gettextTag(locale: string): string {
  const [, name = '', modifier = ''] = /^([^.@]*)(?:\.[^@]*)?(?:@(.*))?$/.exec(locale) ?? [];
  const subtag = MODIFIERS.get(modifier.toLowerCase());
  const [language = '', ...rest] = name.split(/[-_]/);
  const added = subtag === undefined ? [] : [subtag];
  return (subtag === 'valencia' ? [language, ...rest, ...added] : [language, ...added, ...rest]).join('-');
}

/** Gettext's name of a language, given canonical: `pt_BR`, `sr_RS@latin`, `ca@valencia`; a script that has no modifier is a part like others (`zh_Hans`). */
export function gettextLocale(language: string): string {
  const [, primary, script, region, variant] =
    /^([a-z]+)(?:-([A-Z][a-z]{3}))?(?:-([A-Z]{2}|\d{3}))?(?:-(valencia))?$/.exec(language) ?? [];
  const modifier = modifierOf.get(script ?? variant ?? '');
  const isPlain = primary === undefined || modifier === undefined || (script !== undefined && variant !== undefined);
  if (isPlain) return underscoredTag(language);
  return `${[primary, region].filter((part) => part !== undefined).join('_')}@${modifier}`;
}
