import { underscoredTag } from '../../../src/language-files/text/locale-names';
import { androidFolder } from '../../../src/language-files/android/android-paths';

/** The language and the namespace of a file. */
export interface FileIdentity {
  /** Undefined: the file holds all languages. */
  language?: string;
  /** Empty: the file holds the keys of no other file. */
  namespace: string;
}

/** Ways to write a language in a path. */
const SPELLINGS = {
  language: (language: string) => language,
  underscore: underscoredTag,
  android: (language: string, isSource: boolean) => androidFolder(language, isSource),
  apple: (language: string) => `${language}.lproj`,
} as const;
type Spelling = keyof typeof SPELLINGS;

/** The languages that a part of a path can name. */
export interface KnownLanguages {
  sourceLanguage: string;
  /** Languages of the project. Others are recognized by their names in English, or by nothing but their form. */
  targetLanguages: readonly string[] | 'any';
}

const PLACEHOLDER = /\{([^{}]*)\}/g;

interface Options {
  /** The names of languages in place of their spelling. */
  languages?: Readonly<Record<string, string>>;
  /** The language of a pattern without a placeholder for it. */
  language?: string;
  /** The namespace of a pattern without a placeholder for it. */
  namespace?: string;
}

/** Returns what is wrong with a pattern. */
export function findPatternIssue(pattern: string): string | undefined {
  if (pattern === '' || pattern.startsWith('/') || /^[A-Za-z]:|\\/.test(pattern))
    return 'must be a path below the folder of glossa.json, with "/" between folders';
  if (pattern.split('/').some((segment) => segment === '..' || segment === '.' || segment === ''))
    return 'must have no empty part and no "." or ".."';
  if (pattern.includes('*'))
    return 'has a "*", which finds no files: write {language}, {namespace} or a rule for each folder';
  const names = Array.from(pattern.matchAll(PLACEHOLDER), ([, name = '']) => name);
  const unknown = names.find((name) => name !== 'namespace' && !(name in SPELLINGS));
  if (unknown !== undefined)
    return `has the unknown placeholder {${unknown}}: there are {language}, {underscore}, {android}, {apple} and {namespace}`;
  if (names.filter((name) => name === 'namespace').length > 1) return 'has {namespace} twice';
  if (/\}\{/.test(pattern)) return 'must have something between two placeholders';
  return undefined;
}

/** The paths of the files of a rule in glossa.json: `locales/{language}/{namespace}.json`. */
export class PathPattern {
  private readonly parts: readonly string[];

  constructor(
    readonly text: string,
    private readonly options: Options = {},
  ) {
    this.parts = text.split(PLACEHOLDER);
  }

  get hasLanguage(): boolean {
    return this.parts.some((part, index) => index % 2 === 1 && part !== 'namespace');
  }

  get hasNamespace(): boolean {
    return this.parts.some((part, index) => index % 2 === 1 && part === 'namespace');
  }

  /** The folder above which no file of the pattern stands; empty: the folder of glossa.json. */
  get root(): string {
    const [fixed = ''] = this.parts;
    return this.parts.length === 1 ? fixed.replace(/[^/]*$/, '') : fixed.slice(0, fixed.lastIndexOf('/') + 1);
  }

  /** Returns the path of a file, or undefined if the pattern has none for it. */
  pathOf({ language, namespace }: FileIdentity, sourceLanguage: string): string | undefined {
    if (!this.hasLanguage && language !== this.options.language) return undefined;
    if (this.hasNamespace ? namespace === '' : namespace !== (this.options.namespace ?? '')) return undefined;
    return this.parts
      .map((part, index) => {
        if (index % 2 === 0) return part;
        return part === 'namespace' ? namespace : this.spell(part as Spelling, language ?? '', sourceLanguage);
      })
      .join('');
  }

  /** Returns the language and the namespace of a path, or undefined if it does not have this pattern. */
  parse(path: string, known: KnownLanguages): FileIdentity | undefined {
    const { language, namespace } = this.options;
    for (const found of this.matches(path, 0, 0, known, {})) {
      const identity = { language: found.language ?? language, namespace: found.namespace ?? namespace ?? '' };
      // One language has one path: `values-en` is not the folder of the source language.
      if (this.pathOf(identity, known.sourceLanguage) === path) return identity;
    }
    return undefined;
  }

  private *matches(
    path: string,
    index: number,
    position: number,
    known: KnownLanguages,
    found: Partial<FileIdentity>,
  ): Generator<Partial<FileIdentity>> {
    const literal = this.parts[index] ?? '';
    if (!path.startsWith(literal, position)) return;
    const start = position + literal.length;
    if (index === this.parts.length - 1) {
      if (start === path.length) yield found;
      return;
    }
    const name = this.parts[index + 1] ?? '';
    const next = this.parts[index + 2] ?? '';
    for (let end = path.indexOf(next, start + 1); end >= 0; end = nextEnd(path, next, end)) {
      const value = path.slice(start, end);
      if (name !== 'namespace' && value.includes('/')) return;
      const read = name === 'namespace' ? { namespace: value } : this.languageOf(name as Spelling, value, known, found);
      if (read) yield* this.matches(path, index + 2, end, known, { ...found, ...read });
    }
  }

  private languageOf(
    spelling: Spelling,
    name: string,
    known: KnownLanguages,
    { language: before }: Partial<FileIdentity>,
  ): Partial<FileIdentity> | undefined {
    const { sourceLanguage, targetLanguages } = known;
    const named = Object.entries(this.options.languages ?? {}).find(([, own]) => own === name)?.[0];
    const isAny = targetLanguages === 'any';
    const ofProject = isAny
      ? undefined
      : [sourceLanguage, ...targetLanguages].find((tag) => this.spell(spelling, tag, sourceLanguage) === name);
    const language = named ?? ofProject ?? readLanguage(spelling, name, sourceLanguage, isAny);
    if (language === undefined || (before !== undefined && before !== language)) return undefined;
    return { language };
  }

  private spell(spelling: Spelling, language: string, source: string): string {
    return this.options.languages?.[language] ?? SPELLINGS[spelling](language, language === source);
  }
}

/** The end of the path is an end too where nothing follows the placeholder. */
const nextEnd = (path: string, next: string, end: number): number =>
  end >= path.length ? -1 : path.indexOf(next, end + 1);

/** @param isAny whether the language needs no name */
function readLanguage(spelling: Spelling, name: string, source: string, isAny: boolean): string | undefined {
  if (spelling === 'apple')
    return name.endsWith('.lproj') ? toTag(name.slice(0, -'.lproj'.length), '-', isAny) : undefined;
  if (spelling === 'underscore') return toTag(name, '_', isAny);
  if (spelling === 'language') return toTag(name, '-', isAny);
  if (name === 'values') return source;
  const qualifier = /^values-(.+)$/.exec(name)?.[1];
  if (qualifier === undefined) return undefined;
  return toTag(
    qualifier.startsWith('b+') ? qualifier.slice(2).replaceAll('+', '-') : qualifier.replace('-r', '-'),
    '-',
    isAny,
  );
}

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Returns the tag in the case of RFC 5646, if its language has a name. @param isAny whether the language needs none */
function toTag(name: string, separator: '-' | '_', isAny: boolean): string | undefined {
  if (separator === '_' ? name.includes('-') : name.includes('_')) return undefined;
  const subtags = name.split(separator);
  const form = isAny ? /^[A-Za-z0-9]{1,8}$/ : /^[A-Za-z0-9]{2,8}$/;
  if (!/^[A-Za-z]{2,3}$/.test(subtags[0] ?? '') || !subtags.every((subtag) => form.test(subtag))) return undefined;
  const singleton = subtags.findIndex((subtag) => subtag.length === 1);
  const tag = subtags
    .map((subtag, index) => (singleton >= 0 && index > singleton ? subtag.toLowerCase() : subtagCase(subtag, index)))
    .join('-');
  return (isAny || names.of(subtags[0] ?? '') !== undefined) && isWellFormed(tag) ? tag : undefined;
}

function isWellFormed(tag: string): boolean {
  try {
    new Intl.Locale(tag);
    return true;
  } catch {
    return false;
  }
}

function subtagCase(subtag: string, index: number): string {
  if (index > 0 && /^[A-Za-z]{4}$/.test(subtag)) return subtag.charAt(0).toUpperCase() + subtag.slice(1).toLowerCase();
  return index > 0 && subtag.length === 2 ? subtag.toUpperCase() : subtag.toLowerCase();
}
