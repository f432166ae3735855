/**
 * The folder of a language's resources: `values-pt-rBR` for a language and a region of two letters, else BCP 47 as
 * `values-b+sr+Latn` (developer.android.com, "App resources overview"). The source language is the default: `values`.
 */
export function androidPath(language: string, namespace?: string, isSource = false): string {
  const file = `${namespace ?? 'strings'}.xml`;
  return isSource ? `values/${file}` : `values-${qualifier(language)}/${file}`;
}

function qualifier(language: string): string {
  const [, primary, region] = /^([a-z]{2,3})(?:-([A-Z]{2}))?$/.exec(language) ?? [];
  if (primary === undefined) return `b+${language.replaceAll('-', '+')}`;
  return region === undefined ? primary : `${primary}-r${region}`;
}
