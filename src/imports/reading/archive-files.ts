import { shorten } from '../../common/shorten';
/** One of several files of an import. Plain data. */
export interface FileOfSeveral {
  path: string;
  /** The id of the format. */
  format: string;
  /** Index of its first translation unit. The units up to the next file are its own. */
  firstUnit: number;
  languages: string[];
}

/** The files of an archive, or of an import of several files, whose translation units are being collected. */
export class ArchiveFiles {
  private readonly files: (FileOfSeveral & { namespace?: string; place?: string })[] = [];

  /** Starts a file. @param firstUnit index of the next translation unit */
  begin(path: string, format: string, firstUnit: number): void {
    this.files.push({ path, format, firstUnit, languages: [] });
  }

  /** Removes the current file. */
  drop(): void {
    this.files.pop();
  }

  get all(): FileOfSeveral[] {
    return this.files.map(({ path, format, firstUnit, languages }) => ({ path, format, firstUnit, languages }));
  }

  /** Adds a language of the current file. */
  addLanguage(language: string): void {
    const languages = this.files.at(-1)?.languages;
    if (languages?.includes(language) === false) languages.push(language);
  }

  /** The path of the current file; undefined if the import has only one. */
  get path(): string | undefined {
    return this.files.at(-1)?.path;
  }

  get hasFiles(): boolean {
    return this.files.length > 0;
  }

  /** Sets the prefix of the names of the current file. */
  setNamespace(namespace: string | undefined): void {
    const file = this.files.at(-1);
    if (file) file.namespace = namespace;
  }

  /** @param place what files of the same format, language and namespace have in common */
  setPlace(place: string): void {
    const file = this.files.at(-1);
    if (file) file.place = place;
  }

  /** Whether a text is one of an earlier file with the place of the current one. @param unit index of the text */
  isInPlace(unit: number): boolean {
    const file = this.files.findLast(({ firstUnit }) => firstUnit <= unit);
    return file !== this.files.at(-1) && file?.place !== undefined && file.place === this.files.at(-1)?.place;
  }

  /** Prefix of messages about the current file; empty if the import has only one file. */
  get prefix(): string {
    const { path } = this;
    return path === undefined ? '' : `${JSON.stringify(path)}: `;
  }

  /**
   * Returns the place of an earlier unit of the same key, if its file or its name there differs from the file or the
   * name of the current entry.
   *
   * @param unit index of the earlier unit
   * @param name of the key, with the namespace
   */
  otherPlace(unit: number, name: string): string | undefined {
    const file = this.files.findLast(({ firstUnit }) => firstUnit <= unit);
    if (!file || file === this.files.at(-1)) return undefined;
    const nameInFile = file.namespace ? name.slice(file.namespace.length + 1) : name;
    return `${JSON.stringify(shorten(nameInFile))} of ${JSON.stringify(file.path)}`;
  }
}
