import fs from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';

/**
 * One thing that was done to a folder. Files and folders have numbers, because their names change; number 0 is the
 * folder itself.
 */
export type FileEvent =
  | { kind: 'make'; folder: number; name: string; made: number; isFolder: boolean }
  | { kind: 'rename'; folder: number; from: string; to: string }
  | { kind: 'remove'; folder: number; name: string }
  | { kind: 'write'; file: number; offset: number; bytes: Buffer }
  | { kind: 'truncate'; file: number; size: number }
  /** What was done to a file or to the names of a folder before the event number `begun` is on disk. */
  | { kind: 'sync'; of: number; begun: number }
  /** This write was acknowledged, so it survives. */
  | { kind: 'acknowledge'; write: string };

type Path = fs.PathLike;

/**
 * Records what this process does to the files of a folder, until `stop`. It replaces the functions of `node:fs` that
 * PGlite and the embedded database use.
 */
export class FileRecorder {
  readonly events: FileEvent[] = [];
  private readonly root: string;
  private readonly numbers = new Map<string, number>([['', 0]]);
  private readonly open = new Map<number, number>();
  private readonly replaced: (() => void)[] = [];
  private count = 0;

  constructor(folder: string) {
    this.root = resolve(folder);
    this.recordFiles();
    this.recordNames();
    this.recordSyncs();
  }

  acknowledge(write: string): void {
    this.events.push({ kind: 'acknowledge', write });
  }

  stop(): void {
    for (const restore of this.replaced) restore();
  }

  private recordFiles(): void {
    this.replace(fs, 'openSync', (open) => (path, flags, mode) => {
      const descriptor = open(path, flags, mode);
      const file = this.file(path, flags);
      if (file !== undefined) this.open.set(descriptor, file);
      return descriptor;
    });
    this.replace(fs, 'closeSync', (close) => (descriptor) => {
      close(descriptor);
      this.open.delete(descriptor);
    });
    this.replace(
      fs,
      'writeSync',
      (write) =>
        ((descriptor: number, bytes: Uint8Array, offset: number, length: number, position: number) => {
          const written = write(descriptor, bytes, offset, length, position);
          const file = this.open.get(descriptor);
          if (file !== undefined) {
            const copy = Buffer.from(bytes.subarray(offset, offset + written));
            this.events.push({ kind: 'write', file, offset: position, bytes: copy });
          }
          return written;
        }) as typeof fs.writeSync,
    );
    this.replace(fs, 'writeFileSync', (write) => (path, data, options) => {
      write(path, data, options);
      const file = this.file(path as Path, fs.constants.O_CREAT | fs.constants.O_TRUNC);
      const bytes = Buffer.from(data as Uint8Array);
      if (file !== undefined && bytes.length > 0) this.events.push({ kind: 'write', file, offset: 0, bytes });
    });
    this.replace(fs, 'ftruncateSync', (truncate) => (descriptor, size) => {
      truncate(descriptor, size);
      const file = this.open.get(descriptor);
      if (file !== undefined) this.events.push({ kind: 'truncate', file, size: size ?? 0 });
    });
    this.replace(fs, 'truncateSync', (truncate) => (path, size) => {
      truncate(path, size);
      const file = this.numberOf(path);
      if (file !== undefined) this.events.push({ kind: 'truncate', file, size: size ?? 0 });
    });
  }

  private recordNames(): void {
    this.replace(
      fs,
      'mkdirSync',
      (make) =>
        ((path: Path, options?: fs.Mode | fs.MakeDirectoryOptions) => {
          make(path, options);
          if (this.isInside(path) && this.numberOf(path) === undefined) this.make(path, true);
        }) as typeof fs.mkdirSync,
    );
    this.replace(fs, 'renameSync', (rename) => (from, to) => {
      rename(from, to);
      if (!this.isInside(from)) return;
      const [source, target] = [this.pathOf(from), this.pathOf(to)];
      if (dirname(source) !== dirname(target)) throw new Error('a file was moved to another folder');
      this.events.push({ kind: 'rename', folder: this.parent(from), from: basename(source), to: basename(target) });
      for (const [path, number] of [...this.numbers]) {
        if (path !== source && !path.startsWith(`${source}/`)) continue;
        this.numbers.delete(path);
        this.numbers.set(`${target}${path.slice(source.length)}`, number);
      }
    });
    const recordRemoval = (path: Path): void => {
      if (!this.isInside(path)) return;
      this.events.push({ kind: 'remove', folder: this.parent(path), name: basename(this.pathOf(path)) });
      this.numbers.delete(this.pathOf(path));
    };
    this.replace(fs, 'unlinkSync', (unlink) => (path) => {
      unlink(path);
      recordRemoval(path);
    });
    this.replace(fs, 'rmdirSync', (remove) => (path, options) => {
      remove(path, options);
      recordRemoval(path);
    });
  }

  private recordSyncs(): void {
    const recordSync = (of: number | undefined, begun = this.events.length): void => {
      if (of !== undefined) this.events.push({ kind: 'sync', of, begun });
    };
    for (const name of ['fsyncSync', 'fdatasyncSync'] as const) {
      this.replace(fs, name, (sync) => (descriptor) => {
        sync(descriptor);
        recordSync(this.open.get(descriptor));
      });
    }
    this.replace(
      fs,
      'open',
      (open) =>
        ((path: Path, flags: string, done: (error: Error | null, descriptor: number) => void) => {
          open(path, flags, (error, descriptor) => {
            const file = error ? undefined : this.file(path, flags);
            if (file !== undefined) this.open.set(descriptor, file);
            done(error, descriptor);
          });
        }) as typeof fs.open,
    );
    this.replace(
      fs,
      'fdatasync',
      (sync) =>
        ((descriptor: number, done: fs.NoParamCallback) => {
          const [of, begun] = [this.open.get(descriptor), this.events.length];
          sync(descriptor, (error) => {
            if (!error) recordSync(of, begun);
            done(error);
          });
        }) as typeof fs.fdatasync,
    );
    this.replace(fs.promises, 'open', (open) => async (path, flags, mode) => {
      const handle = await open(path, flags, mode);
      const sync = handle.sync.bind(handle);
      handle.sync = async () => {
        const begun = this.events.length;
        await sync();
        recordSync(this.numberOf(path), begun);
      };
      return handle;
    });
  }

  private replace<Module extends object, Name extends keyof Module>(
    module: Module,
    name: Name,
    create: (original: Module[Name]) => Module[Name],
  ): void {
    const original = module[name];
    module[name] = create(original);
    this.replaced.push(() => (module[name] = original));
  }

  /**
   * Returns the number of a file that is opened, which the flags may create or empty; undefined outside of the folder.
   */
  private file(path: Path, flags: fs.OpenMode = 'r'): number | undefined {
    if (!this.isInside(path)) return undefined;
    const known = this.numberOf(path);
    if (known === undefined) return this.make(path, false);
    const truncates = typeof flags === 'number' ? (flags & fs.constants.O_TRUNC) !== 0 : flags.startsWith('w');
    if (truncates) this.events.push({ kind: 'truncate', file: known, size: 0 });
    return known;
  }

  private make(path: Path, isFolder: boolean): number {
    const made = ++this.count;
    this.events.push({ kind: 'make', folder: this.parent(path), name: basename(this.pathOf(path)), made, isFolder });
    this.numbers.set(this.pathOf(path), made);
    return made;
  }

  private parent(path: Path): number {
    const parent = dirname(this.pathOf(path));
    const number = this.numbers.get(parent === '.' ? '' : parent);
    if (number === undefined) throw new Error(`the folder of ${String(path)} is not known`);
    return number;
  }

  private isInside = (path: Path): boolean => !relative(this.root, resolve(String(path))).startsWith('..');
  private pathOf = (path: Path): string => relative(this.root, resolve(String(path)));
  private numberOf = (path: Path): number | undefined => this.numbers.get(this.pathOf(path));
}
