/**
 * Returns the path of a language's resources: `values-pt-rBR` for a language with a two-letter region, else the BCP 47
 * form `values-b+sr+Latn` (developer.android.com, "App resources overview"). The source language is the default:
 * `values`.
 */
export const androidPath = (language: string, namespace?: string, isSource = false): string =>
  `${androidFolder(language, isSource)}/${namespace ?? 'strings'}.xml`;

/** Returns the folder of a language's resources. */
export const androidFolder = (language: string, isSource: boolean): string =>
  isSource ? 'values' : `values-${localeQualifier(language)}`;

function localeQualifier(language: string): string {
  const [, primary, region] = /^([a-z]{2,3})(?:-([A-Z]{2}))?$/.exec(language) ?? [];
  if (primary === undefined) return `b+${language.replaceAll('-', '+')}`;
  return region === undefined ? primary : `${primary}-r${region}`;
}
