import { gettextTag } from '../gettext/gettext-locale';
import { languageFromName } from '../text/language-from-name';

/** The languages that the parts of a path are compared with, canonical. */
export interface PathContext {
  projectLanguages: readonly string[];
  sourceLanguage: string;
  /** The path is one of an archive. */
  archived?: boolean;
  /** The shapes of the paths of its other files whose languages are known: see `shapesOf`. */
  patterns?: ReadonlySet<string>;
}

/** A path, split. */
export interface FilePath {
  folders: readonly string[];
  /** The file name without its extension. */
  baseName: string;
  /** In lower case and without the dot. */
  extension: string;
  /** The extension as the path has it, with the dot. */
  suffix: string;
}

/** A path, with the places of the parts that change with the language and the namespace. */
export interface PathShape {
  /** The path without its extension, with `{language}` and, if the namespace has a place, `{namespace}`. */
  pattern: string;
  /** The part of the path that replaces `{language}`. It may be more than the language: `values-pt-rBR`, `_pt_BR`. */
  languageName: string;
  /** The path names no language: all languages fall back to the file, which has the texts of the source language. */
  isFallback?: true;
}

const SOURCE_LANGUAGE = Symbol('the source language');

/**
 * Finds the language in the folder conventions of Apple (`de.lproj`), gettext (`de/LC_MESSAGES`) and Android
 * (`values-de`). `Base.lproj` and `values` are the source language.
 *
 * @returns undefined when the path follows none of them; `language` is undefined when the folder names none
 *   (`values-night`)
 */
export function findConventionalLanguage(
  { folders, baseName, extension }: FilePath,
  context: PathContext,
): ({ language?: string; rest: readonly string[] } & PathShape) | undefined {
  for (let i = folders.length - 1; i >= 0; i--) {
    const name = languageOfFolder(folders[i] ?? '', folders[i - 1], extension);
    if (name === undefined) continue;
    const language =
      name === SOURCE_LANGUAGE ? context.sourceLanguage : languageFromName(name, context.projectLanguages, 'language');
    const rest = [...folders.slice(i + 1), baseName];
    return { language, rest, ...shapeOf(folders, i), ...(name === SOURCE_LANGUAGE && { isFallback: true }) };
  }
  return undefined;
}

/**
 * @param index of the folder that follows the convention; a folder `LC_MESSAGES` stands in the folder of its language
 */
function shapeOf(folders: readonly string[], index: number): PathShape {
  const isGettext = folders[index] === 'LC_MESSAGES' && index > 0;
  const place = isGettext ? index - 1 : index;
  const parts = [...folders.slice(0, place), '{language}', ...(isGettext ? ['LC_MESSAGES'] : []), '{namespace}'];
  return { pattern: parts.join('/'), languageName: folders[place] ?? '' };
}

function languageOfFolder(
  folder: string,
  parent: string | undefined,
  extension: string,
): string | typeof SOURCE_LANGUAGE | undefined {
  const lproj = /^(.+)\.lproj$/i.exec(folder)?.[1];
  if (lproj !== undefined) return lproj.toLowerCase() === 'base' ? SOURCE_LANGUAGE : lproj;
  if (folder === 'LC_MESSAGES') return gettextTag(parent ?? '');
  if (extension !== 'xml') return undefined;
  return folder === 'values' ? SOURCE_LANGUAGE : languageOfQualifiers(folder);
}

/** Android, "Provide alternative resources": `values-pt-rBR`, `values-b+sr+Latn`, among other qualifiers. */
function languageOfQualifiers(folder: string): string | undefined {
  const qualifiers = /^values((?:-[A-Za-z0-9+]+)+)$/.exec(folder)?.[1]?.slice(1).split('-');
  if (!qualifiers) return undefined;
  const isNetworkCode = (qualifier: string): boolean => /^m[cn]c\d+$/.test(qualifier);
  const [first = '', second = ''] = qualifiers.filter((qualifier) => !isNetworkCode(qualifier));
  if (first.startsWith('b+')) return first.slice(2).replaceAll('+', '-');
  const region = /^r([A-Za-z]{2}|\d{3})$/.exec(second)?.[1];
  // The mode of cars, which Android's tools prefer to the language.
  if (first === 'car') return undefined;
  return region === undefined ? first : `${first}-${region}`;
}
