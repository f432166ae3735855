import { parseFilePath, type PathParts } from '../model/path-language';
import { ArchiveNamespaces } from './archive-namespaces';
import type { FileLayout } from './file-layout';
import type { FileList } from './file-list';

interface PathProject {
  sourceLanguage: string;
  targetLanguages: readonly string[];
}

/** What is known about the files of an archive beside their paths. */
interface Known {
  /** The layout of the project in the format of the archive. */
  layout?: FileLayout;
  /** The list of files in the archive. */
  list?: FileList;
}

/** The languages and namespaces of the files of an archive: as its list of files says, else as their paths name them. */
export class ArchivePaths {
  private readonly patterns: ReadonlySet<string>;
  private readonly namespaces: ArchiveNamespaces;
  private readonly list?: FileList;
  private readonly all: ReadonlySet<string>;
  /** The paths that other files have with a language at the end of the name: `messages.properties`. */
  private readonly translated: ReadonlySet<string>;

  constructor(
    paths: readonly string[],
    private readonly project: PathProject,
    { layout, list }: Known = {},
  ) {
    this.list = list;
    this.all = new Set(paths);
    const read = (patterns?: ReadonlySet<string>): PathParts[] =>
      paths.flatMap((path) => this.parse(path, { patterns }) ?? []);
    // The shapes of the paths that name languages which are known without the other paths.
    this.patterns = new Set(read().flatMap(({ pattern, languageName }) => (languageName === '' ? [] : [pattern])));
    this.namespaces = new ArchiveNamespaces(read(this.patterns), layout);
    this.translated = new Set(paths.flatMap((path) => this.neutralPath(path) ?? []));
  }

  /** Whether the list of files says what the file of a path is. */
  isListed(path: string): boolean {
    return this.list?.has(path) ?? false;
  }

  /** @param own the language that the file itself names, which its path may name too */
  partsOf(path: string, own?: string): PathParts | undefined {
    const listed = this.list?.get(path);
    const parts = this.parse(path, { patterns: this.patterns, own: listed?.language ?? own });
    if (!listed) return parts && this.namespaces.of(parts);
    const { language, namespace } = listed;
    const isSame = parts?.language === language && (parts.namespace ?? '') === namespace;
    // A path that does not name them is the path of this file only.
    const shape = isSame ? parts : { pattern: path, languageName: '' };
    return { ...shape, language, namespace: namespace === '' ? undefined : namespace };
  }

  /**
   * Returns the part of a path that stands where other files of its name have their languages, and is none: the `foo` of
   * `messages_foo.properties` beside `messages.properties` and `messages_de.properties`.
   */
  findUnknownLanguage(path: string): string | undefined {
    const named = /^(.+)[._]([a-z]{2,3}(?:[-_][a-z]{2,4})?)(\.\w+)$/i.exec(path);
    const [, before = '', part, suffix = ''] = named ?? [];
    const neutral = before + suffix;
    if (this.isListed(path) || this.translated.has(path)) return undefined;
    if (!this.all.has(neutral) || !this.translated.has(neutral)) return undefined;
    return this.partsOf(path)?.isFallback ? part : undefined;
  }

  /** Returns a path without the language at the end of its name. */
  private neutralPath(path: string): string | undefined {
    const { languageName = '' } = this.parse(path, { patterns: this.patterns }) ?? {};
    const suffix = /\.\w+$/.exec(path)?.[0] ?? '';
    const end = languageName + suffix;
    return languageName !== '' && path.endsWith(end) ? path.slice(0, -end.length) + suffix : undefined;
  }

  private parse(
    path: string,
    { patterns, own }: { patterns?: ReadonlySet<string>; own?: string },
  ): PathParts | undefined {
    const { sourceLanguage, targetLanguages } = this.project;
    const projectLanguages = [sourceLanguage, ...targetLanguages, ...(own === undefined ? [] : [own])];
    return parseFilePath(path, { projectLanguages, sourceLanguage, archived: true, patterns });
  }
}
