/** The files of an archive whose translation units are being collected. */
export class ArchiveFiles {
  private readonly files: { path: string; firstUnit: number; namespace?: string }[] = [];

  /** Starts a file. @param firstUnit index of the next translation unit */
  begin(path: string, firstUnit: number): void {
    this.files.push({ path, firstUnit });
  }

  get hasFiles(): boolean {
    return this.files.length > 0;
  }

  /** Sets the prefix of the names of the current file. */
  setNamespace(namespace: string | undefined): void {
    const file = this.files.at(-1);
    if (file) file.namespace = namespace;
  }

  /** Prefix of messages about the current file; empty if the import has only one file. */
  get prefix(): string {
    const path = this.files.at(-1)?.path;
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
    return `${JSON.stringify(nameInFile.slice(0, 200))} of ${JSON.stringify(file.path)}`;
  }
}
