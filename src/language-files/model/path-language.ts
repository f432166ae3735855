import { gettextTag } from '../gettext/gettext-locale';
import { languageFromName } from '../text/language-from-name';

/** The language and namespace that a path names: `de/common.json` is language `de`, namespace `common`. */
export interface PathParts {
  language: string;
  namespace?: string;
}

/** The languages that names are held against, canonical. */
export interface PathContext {
  projectLanguages: readonly string[];
  sourceLanguage: string;
  /** The path is one of an archive, where a bundle's file without a language is that of the source language. */
  archived?: boolean;
}

/** The name that a format's tools give a file which is all there is: it is no namespace. */
const DEFAULT_NAMES: ReadonlyMap<string, string> = new Map([
  ['arb', 'app'],
  ['ftl', 'main'],
  ['json', 'translation'],
  ['po', 'messages'],
  ['properties', 'messages'],
  ['resx', 'Resources'],
  ['strings', 'Localizable'],
  ['stringsdict', 'Localizable'],
  ['xlf', 'messages'],
  ['xliff', 'messages'],
  ['xml', 'strings'],
]);

/** Formats whose file without a language is the default of all: the neutral resources of .NET, the root of Java's bundles. */
const WITH_NEUTRAL_FILE = new Set(['properties', 'resx']);

/** Formats whose files are named after a part of the program, which `de/no.php` is. */
const BY_FOLDER = new Set(['php', 'ftl']);

/**
 * Language and namespace of a file, by its name or its path inside a zip: `de.json`, `common.de.json`, `de/common.json`,
 * `messages_pt_BR.properties`, `locales/de/LC_MESSAGES/shop.po`, `values-pt-rBR/strings.xml`, `values-b+sr+Latn`,
 * `de.lproj/Localizable.strings`. `values` and `Base.lproj` are the source language, in an archive also `messages.properties`
 * and `Resources.resx`. What follows a folder that is a
 * language is the namespace, deeper folders joined with `/`; a language is taken as `languageFromName` has it, and one of the
 * project comes before any other reading.
 *
 * @returns undefined where the path names no language
 */
export function parseFilePath(path: string, context: PathContext): PathParts | undefined {
  const folders = path.split(/[\\/]+/).filter((segment) => segment !== '' && segment !== '.');
  const file = folders.pop() ?? '';
  const dot = file.lastIndexOf('.');
  const position = {
    folders,
    base: dot > 0 ? file.slice(0, dot) : file,
    extension: dot > 0 ? file.slice(dot + 1).toLowerCase() : '',
  };
  const convention = conventional(position, context);
  if (convention) return convention.language === undefined ? undefined : named(convention, position);
  const found = readings(position);
  const ofProject = inProject(found, position, context);
  if (ofProject || !context.archived || !WITH_NEUTRAL_FILE.has(position.extension)) {
    return ofProject ?? anywhere(found, position, context);
  }
  const neutral = { language: context.sourceLanguage, rest: [position.base] };
  return anywhere(inName(position), position, context) ?? named(neutral, position);
}

interface Position {
  folders: readonly string[];
  /** The file's name without its extension. */
  base: string;
  extension: string;
}

/** One way to understand the path. */
interface Reading {
  /** As written. */
  language: string;
  /** Names that are left for the namespace. */
  rest: readonly string[];
  /** So weak a hint that only a language of the project is believed (`sign-in.json` is not Indonesian). */
  weak?: boolean;
  /** What stands directly before it in the file's name, of which it may be the region (`de_DE`). */
  after?: string;
}

function named(reading: { language?: string; rest: readonly string[] }, position: Position): PathParts | undefined {
  if (reading.language === undefined) return undefined;
  const namespace = reading.rest.join('/');
  const isDefault = namespace === '' || namespace === DEFAULT_NAMES.get(position.extension);
  return isDefault ? { language: reading.language } : { language: reading.language, namespace };
}

function inProject(found: readonly Reading[], position: Position, context: PathContext): PathParts | undefined {
  for (const reading of found) {
    const language = languageFromName(reading.language, context.projectLanguages);
    if (language === undefined || !context.projectLanguages.includes(language)) continue;
    if (!isRegion(reading, context)) return named({ language, rest: reading.rest }, position);
  }
  return undefined;
}

/** `es_AR` is not Arabic: what follows a language of the project, or any in capitals, is its region. */
function isRegion({ language, after }: Reading, { projectLanguages }: PathContext): boolean {
  const before = after === undefined ? undefined : languageFromName(after, projectLanguages);
  return before !== undefined && (projectLanguages.includes(before) || /^[A-Z]{2}$/.test(language));
}

function anywhere(found: readonly Reading[], position: Position, context: PathContext): PathParts | undefined {
  for (const { language: tag, rest, weak } of found) {
    const language = weak ? undefined : languageFromName(tag, context.projectLanguages);
    if (language !== undefined) return named({ language, rest }, position);
  }
  return undefined;
}

/** Layouts that leave no doubt. `language` is undefined in one that names none (`values-night`). */
function conventional(
  position: Position,
  context: PathContext,
): { language?: string; rest: readonly string[] } | undefined {
  const { folders, base, extension } = position;
  for (let i = folders.length - 1; i >= 0; i--) {
    const tag = folderTag(folders[i] ?? '', folders[i - 1], extension);
    if (tag === undefined) continue;
    const rest = [...folders.slice(i + 1), base];
    return {
      language: tag === SOURCE ? context.sourceLanguage : languageFromName(tag, context.projectLanguages),
      rest,
    };
  }
  return undefined;
}

const SOURCE = Symbol('the source language');

function folderTag(folder: string, parent: string | undefined, extension: string): string | typeof SOURCE | undefined {
  const lproj = /^(.+)\.lproj$/i.exec(folder)?.[1];
  if (lproj !== undefined) return lproj.toLowerCase() === 'base' ? SOURCE : lproj;
  if (folder === 'LC_MESSAGES') return gettextTag(parent ?? '');
  if (extension !== 'xml') return undefined;
  return folder === 'values' ? SOURCE : androidTag(folder);
}

/** Android, "Provide alternative resources": `values-pt-rBR`, `values-b+sr+Latn`, other qualifiers around them. */
function androidTag(folder: string): string | undefined {
  const qualifiers = /^values((?:-[A-Za-z0-9+]+)+)$/.exec(folder)?.[1]?.slice(1).split('-');
  if (!qualifiers) return undefined;
  const isNetwork = (qualifier: string | undefined): boolean => /^m[cn]c\d+$/.test(qualifier ?? '');
  const [first = '', second = ''] = qualifiers.filter((qualifier) => !isNetwork(qualifier));
  if (first.startsWith('b+')) return first.slice(2).replaceAll('+', '-');
  const region = /^r([A-Za-z]{2}|\d{3})$/.exec(second)?.[1];
  return region === undefined ? first : `${first}-${region}`;
}

/** A path of thousands of folders is no layout. */
const NEAR_FOLDERS = 32;

/** The readings of file name and folders, the likeliest first. */
function readings(position: Position): Reading[] {
  const { folders, base, extension } = position;
  const near = folders.slice(-NEAR_FOLDERS);
  const inFolder = near.map((language, i) => ({ language, rest: [...near.slice(i + 1), base] })).reverse();
  if (BY_FOLDER.has(extension)) return [...inFolder, ...inName(position)];
  const [whole, dotted, underscored, hyphened] = readingsOfName(base);
  // Java's bundles have their language in the name; their folders are packages (`com/my/app`).
  const bundle = extension === 'properties';
  return [
    ...whole,
    ...dotted,
    ...(bundle ? [...underscored, ...inFolder] : [...inFolder, ...underscored]),
    ...hyphened,
  ];
}

const inName = ({ base }: Position): Reading[] => readingsOfName(base).flat();

const readingsOfName = (base: string): [Reading[], Reading[], Reading[], Reading[]] => [
  [{ language: base, rest: [] }],
  suffixes(base, '.'),
  suffixes(base, '_'),
  suffixes(base, '-').map((reading) => ({ ...reading, weak: true })),
];

/** The longest suffix first: `messages_pt_BR` is Portuguese, not Breton. A tag has no more than a few subtags. */
function suffixes(base: string, separator: string): Reading[] {
  const parts = base.split(separator);
  const longest = separator === '.' ? 1 : 4;
  const starts = Array.from({ length: Math.min(longest, parts.length - 1) }, (_, i) => parts.length - 1 - i).reverse();
  return starts.map((start) => {
    const rest = parts.slice(0, start).join(separator);
    return { language: parts.slice(start).join('-'), rest: [rest], after: rest.split(/[._-]/).at(-1) };
  });
}
