/** File extensions that are also language codes. */
const EXTENSIONS = new Set(['po', 'ts', 'js']);

/** Returns the last part of a path that looks like a language: `values-pt-rBR`, `de.lproj`, `messages_de.properties`. */
export function languageInPath(path) {
  const [, android, region] = /\/values-(?:mcc\d+-)?(?:mnc\d+-)?([a-z]{2,3})(?:-r([A-Z]{2}))?[-/]/.exec(path) ?? [];
  if (android) return region ? `${android}-${region}` : android;
  const parts = path.split(/[/.]|[-_](?=[a-z]{2}[-_.])/).reverse();
  return parts.find((part) => /^[a-z]{2}([-_]([A-Za-z]{2}|[A-Z][a-z]{3}))?$/.test(part) && !EXTENSIONS.has(part));
}
