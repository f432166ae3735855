import { parseFilePath, type PathParts, shapesOf } from '../model/path-language';
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

/** Maps a list, and may give way to other work between its items. */
interface Turns {
  map<T, U>(items: readonly T[], toResult: (item: T) => U): Promise<U[]>;
}

/** The languages and namespaces of the files of an archive: as its list of files says, else as their paths name them. */
export class ArchivePaths {
  private readonly namespaces: ArchiveNamespaces;
  private readonly list?: FileList;
  /** The paths that other files have with a language at the end of the name: `messages.properties`. */
  private readonly translated: ReadonlySet<string>;

  /** @param patterns the shapes of the paths that name languages which are known without the other paths: see `shapesOf` */
  private constructor(
    private readonly parts: ReadonlyMap<string, PathParts | undefined>,
    private readonly patterns: ReadonlySet<string>,
    private readonly project: PathProject,
    { layout, list }: Known = {},
  ) {
    this.list = list;
    this.namespaces = new ArchiveNamespaces(
      [...parts.values()].filter((each) => each !== undefined),
      layout,
    );
    this.translated = new Set([...parts].flatMap(([path, each]) => neutralPath(path, each) ?? []));
  }

  /** @param turns that the work takes for each path, which may have hundreds of parts */
  static async read(
    paths: readonly string[],
    project: PathProject,
    turns: Turns,
    known?: Known,
  ): Promise<ArchivePaths> {
    const alone = await turns.map(paths, (path) => [path, parse(path, project)] as const);
    const patterns = new Set(alone.flatMap(([, parts]) => (parts?.languageName ? shapesOf(parts) : [])));
    const parts = await turns.map(alone, ([path, found]) => {
      // The other paths tell whether an end that is a language is a region: `ast_ES`.
      const isKnown = found && !found.isFallback && !found.languageName.startsWith('_');
      return [path, isKnown ? found : parse(path, project, patterns)] as const;
    });
    return new ArchivePaths(new Map(parts), patterns, project, known);
  }

  /** Whether the list of files says what the file of a path is. */
  isListed(path: string): boolean {
    return this.list?.has(path) ?? false;
  }

  /** @param own the language that the file itself names, which its path may name too */
  partsOf(path: string, own?: string): PathParts | undefined {
    const listed = this.list?.get(path);
    const told = listed?.language ?? own;
    const parts = told === undefined ? this.parts.get(path) : parse(path, this.project, this.patterns, told);
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
    if (!this.parts.has(neutral) || !this.translated.has(neutral)) return undefined;
    return this.partsOf(path)?.isFallback ? part : undefined;
  }
}

/** Returns a path without the language at the end of its name. */
function neutralPath(path: string, { languageName = '' }: Partial<PathParts> = {}): string | undefined {
  const suffix = /\.\w+$/.exec(path)?.[0] ?? '';
  const end = languageName + suffix;
  return languageName !== '' && path.endsWith(end) ? path.slice(0, -end.length) + suffix : undefined;
}

function parse(
  path: string,
  { sourceLanguage, targetLanguages }: PathProject,
  patterns?: ReadonlySet<string>,
  own?: string,
): PathParts | undefined {
  const projectLanguages = [sourceLanguage, ...targetLanguages, ...(own === undefined ? [] : [own])];
  return parseFilePath(path, { projectLanguages, sourceLanguage, archived: true, patterns });
}
