import { ArchiveNamespaces, type FileLayout, parseFilePath } from '../../language-files';
import type { ReadRequest } from './read-request';

type PathParts = NonNullable<ReturnType<typeof parseFilePath>>;

/** The languages and namespaces that the paths of an archive name. */
export class ArchivePaths {
  private readonly patterns: ReadonlySet<string>;
  private readonly namespaces: ArchiveNamespaces;

  /** @param layout of the project in the format of the archive */
  constructor(
    paths: readonly string[],
    private readonly request: Pick<ReadRequest, 'sourceLanguage' | 'targetLanguages'>,
    layout?: FileLayout,
  ) {
    const read = (patterns?: ReadonlySet<string>): PathParts[] =>
      paths.flatMap((path) => this.parse(path, { patterns }) ?? []);
    // The shapes of the paths whose languages are known without the other paths.
    this.patterns = new Set(read().map(({ pattern }) => pattern));
    this.namespaces = new ArchiveNamespaces(read(this.patterns), layout);
  }

  /** @param own the language that the file itself names, which its path may name too */
  partsOf(path: string, own?: string): PathParts | undefined {
    const parts = this.parse(path, { patterns: this.patterns, own });
    return parts && this.namespaces.of(parts);
  }

  private parse(
    path: string,
    { patterns, own }: { patterns?: ReadonlySet<string>; own?: string },
  ): PathParts | undefined {
    const { sourceLanguage, targetLanguages } = this.request;
    const projectLanguages = [sourceLanguage, ...targetLanguages, ...(own === undefined ? [] : [own])];
    return parseFilePath(path, { projectLanguages, sourceLanguage, archived: true, patterns });
  }
}
