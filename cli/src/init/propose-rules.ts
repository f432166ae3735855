import type { Schemas } from '../api/client';
import { PathPattern } from '../files/path-pattern';
import type { DetectedFile } from './detect';

type Format = Schemas['Format'];

/** A rule of glossa.json, as it is written. */
export interface ProposedRule {
  path: string;
  format: string;
  language?: string;
  namespace?: string;
  languages?: Record<string, string>;
}

/** Files that differ only in the language and the namespace. */
export interface Proposal {
  rules: ProposedRule[];
  format: string;
  languages: string[];
  paths: string[];
  /** The namespace that the paths of the files name. */
  namespace: string;
}

export interface Proposals {
  sourceLanguage: string;
  proposals: Proposal[];
  /** Files that may hold texts, and that no rule has. */
  leftAlone: string[];
}

/** Folders and names in which a single language is one. A PO file holds nothing but texts, wherever it is. */
const USUAL =
  /(?:^|[/_.-])(?:locales?|lang(?:uages?)?|i18n|l10n|intl|translations?|messages|res|resources|strings|LC_MESSAGES)(?=[/_.-]|$)|\.lproj\/|\.po$/i;

/** Formats whose tools write `pt_BR` in paths. */
const UNDERSCORED = new Set(['arb', 'properties', 'po', 'qt-ts', 'php']);

interface Group {
  format: string;
  pattern: string;
  files: DetectedFile[];
}

/** Makes rules of the detected files. */
export function proposeRules(
  detected: readonly DetectedFile[],
  formats: readonly Format[],
  wantedSource: string | undefined,
): Proposals {
  const isMultilingual = (id: string): boolean => formats.some((format) => format.id === id && format.multilingual);
  const groups = new Map<string, Group>();
  const single: DetectedFile[] = [];
  for (const file of detected) {
    const { format, pattern } = file;
    if (format === null) continue;
    if (pattern === null) {
      single.push(file);
      continue;
    }
    const id = `${format} ${pattern}`;
    const group = groups.get(id) ?? { format, pattern, files: [] };
    groups.set(id, group);
    group.files.push(file);
  }
  const usable = mergeDialects([...groups.values()], formats).filter(isPlausible);
  // The files of bilingual formats are translations: their languages say nothing about the source.
  const isBilingual = (id: string): boolean => formats.some((format) => format.id === id && format.bilingual);
  const sourceLanguage = wantedSource ?? guessSource(usable.filter(({ format }) => !isBilingual(format)));
  const proposals = usable.map((group): Proposal => {
    // `messages.xlf` beside `messages.de.xlf`.
    const neutral = single.filter(
      ({ format, path }) => format === group.format && path === group.pattern.replace('{language}', ''),
    );
    const files = [
      ...group.files.map((file) => (file.languageName === '' ? { ...file, language: sourceLanguage } : file)),
      ...neutral.map((file) => ({ ...file, language: sourceLanguage, languageName: '', pattern: group.pattern })),
    ];
    return {
      rules: rulesOf({ ...group, files }, sourceLanguage),
      format: group.format,
      languages: [...new Set(files.map(({ language }) => language ?? ''))].sort(),
      paths: files.map(({ path }) => path),
      namespace: files[0]?.namespace ?? '',
    };
  });
  // A table may be anything; a catalog of strings holds texts.
  for (const { path, format } of single)
    if (format === 'xcstrings')
      proposals.push({ rules: [catalogRule(path)], format, languages: [], paths: [path], namespace: '' });
  const taken = new Set(proposals.flatMap(({ paths }) => paths));
  const leftAlone = detected
    .filter(({ path, format, language }) => !taken.has(path) && (language !== null || isMultilingual(format ?? '')))
    .map(({ path }) => path);
  return { sourceLanguage, proposals: withoutCollisions(proposals), leftAlone };
}

const catalogRule = (path: string): ProposedRule => {
  const name = path.replace(/.*\//, '').replace(/\.xcstrings$/, '');
  return { path, format: 'xcstrings', ...(name !== 'Localizable' && { namespace: name }) };
};

/** Some files of a folder may be flat where the others are nested: then all are read as nested. */
function mergeDialects(groups: readonly Group[], formats: readonly Format[]): Group[] {
  const jsonFormats = formats.filter(({ extensions }) => extensions.includes('json')).map(({ id }) => id);
  const merged = new Map<string, Group>();
  for (const group of groups) {
    const id = `${jsonFormats.includes(group.format) ? 'json' : group.format} ${group.pattern}`;
    const other = merged.get(id);
    if (!other) merged.set(id, { ...group });
    else {
      other.files = [...other.files, ...group.files];
      if (other.format === 'json') other.format = group.format;
    }
  }
  return [...merged.values()];
}

/** Several languages, or one in a usual place: not `src/it/setup.json`. */
function isPlausible({ files, pattern }: Group): boolean {
  const named = new Set(files.filter(({ languageName }) => languageName !== '').map(({ language }) => language));
  if (named.size === 0) return false;
  return named.size + (files.some(({ languageName }) => languageName === '') ? 1 : 0) > 1 || USUAL.test(pattern);
}

/** English where there is any, or where files do not say their language; else the language with the most files. */
function guessSource(groups: readonly Group[]): string {
  const counts = new Map<string, number>();
  for (const { language, languageName } of groups.flatMap(({ files }) => files)) {
    const isUnnamed = languageName === '' || languageName === 'values' || languageName === 'Base.lproj';
    const tag = isUnnamed ? 'en' : (language ?? 'en');
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  const english = ['en', ...[...counts.keys()].filter((tag) => tag.startsWith('en-'))].find((tag) => counts.has(tag));
  return english ?? [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 'en';
}

function rulesOf({ format, pattern, files }: Group, sourceLanguage: string): ProposedRule[] {
  const namespaces = [...new Set(files.map(({ namespace }) => namespace))].sort();
  const named = files.filter(({ languageName }) => languageName !== '');
  const hasUnnamed = named.length < files.length;
  const place = pattern.includes('{namespace}');
  // A folder of a language may get more files; `messages_de.properties` is the only one.
  const isFolder = pattern.includes('{language}/{namespace}') && !/^values|\.lproj$/.test(named[0]?.languageName ?? '');
  if (place && isFolder && !hasUnnamed) return [languageRule(pattern, format, named, sourceLanguage)];
  return namespaces.flatMap((namespace) => {
    const path = place ? pattern.replace('{namespace}', () => namespace) : pattern;
    const of = namespace !== '' && (!place || namespaces.length > 1) ? { namespace } : {};
    const own = named.filter((file) => file.namespace === namespace);
    const rules: ProposedRule[] = own.length > 0 ? [{ ...languageRule(path, format, own, sourceLanguage), ...of }] : [];
    const isUnnamed = files.some((file) => file.languageName === '' && file.namespace === namespace);
    if (isUnnamed) rules.unshift({ path: path.replace('{language}', ''), format, language: sourceLanguage, ...of });
    return rules;
  });
}

/** Finds the placeholder that spells the languages as most of the files do, and names the others. */
function languageRule(
  pattern: string,
  format: string,
  files: readonly DetectedFile[],
  sourceLanguage: string,
): ProposedRule {
  const names = new Map(files.map(({ language, languageName }) => [language ?? '', languageName ?? '']));
  const [first = ''] = names.values();
  const separator =
    /^[._-]/.test(first) && [...names.values()].every((name) => name[0] === first[0]) ? first.slice(0, 1) : '';
  const own = [...names].map(([language, name]) => [language, name.slice(separator.length)] as const);
  const spellings = UNDERSCORED.has(format)
    ? ['underscore', 'language', 'android', 'apple']
    : ['language', 'underscore', 'android', 'apple'];
  const unmatched = (spelling: string): (readonly [string, string])[] => {
    const place = new PathPattern(`{${spelling}}`);
    return own.filter(([language, name]) => place.pathOf({ language, namespace: '' }, sourceLanguage) !== name);
  };
  const [best = 'language'] = spellings.sort((one, other) => unmatched(one).length - unmatched(other).length);
  const others = unmatched(best);
  return {
    path: pattern.replace('{language}', () => `${separator}{${best}}`),
    format,
    ...(others.length > 0 && { languages: Object.fromEntries(others) }),
  };
}

/** Where rules of one format would have the same language and namespace, all but one get the namespaces of their paths. */
function withoutCollisions(proposals: readonly Proposal[]): Proposal[] {
  const isRest = ({ path, namespace }: ProposedRule): boolean =>
    namespace === undefined && !path.includes('{namespace}');
  return proposals.map((proposal) => {
    const { format, languages, namespace, rules } = proposal;
    const rivals = proposals.filter(
      (other) =>
        other.format === format &&
        other.rules.some(isRest) &&
        other.languages.some((language) => languages.includes(language)),
    );
    const keeper = rivals.find((other) => other.namespace === '') ?? rivals[0];
    if (namespace === '' || keeper === proposal || !rivals.includes(proposal)) return proposal;
    return { ...proposal, rules: rules.map((rule) => (isRest(rule) ? { ...rule, namespace } : rule)) };
  });
}
