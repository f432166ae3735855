import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MemoryFS, PGlite } from '@electric-sql/pglite';
import { DATABASE, NEW_DATABASE, VERSION_FILE } from './folder-lock';
import { syncFolder } from './sync-folder';

/** Files that are synced at a time: the disk writes them together. */
const FILES_AT_A_TIME = 16;

/** The methods of Emscripten's file system (library_fs.js) that read it. */
interface MemoryFiles {
  readdir(path: string): string[];
  stat(path: string): { mode: number };
  isDir(mode: number): boolean;
  readFile(path: string): Uint8Array;
}

/**
 * Creates the database of DATA_DIR, in a folder that gets its name when everything in it is complete: neither the end
 * of the process nor a power cut leaves a part of a database.
 *
 * @param dataDir whose new database is locked
 * @param isSynced whether it must survive a power cut
 */
export async function createDatabase(dataDir: string, isSynced: boolean): Promise<void> {
  const folder = join(dataDir, NEW_DATABASE);
  // What an earlier start left that was ended. The locked file stays.
  for (const name of readdirSync(folder)) {
    if (name !== VERSION_FILE) rmSync(join(folder, name), { recursive: true });
  }
  const files = new ClosedFiles(folder);
  const pglite = await PGlite.create({ fs: files });
  await pglite.close();
  if (isSynced) await syncTree(folder);
  renameSync(folder, join(dataDir, DATABASE));
  if (isSynced) for (const parent of [dataDir, dirname(dataDir)]) syncFolder(parent);
}

/** A database in memory, whose files are copied into a folder when PostgreSQL has closed them. */
class ClosedFiles extends MemoryFS {
  constructor(private readonly folder: string) {
    super();
  }

  override async closeFs(): Promise<void> {
    const files = this.pg?.Module.FS as unknown as MemoryFiles;
    copy(files, PGlite.paths.PGDATA, this.folder);
    await super.closeFs();
  }
}

function copy(files: MemoryFiles, from: string, to: string): void {
  for (const name of files.readdir(from)) {
    if (name === '.' || name === '..') continue;
    const [source, target] = [`${from}/${name}`, join(to, name)];
    if (files.isDir(files.stat(source).mode)) {
      mkdirSync(target, { mode: 0o700 });
      copy(files, source, target);
    } else {
      writeFileSync(target, files.readFile(source), { mode: 0o600 });
    }
  }
}

async function syncTree(folder: string): Promise<void> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
  const syncNext = async (): Promise<void> => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) await syncPath(path);
  };
  await Promise.all(Array.from({ length: FILES_AT_A_TIME }, syncNext));
  syncFolder(folder);
}

/** Syncs a file, or the names of a folder's files. */
async function syncPath(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
