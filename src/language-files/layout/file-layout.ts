import type { PathParts } from '../model/path-language';

/** The paths of the files of one format in a zip. Plain data, which the database stores as JSON. */
export interface FileLayout {
  patterns: PathPattern[];
  /** The languages whose last files were missing in a zip that has all files. A zip has no file of them without a text. */
  removed?: string[];
}

/** Paths that differ only in the language and the namespace. */
export interface PathPattern {
  /** With `{language}` and `{namespace}` where the path has them: `locales/{language}/{namespace}.json`. */
  path: string;
  /**
   * The name that replaces `{language}`, and the namespaces of the files; `""` is the file of keys without one of
   * these.
   */
  languages: Record<string, { name: string; namespaces: string[] }>;
}

/** Returns a path of the pattern. */
export const fillPattern = (path: string, languageName: string, namespace: string): string =>
  path.replace(/\{(language|namespace)\}/g, (_, part) => (part === 'language' ? languageName : namespace));

/** Collects the layout of a zip, file by file. */
export class FileLayoutBuilder {
  private readonly patterns = new Map<string, PathPattern['languages']>();
  /**
   * Adds a file, which must be the only one of its language and namespace.
   *
   * @param namespace the prefix of its keys; undefined: none
   * @param parts of the path; undefined if it names no language
   */
  add(path: string, language: string, namespace = '', parts?: PathParts): void {
    const { pattern, languageName } = parts ?? { pattern: path, languageName: '' };
    // A path may contain the placeholders itself.
    if (fillPattern(pattern, languageName, namespace) !== path) return;
    const languages = this.patterns.get(pattern) ?? {};
    this.patterns.set(pattern, languages);
    (languages[language] ??= { name: languageName, namespaces: [] }).namespaces.push(namespace);
  }

  /** Returns undefined without files. */
  result(): FileLayout | undefined {
    const patterns = Array.from(this.patterns, ([path, languages]) => ({ path, languages }));
    return patterns.length > 0 ? { patterns } : undefined;
  }
}

/** Returns the files of some languages of a layout; undefined without files. */
export function layoutOfLanguages(layout: FileLayout, isWanted: (language: string) => boolean): FileLayout | undefined {
  const patterns = layout.patterns.flatMap(({ path, languages }) => {
    const wanted = Object.entries(languages).filter(([language]) => isWanted(language));
    return wanted.length > 0 ? [{ path, languages: Object.fromEntries(wanted) }] : [];
  });
  return patterns.length > 0 ? { ...layout, patterns } : undefined;
}

/**
 * Adds the files of a later layout to an earlier one. A layout with a pattern that the earlier one lacks, or with a file that stands under
 * another pattern there, replaces it, if it has files of all of its languages. Otherwise the earlier files keep their patterns.
 *
 * @param isInUse whether a language counts. Default: all
 */
export function mergeLayouts(
  earlier: FileLayout | undefined,
  later: FileLayout,
  isInUse: (language: string) => boolean = () => true,
): FileLayout {
  if (!earlier) return later;
  const paths = new Set(earlier.patterns.map(({ path }) => path));
  const isOther =
    later.patterns.some(({ path }) => !paths.has(path)) ||
    movedLanguages(later, extendLayout(earlier, later)).length > 0;
  const isWhole = missingLanguages(earlier, later).every((language) => !isInUse(language));
  return isOther && isWhole ? later : extendLayout(earlier, later);
}

/** Adds the files of a layout to an earlier one, whose languages and files keep their patterns. */
export function extendLayout(earlier: FileLayout | undefined, later: FileLayout): FileLayout {
  if (!earlier) return later;
  const paths = new Set(earlier.patterns.map(({ path }) => path));
  const known = new Set(languagesOf(earlier));
  const ofNewLanguages = layoutOfLanguages(later, (language) => !known.has(language));
  const added = new Map(later.patterns.map(({ path, languages }) => [path, languages]));
  const pathOf = pathsOfFiles(earlier);
  const patterns = [
    ...earlier.patterns.map(({ path, languages }) => {
      const staying = Object.entries(added.get(path) ?? {}).flatMap(([language, { name, namespaces }]) => {
        const own = namespaces.filter((namespace) => (pathOf(language, namespace) ?? path) === path);
        const isOfPattern = !known.has(language) || languages[language] !== undefined;
        return isOfPattern && own.length > 0 ? [[language, { name, namespaces: own }] as const] : [];
      });
      return { path, languages: mergeLanguages(languages, Object.fromEntries(staying)) };
    }),
    ...(ofNewLanguages?.patterns ?? []).filter(({ path }) => !paths.has(path)),
  ];
  return { ...withoutFiles(earlier.removed ?? [], { patterns }), patterns };
}

/** Returns the languages that have files in a layout and none in another one. */
export function missingLanguages(layout: FileLayout, other: FileLayout): string[] {
  const present = new Set(languagesOf(other));
  return [...new Set(languagesOf(layout))].filter((language) => !present.has(language));
}

/** Returns the languages of a layout that have a file which another one has under another pattern, or lacks. */
export function movedLanguages(layout: FileLayout, other: FileLayout): string[] {
  const pathOf = pathsOfFiles(other);
  const moved = layout.patterns.flatMap(({ path, languages }) =>
    Object.entries(languages)
      .filter(([language, { namespaces }]) => namespaces.some((namespace) => pathOf(language, namespace) !== path))
      .map(([language]) => language),
  );
  return [...new Set(moved)];
}

/** Returns what finds the path of the pattern that an export uses for a file: the first one with the file. */
function pathsOfFiles({ patterns }: FileLayout): (language: string, namespace: string) => string | undefined {
  const paths = new Map<string, Map<string, string>>();
  for (const { path, languages } of patterns) {
    for (const [language, { namespaces }] of Object.entries(languages)) {
      const ofLanguage = paths.get(language) ?? new Map<string, string>();
      paths.set(language, ofLanguage);
      for (const namespace of namespaces) if (!ofLanguage.has(namespace)) ofLanguage.set(namespace, path);
    }
  }
  return (language, namespace) => paths.get(language)?.get(namespace);
}

/** A file of a layout, which may be the file of keys without a namespace (`""`). */
export interface LayoutFile {
  language: string;
  namespace: string;
}

/** Adds files to a layout: the other files of the layout stay. @param gone files that do not stay */
export function addToLayout(
  earlier: FileLayout | undefined,
  added: FileLayout,
  gone: readonly LayoutFile[] = [],
): FileLayout {
  const isGone = (language: string, namespace: string): boolean =>
    gone.some((file) => file.language === language && file.namespace === namespace);
  const isMoved = (language: string, namespace: string, path: string): boolean =>
    added.patterns.some(
      (pattern) => pattern.path !== path && pattern.languages[language]?.namespaces.includes(namespace),
    );
  const staying = (earlier?.patterns ?? []).flatMap(({ path, languages }) => {
    const left = Object.entries(languages).flatMap(([language, { name, namespaces }]) => {
      const own = namespaces.filter((namespace) => !isMoved(language, namespace, path) && !isGone(language, namespace));
      return own.length > 0 ? [[language, { name, namespaces: own }] as const] : [];
    });
    return left.length > 0 ? [{ path, languages: Object.fromEntries(left) }] : [];
  });
  const paths = new Set(staying.map(({ path }) => path));
  const fresh = added.patterns.filter(({ path }) => !paths.has(path));
  const same = new Map(added.patterns.map(({ path, languages }) => [path, languages]));
  const merged = staying.map(({ path, languages }) => ({
    path,
    languages: mergeLanguages(languages, same.get(path) ?? {}),
  }));
  const patterns = [...merged, ...fresh];
  return {
    ...withoutFiles([...(earlier?.removed ?? []), ...(earlier ? languagesOf(earlier) : [])], { patterns }),
    patterns,
  };
}

/** Replaces a layout by the layout of a zip that has all files. */
export const replaceLayout = (earlier: FileLayout | undefined, later: FileLayout): FileLayout => ({
  ...later,
  ...(earlier && withoutFiles([...(earlier.removed ?? []), ...languagesOf(earlier)], later)),
});

const languagesOf = ({ patterns }: Pick<FileLayout, 'patterns'>): string[] =>
  patterns.flatMap(({ languages }) => Object.keys(languages));

/** Returns which of the languages have no file in a layout. */
function withoutFiles(languages: readonly string[], layout: Pick<FileLayout, 'patterns'>): Pick<FileLayout, 'removed'> {
  const present = new Set(languagesOf(layout));
  const removed = [...new Set(languages)].filter((language) => !present.has(language)).sort();
  return removed.length > 0 ? { removed } : {};
}

function mergeLanguages(earlier: PathPattern['languages'], later: PathPattern['languages']): PathPattern['languages'] {
  const merged = { ...earlier };
  for (const [language, { name, namespaces }] of Object.entries(later)) {
    merged[language] = {
      name,
      namespaces: [...new Set([...(earlier[language]?.namespaces ?? []), ...namespaces])].sort(),
    };
  }
  return merged;
}
