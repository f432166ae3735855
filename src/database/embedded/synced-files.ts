import { fdatasyncSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { syncFolder } from './sync-folder';

type EmscriptenOptions = Parameters<NodeFS['init']>[1];

/** A file or folder of Emscripten's file system (`FSNode` in its library_fs.js). */
type FileNode = object;

/** An open file. */
interface FileStream {
  node: FileNode;
  /** The file descriptor of Node. */
  nfd: number;
}

interface Attributes {
  size?: number;
}

/** Emscripten's NODEFS, which passes each operation to Node; its operations can be replaced (library_nodefs.js). */
interface NodeOperations {
  realPath: (node: FileNode) => string;
  node_ops: {
    mknod: (parent: FileNode, ...rest: unknown[]) => FileNode;
    rename: (node: FileNode, parent: FileNode, name: string) => void;
    symlink: (parent: FileNode, ...rest: unknown[]) => void;
    unlink: (parent: FileNode, name: string) => void;
    rmdir: (parent: FileNode, name: string) => void;
    setattr: (node: FileNode, attributes: Attributes) => void;
  };
  stream_ops: {
    write: (stream: FileStream, ...rest: unknown[]) => number;
    setattr: (stream: FileStream, attributes: Attributes) => void;
    close: (stream: FileStream) => void;
    /** Emscripten calls it, if it exists, when PostgreSQL calls `fsync`. */
    fsync?: (stream: FileStream) => number;
  };
}

/** A segment of the write-ahead log (PostgreSQL manual, 28.6). */
const LOG_SEGMENT = /\/pg_wal\/[0-9A-F]{24}$/;

/**
 * The files of an embedded database that survives a power cut. The file system of PGlite ignores `fsync`; this one
 * obeys it, with two differences:
 *
 * - The names of new files are on disk as soon as any file is synced. PostgreSQL does not sync the folder after it has
 *   created the file of a table, and POSIX does not promise the name before that.
 * - The sync of the write-ahead log, one for each COMMIT, is left to the main thread, which does one for all commits
 *   that arrive together (`LogSync`). Before anything else changes in the folder, the log is synced here: it is on disk
 *   before what it describes.
 */
export class SyncedFiles extends NodeFS {
  /** The segment of the log that PostgreSQL believes to be on disk. */
  private unsyncedLog: FileStream | undefined;
  /** Its name, until the caller has taken it. */
  private untakenSegment: string | undefined;
  private readonly foldersWithNewNames = new Set<string>();

  override async init(pglite: PGlite, options: EmscriptenOptions) {
    const { emscriptenOpts } = await super.init(pglite, options);
    const install = (module: object): void => this.installOn((module as { NODEFS: NodeOperations }).NODEFS);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), install] } };
  }

  /** Returns the name of the segment of the log that a COMMIT since the last call waits for. */
  takeUnsyncedSegment(): string | undefined {
    const segment = this.untakenSegment;
    this.untakenSegment = undefined;
    return segment;
  }

  override async closeFs(): Promise<void> {
    this.syncLog();
    await super.closeFs();
  }

  private installOn({ realPath, node_ops: nodes, stream_ops: streams }: NodeOperations): void {
    const isLog = ({ node }: FileStream): boolean => LOG_SEGMENT.test(realPath(node));
    const { mknod, rename, symlink, unlink, rmdir, setattr } = nodes;
    const { write, close, setattr: setStreamAttributes } = streams;
    nodes.mknod = (parent, ...rest) => {
      const node = mknod(parent, ...rest);
      this.foldersWithNewNames.add(realPath(parent));
      return node;
    };
    nodes.symlink = (parent, ...rest) => {
      symlink(parent, ...rest);
      this.foldersWithNewNames.add(realPath(parent));
    };
    nodes.rename = (node, parent, name) => {
      this.syncLog();
      rename(node, parent, name);
      this.foldersWithNewNames.add(realPath(parent));
    };
    nodes.unlink = (parent, name) => {
      this.syncLog();
      unlink(parent, name);
    };
    nodes.rmdir = (parent, name) => {
      this.syncLog();
      rmdir(parent, name);
      this.foldersWithNewNames.delete(join(realPath(parent), name));
    };
    nodes.setattr = (node, attributes) => {
      if (attributes.size !== undefined) this.syncLog();
      setattr(node, attributes);
    };
    streams.setattr = (stream, attributes) => {
      if (attributes.size !== undefined) this.syncLog();
      setStreamAttributes(stream, attributes);
    };
    streams.write = (stream, ...rest) => {
      if (this.unsyncedLog && !isLog(stream)) this.syncLog();
      return write(stream, ...rest);
    };
    streams.close = (stream) => {
      if (stream.nfd === this.unsyncedLog?.nfd) this.syncLog();
      close(stream);
    };
    streams.fsync = (stream) => {
      if (isLog(stream)) this.postponeSync(stream, basename(realPath(stream.node)));
      else this.sync(stream);
      return 0;
    };
  }

  private postponeSync(stream: FileStream, segment: string): void {
    if (this.unsyncedLog?.nfd !== stream.nfd) this.syncLog();
    this.syncNames();
    this.unsyncedLog = stream;
    this.untakenSegment = segment;
  }

  private sync({ nfd }: FileStream): void {
    this.syncLog();
    fdatasyncSync(nfd);
    this.syncNames();
  }

  private syncLog(): void {
    const log = this.unsyncedLog;
    if (!log) return;
    fdatasyncSync(log.nfd);
    this.unsyncedLog = undefined;
  }

  private syncNames(): void {
    for (const folder of this.foldersWithNewNames) syncFolder(folder);
    this.foldersWithNewNames.clear();
  }
}
