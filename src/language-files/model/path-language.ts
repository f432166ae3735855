import { canonicalLanguage, primarySubtag } from '../../common/language-tag';
import { languageFromName, type NameKind } from '../text/language-from-name';
import type { FileNaming } from './codec';
import { type FilePath, findConventionalLanguage, type PathContext, type PathShape } from './path-conventions';
import { codecs } from './registry';

/** The language and namespace that a path names: `de/common.json` is language `de`, namespace `common`. */
export interface PathParts extends PathShape {
  language: string;
  namespace?: string;
}

/** The naming rules by extension. Formats that share an extension share their rules. */
const NAMING_BY_EXTENSION: ReadonlyMap<string, FileNaming> = codecs.reduce((rules, { extensions, naming }) => {
  for (const extension of extensions) rules.set(extension, { ...rules.get(extension), ...naming });
  return rules;
}, new Map<string, FileNaming>());

/** A language that a part of the path may name, and the other parts, which form the namespace. */
interface Candidate extends PathShape {
  /** As written in the path. */
  language: string;
  rest: readonly string[];
  /**
   * Only a language of the project is accepted, because the part is usually a word: `sign-in.json` is not Indonesian.
   */
  projectOnly?: boolean;
  /**
   * The part of the base name before this one, or before a script between both, which may be a language with this one as its region
   * (`de_DE`, `sat_Olck_IN`).
   */
  preceding?: string;
}

/**
 * Returns the language and namespace of a file by its name or its path inside a zip: `de.json`, `common.de.json`,
 * `de/common.json`, `messages_pt_BR.properties`, `locales/de/LC_MESSAGES/shop.po`, `values-pt-rBR/strings.xml`,
 * `de.lproj/Localizable.strings`. The conventions of `path-conventions.ts` come first, then the languages of the
 * project, then any other language (see `languageFromName`). The parts of the path after a folder that is the language
 * are the namespace, joined with `/`. In an archive, `messages.properties` and `Resources.resx` hold the source
 * language.
 *
 * @returns undefined when the path names no language
 */
export function parseFilePath(path: string, context: PathContext): PathParts | undefined {
  const file = splitPath(path);
  const convention = findConventionalLanguage(file, context);
  if (convention) {
    const { language } = convention;
    return language === undefined ? undefined : toPathParts(language, convention, file);
  }
  const naming = NAMING_BY_EXTENSION.get(file.extension) ?? {};
  const candidates = listCandidates(file, naming).filter(isTag);
  const inProject = findProjectLanguage(candidates, file, context);
  if (inProject || !context.archived || !naming.hasNeutralFile) {
    return inProject ?? findRegionalLanguage(candidates, file, context) ?? findAnyLanguage(candidates, file, context);
  }
  return (
    findRegionalLanguage(candidates, file, context) ??
    findAnyLanguage(candidatesInBaseName(file).flat().filter(isTag), file, context) ??
    toPathParts(context.sourceLanguage, neutralFile(file), file)
  );
}

function splitPath(path: string): FilePath {
  const folders = path.split(/[\\/]+/).filter((segment) => segment !== '' && segment !== '.');
  const name = folders.pop() ?? '';
  const dot = name.lastIndexOf('.');
  if (dot <= 0) return { folders, baseName: name, extension: '', suffix: '' };
  const suffix = name.slice(dot);
  return { folders, baseName: name.slice(0, dot), extension: suffix.slice(1).toLowerCase(), suffix };
}

function toPathParts(
  language: string,
  { rest, pattern, languageName, isFallback }: Pick<Candidate, 'rest' | keyof PathShape>,
  { extension, suffix }: FilePath,
): PathParts {
  const shape = { languageName, ...(isFallback && { isFallback }) };
  const namespace = rest.join('/');
  const isDefault = namespace === '' || namespace === NAMING_BY_EXTENSION.get(extension)?.defaultName;
  if (!isDefault) return { language, namespace, pattern: pattern + suffix, ...shape };
  return { language, pattern: pattern.replace('{namespace}', () => namespace) + suffix, ...shape };
}

/** A file whose name has no language: other files have theirs at the end of the name. */
const neutralFile = ({ folders, baseName }: FilePath): Pick<Candidate, 'rest' | keyof PathShape> => ({
  rest: [baseName],
  pattern: [...folders, '{namespace}{language}'].join('/'),
  languageName: '',
  isFallback: true,
});

function findProjectLanguage(
  candidates: readonly Candidate[],
  file: FilePath,
  context: PathContext,
): PathParts | undefined {
  for (const candidate of candidates) {
    const language = languageFromName(candidate.language, context.projectLanguages);
    if (language === undefined || !context.projectLanguages.includes(language)) continue;
    if (!isRegion(candidate, context)) return toPathParts(language, candidate, file);
  }
  return undefined;
}

/**
 * The `AR` of `es_AR` is a region, not Arabic: it follows a language of the project, or another one and is in capitals.
 */
function isRegion({ language, preceding }: Candidate, { projectLanguages }: PathContext): boolean {
  const before = preceding === undefined ? undefined : languageFromName(preceding, projectLanguages);
  return before !== undefined && (projectLanguages.includes(before) || /^[A-Z]{2}$/.test(language));
}

/**
 * The `LI` of `shop_gsw_LI.php` is a region if it is in capitals and there is `shop_gsw.php`, or a file such as `de_DE.php` beside
 * `gsw_LI.php`. Elsewhere, `map_ES` is the Spanish map.
 */
function findRegionalLanguage(
  candidates: readonly Candidate[],
  file: FilePath,
  { projectLanguages, patterns }: PathContext,
): PathParts | undefined {
  if (!patterns) return undefined;
  for (const candidate of candidates) {
    const isInBaseName = candidate.rest.length === 0 || candidate.preceding !== undefined;
    const [, primary] = (isInBaseName && /^(.+)[-_][A-Z]{2}$/.exec(candidate.languageName)) || [];
    const language = primary === undefined ? undefined : languageFromName(candidate.language, projectLanguages);
    if (language === undefined || primary === undefined) continue;
    const parts = toPathParts(language, candidate, file);
    const shapes = [
      parts.pattern.replace('{language}', primary),
      ...(parts.namespace === undefined ? [regionalShape(parts)] : []),
    ];
    if (shapes.some((shape) => patterns.has(shape))) return parts;
  }
  return undefined;
}

/**
 * Whether a tag of three letters is one with a region, and not a word before a language: its language is one of the project, or one
 * that has data in CLDR and is used in that region. `hsb_DE` is Upper Sorbian, and `pro_FR` is French.
 */
function isRegional({ language }: Candidate, { projectLanguages }: PathContext): boolean {
  const [, primary = '', script, region = ''] = TAG_WITH_REGION.exec(language) ?? [];
  if (primary === '') return false;
  const known = languageFromName(primary, projectLanguages);
  if (known === undefined || projectLanguages.includes(known)) return known !== undefined;
  const isWritten = /^(?:[A-Z]{2}|\d{3})$/.test(region) && (script === undefined || SCRIPT.test(script));
  if (!isWritten || Intl.DateTimeFormat.supportedLocalesOf(primary).length === 0) return false;
  return new Intl.Locale(primary).maximize().region === region;
}

const TAG_WITH_REGION = /^([a-z]{3})(?:[-_]([a-z]{4}))?[-_]([a-z]{2}|\d{3})$/i;
const SCRIPT = /^[A-Z][a-z]{3}$/;

/** Returns what the path of a file with a known language says of other paths: its shape, its path, and whether the name has a region. */
export function shapesOf(parts: PathParts): string[] {
  const { pattern, languageName } = parts;
  const shapes = [pattern, pattern.replace('{language}', languageName)];
  return /^[a-z]{2}[-_][A-Z]{2}$/.test(languageName) ? [...shapes, regionalShape(parts)] : shapes;
}

const regionalShape = ({ pattern }: PathParts): string => pattern.replace('{language}', '{language}_{region}');

/**
 * Tags of two letters come first, and tags of three letters with their region: `fr/men.json` is French, not Mende. Then come tags of three letters in CLDR, and
 * tags of the registry beside files whose paths have the same shape.
 */
function findAnyLanguage(
  candidates: readonly Candidate[],
  file: FilePath,
  context: PathContext,
): PathParts | undefined {
  const { projectLanguages, patterns } = context;
  const named = (
    kind: NameKind,
    isWanted: (parts: PathParts, candidate: Candidate) => boolean,
  ): PathParts | undefined => {
    for (const candidate of candidates) {
      const { language: name, projectOnly } = candidate;
      const language = projectOnly ? undefined : languageFromName(name, projectLanguages, kind);
      const parts = language === undefined ? undefined : toPathParts(language, candidate, file);
      if (parts && isWanted(parts, candidate)) return parts;
    }
    return undefined;
  };
  return (
    named(
      'word',
      ({ language }, candidate) => primarySubtag(language).length === 2 || isRegional(candidate, context),
    ) ??
    named('word', () => true) ??
    (patterns && named('language', ({ pattern }) => patterns.has(pattern)))
  );
}

/** Whether a candidate can be a language at all: most parts of a path cannot, and each is asked for several times. */
const isTag = ({ language }: Candidate): boolean => canonicalLanguage(language) !== undefined;

/** The number of folders, counted from the file, that may name the language. */
const MAX_FOLDERS = 32;

/** Lists the candidates of base name and folders, the most likely first. */
function listCandidates(file: FilePath, { languageIn }: FileNaming): Candidate[] {
  const inFolders = candidatesInFolders(file);
  const inBaseName = candidatesInBaseName(file);
  if (languageIn === 'folder') return [...inFolders, ...inBaseName.flat()];
  const [complete, dotted, underscored, hyphenated] = inBaseName;
  return [
    ...complete,
    ...dotted,
    ...(languageIn === 'baseName' ? [...underscored, ...inFolders] : [...inFolders, ...underscored]),
    ...hyphenated,
  ];
}

/** Lists the innermost folder first. */
function candidatesInFolders({ folders, baseName }: FilePath): Candidate[] {
  const far = folders.slice(0, -MAX_FOLDERS);
  const near = folders.slice(-MAX_FOLDERS);
  return near
    .map((language, i) => ({
      language,
      // Most folders name no language, and a path may have hundreds of them.
      get rest() {
        return [...near.slice(i + 1), baseName];
      },
      get pattern() {
        return [...far, ...near.slice(0, i), '{language}', '{namespace}'].join('/');
      },
      languageName: language,
    }))
    .reverse();
}

const candidatesInBaseName = (
  file: FilePath,
): [complete: Candidate[], dotted: Candidate[], underscored: Candidate[], hyphenated: Candidate[]] => {
  const { folders, baseName } = file;
  const pattern = [...folders, '{language}'].join('/');
  return [
    [{ language: baseName, rest: [], pattern, languageName: baseName }],
    listSuffixes(file, '.'),
    listSuffixes(file, '_'),
    listSuffixes(file, '-').map((candidate) => ({ ...candidate, projectOnly: true })),
  ];
};

/** Lists the longest suffix first: `messages_pt_BR` is Portuguese, not Breton. A tag has at most four subtags here. */
function listSuffixes({ folders, baseName }: FilePath, separator: string): Candidate[] {
  const parts = baseName.split(separator);
  const longest = separator === '.' ? 1 : 4;
  const starts = Array.from({ length: Math.min(longest, parts.length - 1) }, (_, i) => parts.length - 1 - i).reverse();
  const pattern = [...folders, '{namespace}{language}'].join('/');
  return starts.map((start) => {
    const rest = parts.slice(0, start).join(separator);
    const tag = parts.slice(start);
    const languageName = separator + tag.join(separator);
    const before = rest.split(/[._-]/);
    const preceding = before.at(SCRIPT.test(before.at(-1) ?? '') ? -2 : -1);
    return { language: tag.join('-'), rest: [rest], preceding, pattern, languageName };
  });
}
