import type { FileClaims } from './file-claims';
import { type FileBeside, hasRoomFor, type KeptFile } from './kept-file';
import { NumberList } from './packed/number-list';

/** Several files of an archive may share these. */
export type FileId = Pick<KeptFile, 'format' | 'namespace' | 'language'>;

/** The first file of an archive of its format, language and namespace. */
interface FirstFile {
  path: string;
  /** The indexes of its keys. */
  keys: NumberList;
  isKept: boolean;
}

/** The current file of an archive. */
interface PlaceInArchive extends FileId {
  /** The first file of the same format, language and namespace; undefined if it is the current one. */
  first?: FirstFile;
  /** The indexes of its keys. */
  keys: NumberList;
  /** Whether exports have its layout. */
  isKept: boolean;
}

/** The files of an import that become templates. Files of an archive may have the same format, language and namespace. */
export class KeptFiles {
  private readonly firstFiles = new Map<string, FirstFile>();
  private readonly kept = new Map<string, KeptFile>();
  private current?: PlaceInArchive;
  /** The keys of the current file that an earlier file has in its place, and whether that file has another text. */
  private readonly overridden = new Map<number, boolean>();

  get all(): KeptFile[] {
    return [...this.kept.values()];
  }

  /** Begins a file of an archive. @returns what files of the same format, language and namespace have in common */
  begin(path: string, file: FileId, isKept: boolean): string {
    const id = idOf(file);
    const first = this.firstFiles.get(id);
    const keys = new NumberList();
    const { language, namespace } = file;
    const isKeptBeside = first?.isKept === true && language !== '' && hasRoomFor(namespace + path);
    this.current = { ...file, first, keys, isKept: isKept && (!first || isKeptBeside) };
    if (!first) this.firstFiles.set(id, { path, keys, isKept });
    return id;
  }

  end(): void {
    this.current = undefined;
    this.overridden.clear();
  }

  /** The path of an earlier file of the archive that has the format, language and namespace of the current one. */
  get firstPath(): string | undefined {
    return this.current?.first?.path;
  }

  /** The language of the current file of an archive; empty for a file of several languages. */
  get language(): string | undefined {
    return this.current?.language;
  }

  /** Whether exports have the layout of the current file of an archive. */
  get isKept(): boolean {
    return this.current?.isKept === true;
  }

  addKey(key: number): void {
    this.current?.keys.push(key);
  }

  isOverridden(key: number): boolean {
    return this.overridden.has(key);
  }

  /** Notes that an earlier file has a key of the current one in its place. @param isOther whether it has another text */
  override(key: number, isOther: boolean): void {
    this.overridden.set(key, isOther);
  }

  /** Adds the current file, whose layout exports can have. In an archive, a second file in its place is added too, with what differs. */
  keep(file: Omit<KeptFile, 'claims'>, claims: FileClaims): void {
    const { first, isKept = true } = this.current ?? {};
    const id = idOf(file) + (first ? file.path : '');
    if (!isKept || this.kept.has(id)) return;
    this.kept.set(id, { ...file, claims, ...(first && { beside: this.besideOf(first, file) }) });
  }

  private besideOf(first: FirstFile, { path }: Pick<KeptFile, 'path'>): FileBeside {
    const replaced = Uint32Array.from([...this.overridden].flatMap(([key, isOther]) => (isOther ? [key] : [])));
    const known = new Set(first.keys.array);
    const added = this.current?.keys.array.filter((key) => !known.has(key)) ?? new Uint32Array();
    return { path: path ?? '', replaced, added };
  }
}

const idOf = ({ format, namespace, language }: FileId): string => JSON.stringify([format, namespace, language]);
