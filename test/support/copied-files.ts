import { MemoryFS, PGlite } from '@electric-sql/pglite';

type EmscriptenOptions = Parameters<MemoryFS['init']>[1];

/** A file of Emscripten's file system in memory (library_memfs.js). */
interface FileNode {
  mode: number;
  contents: Uint8Array;
  usedBytes: number;
  stream_ops: StreamOperations;
}

interface FileStream {
  node: FileNode;
  stream_ops: StreamOperations;
}

interface StreamOperations {
  write: (stream: FileStream, ...rest: unknown[]) => number;
}

/** Emscripten's file system (library_fs.js). */
interface Files {
  mkdirTree(path: string): void;
  chmod(path: string, mode: number): void;
  create(path: string, mode: number): FileNode;
}

/** A file or folder of an archive. */
export interface ArchivedFile {
  path: string;
  mode: number;
  isFolder: boolean;
  bytes: Uint8Array;
}

/** A database in memory that begins as a copy of another one. A file is copied when PostgreSQL first writes it. */
export class CopiedFiles extends MemoryFS {
  constructor(private readonly archive: readonly ArchivedFile[]) {
    super();
  }

  override async init(pglite: PGlite, options: EmscriptenOptions): Promise<{ emscriptenOpts: EmscriptenOptions }> {
    const { emscriptenOpts } = await super.init(pglite, options);
    const preRun = [
      ...((emscriptenOpts.preRun ?? []) as unknown[]),
      ({ FS }: { FS: unknown }) => this.addTo(FS as Files),
    ];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } as EmscriptenOptions };
  }

  private addTo(files: Files): void {
    files.mkdirTree(PGlite.paths.PGDATA);
    for (const { path, mode, isFolder, bytes } of this.archive) {
      const target = PGlite.paths.PGDATA + path;
      if (isFolder) {
        files.mkdirTree(target);
        files.chmod(target, mode);
      } else {
        share(files.create(target, mode), bytes);
      }
    }
  }
}

/** Gives a file bytes that other files have too, until one of them is written. Emscripten copies them itself where a size changes. */
function share(node: FileNode, bytes: Uint8Array): void {
  if (bytes.length === 0) return;
  node.contents = bytes;
  node.usedBytes = bytes.length;
  const operations = node.stream_ops;
  node.stream_ops = {
    ...operations,
    write: (stream, ...rest) => {
      if (node.contents === bytes) node.contents = new Uint8Array(bytes);
      node.stream_ops = operations;
      stream.stream_ops = operations;
      return operations.write(stream, ...rest);
    },
  };
}

const BLOCK = 512;

/** Lists the files of an uncompressed archive of PGlite (POSIX.1-1988, ustar). Their contents are views of the archive. */
export function readArchive(archive: Uint8Array): ArchivedFile[] {
  const files: ArchivedFile[] = [];
  const field = (from: number, length: number): string =>
    Buffer.from(archive.subarray(from, from + length))
      .toString('latin1')
      .split('\0', 1)[0] ?? '';
  for (let at = 0; at < archive.length && archive[at] !== 0;) {
    const size = parseInt(field(at + 124, 12), 8) || 0;
    const content = at + BLOCK;
    files.push({
      path: field(at, 100).replace(/\/$/, ''),
      mode: parseInt(field(at + 100, 8), 8),
      isFolder: field(at + 156, 1) === '5',
      bytes: archive.subarray(content, content + size),
    });
    at = content + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}
