import scripts from 'language-subtag-registry/data/json/script.json';
import { underscoredTag } from '../text/locale-names';

/** The glibc modifiers that have a BCP 47 subtag: scripts (ISO 15924) and one variant. `@euro` has none. */
const SUBTAGS_BY_MODIFIER: ReadonlyMap<string, string> = new Map([
  ['latin', 'Latn'],
  ['cyrillic', 'Cyrl'],
  ['arabic', 'Arab'],
  ['devanagari', 'Deva'],
  ['valencia', 'valencia'],
]);

const MODIFIERS_BY_SUBTAG: ReadonlyMap<string, string> = new Map(
  [...SUBTAGS_BY_MODIFIER].map(([modifier, subtag]) => [subtag, modifier]),
);

export const isKnownModifier = (modifier: string): boolean => subtagOf(modifier) !== undefined;

/** Some projects have the code of the script as the modifier: `sr@latn`. */
function subtagOf(modifier: string): string | undefined {
  const lower = modifier.toLowerCase();
  return SUBTAGS_BY_MODIFIER.get(lower) ?? (Object.hasOwn(scripts, lower) ? lower : undefined);
}

/**
 * Converts a gettext locale, `language[_territory][.codeset][@modifier]` (GNU gettext manual, "Locale Names"), to a
 * language tag, not yet canonical: `sr_RS@latin` to `sr-Latn-RS`, `de_DE.UTF-8@euro` to `de-DE`.
 */
export function gettextTag(locale: string): string {
  const [, name = '', modifier = ''] = /^([^.@]*)(?:\.[^@]*)?(?:@(.*))?$/.exec(locale) ?? [];
  const subtag = subtagOf(modifier);
  const [language = '', ...rest] = name.split(/[-_]/);
  if (subtag === undefined) return [language, ...rest].join('-');
  return (subtag === 'valencia' ? [language, ...rest, subtag] : [language, subtag, ...rest]).join('-');
}

/**
 * Converts a canonical language tag to a gettext locale: `pt_BR`, `sr_RS@latin`, `ca@valencia`. A script without a
 * modifier is written like a territory: `zh_Hans`.
 */
export function gettextLocale(language: string): string {
  const [, primary, script, region, variant] =
    /^([a-z]+)(?:-([A-Z][a-z]{3}))?(?:-([A-Z]{2}|\d{3}))?(?:-(valencia))?$/.exec(language) ?? [];
  const modifier = MODIFIERS_BY_SUBTAG.get(script ?? variant ?? '');
  const hasScriptAndVariant = script !== undefined && variant !== undefined;
  if (primary === undefined || modifier === undefined || hasScriptAndVariant) return underscoredTag(language);
  return `${[primary, region].filter((part) => part !== undefined).join('_')}@${modifier}`;
}
