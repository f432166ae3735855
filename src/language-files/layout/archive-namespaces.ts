import type { PathParts } from '../model/path-language';
import { type FileLayout, fillPattern } from './file-layout';

const LANGUAGE = '{language}';

/** The files of a zip that differ only in the language. */
interface Place {
  /** Their path, with `{language}`. */
  path: string;
  languages: Set<string>;
}

/**
 * Tells apart the files of a zip that have the same name and the same language in different folders: the folders that
 * differ become the first part of the namespaces (`shop/locale/de/LC_MESSAGES/django.po` beside `blog/locale/…` is
 * `shop/django`). Paths of the project's layout keep the namespaces that they have there.
 */
export class ArchiveNamespaces {
  /** By the path of the place. */
  private readonly namespaces = new Map<string, string>();

  /** @param layout of the project */
  constructor(files: readonly PathParts[], layout?: FileLayout) {
    const known = new Map<string, string>();
    for (const { path, languages } of layout?.patterns ?? []) {
      for (const namespace of Object.values(languages).flatMap(({ namespaces }) => namespaces)) {
        known.set(fillPattern(path, LANGUAGE, namespace), namespace);
      }
    }
    for (const [namespace, places] of placesByNamespace(files)) {
      const folders = haveCommonLanguage(places) ? distinctFolders(places) : [];
      const taken = new Set(places.flatMap(({ path }) => known.get(path) ?? []));
      for (const [index, { path }] of places.entries()) {
        const told = known.get(path);
        const own = [folders[index], namespace].filter(Boolean).join('/');
        if (told !== undefined || !taken.has(own)) this.namespaces.set(path, told ?? own);
      }
    }
  }

  /** Returns the parts of a path, with the namespace that tells its file apart from the others. */
  of(parts: PathParts): PathParts {
    const path = placeOf(parts);
    const namespace = this.namespaces.get(path);
    if (namespace === undefined || namespace === (parts.namespace ?? '')) return parts;
    return { ...parts, namespace: namespace === '' ? undefined : namespace, pattern: path };
  }
}

const placeOf = ({ pattern, namespace = '' }: PathParts): string => fillPattern(pattern, LANGUAGE, namespace);

function placesByNamespace(files: readonly PathParts[]): Map<string, Place[]> {
  const groups = new Map<string, Map<string, Place>>();
  for (const parts of files) {
    const { namespace = '', language } = parts;
    const group = groups.get(namespace) ?? new Map<string, Place>();
    groups.set(namespace, group);
    const path = placeOf(parts);
    const place = group.get(path) ?? { path, languages: new Set() };
    group.set(path, place);
    place.languages.add(language);
  }
  return new Map(Array.from(groups, ([namespace, group]) => [namespace, [...group.values()]]));
}

function haveCommonLanguage(places: readonly Place[]): boolean {
  const all = places.flatMap(({ languages }) => [...languages]);
  return new Set(all).size < all.length;
}

/**
 * Returns the folders in front of the language of each place, without those at the start and at the end that all places
 * have.
 */
function distinctFolders(places: readonly Place[]): string[] {
  const paths = places.map(({ path }) => {
    const segments = path.split('/');
    return segments.slice(
      0,
      segments.findIndex((segment) => segment.includes(LANGUAGE)),
    );
  });
  const [model = []] = paths;
  const isShared = (index: number): boolean => paths.every((path) => path.at(index) === model.at(index));
  const shortest = Math.min(...paths.map(({ length }) => length));
  let start = 0;
  while (start < shortest && isShared(start)) start++;
  let end = 0;
  while (end < shortest - start && isShared(-1 - end)) end++;
  return paths.map((path) => path.slice(start, path.length - end).join('/'));
}
