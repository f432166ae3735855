import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SmallDisk } from '../../../test/support/small-disk';
import { DamagedFolderError, FolderInUseError, UnwritableFolderError } from './folder-errors';
import { FolderLock } from './folder-lock';

/** The user id with which this test process may not write the folders of root. */
const NOBODY = 65_534;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'glossa-lock-'));
});
afterEach(() => rm(folder, { recursive: true }));

const givenDatabase = (mode = 0o600): void => {
  mkdirSync(join(folder, 'pgdata'));
  writeFileSync(join(folder, 'pgdata', 'PG_VERSION'), '18\n', { mode });
};

describe('the lock of a data folder', () => {
  it('refuses a second lock until the first is released', () => {
    givenDatabase();
    const lock = FolderLock.take(folder);
    expect(() => FolderLock.take(folder)).toThrow(FolderInUseError);
    lock.release();
    FolderLock.take(folder).release();
  });

  it('refuses a second lock while a new database is created, and after that', () => {
    const lock = FolderLock.take(folder);
    expect(() => FolderLock.take(folder)).toThrow(FolderInUseError);
    writeFileSync(join(folder, 'pgdata.new', 'PG_VERSION'), '18\n');
    renameSync(join(folder, 'pgdata.new'), join(folder, 'pgdata'));
    expect(() => FolderLock.take(folder)).toThrow(FolderInUseError);
    expect(lock.isHeld()).toBe(true);
    lock.release();
  });

  it('leaves nothing in the folder that can be removed while the database works', () => {
    givenDatabase();
    const lock = FolderLock.take(folder);
    expect(existsSync(join(folder, 'lock'))).toBe(false);
    lock.release();
  });

  it.each<[string, () => void]>([
    ['the folder is moved', () => renameSync(join(folder, 'pgdata'), join(folder, 'moved'))],
    [
      'another folder takes its place',
      () => {
        renameSync(join(folder, 'pgdata'), join(folder, 'moved'));
        givenDatabase();
      },
    ],
    ['PG_VERSION is removed', () => rmSync(join(folder, 'pgdata', 'PG_VERSION'))],
    [
      'another PG_VERSION takes its place',
      () => {
        writeFileSync(join(folder, 'new'), '18\n');
        renameSync(join(folder, 'new'), join(folder, 'pgdata', 'PG_VERSION'));
      },
    ],
  ])('is not held any more when %s', (_, change) => {
    givenDatabase();
    const lock = FolderLock.take(folder);
    expect(lock.isHeld()).toBe(true);
    change();
    expect(lock.isHeld()).toBe(false);
    lock.release();
  });

  it('refuses a folder with a database that lacks its version file, instead of creating another one in its place', () => {
    mkdirSync(join(folder, 'pgdata', 'base'), { recursive: true });
    expect(() => FolderLock.take(folder)).toThrow(DamagedFolderError);
  });
});

describe('a data folder that cannot be written', () => {
  beforeEach(() => chmod(folder, 0o555));
  afterEach(() => chmod(folder, 0o755));

  /** Runs `work` as a user who does not own the folder, if this process is root, whom no permission stops. */
  function asOrdinaryUser(work: () => void): void {
    const user = process.geteuid?.();
    if (user === 0) process.seteuid?.(NOBODY);
    try {
      work();
    } finally {
      if (user === 0) process.seteuid?.(0);
    }
  }

  const refuses = (path: string): void =>
    asOrdinaryUser(() => {
      const message = `DATA_DIR ${path} cannot be written by this process, whose user id is ${process.geteuid?.()} (EACCES)`;
      const locking = (): unknown => FolderLock.take(path);
      expect(locking).toThrow(UnwritableFolderError);
      expect(locking).toThrow(message);
    });

  it('is named with the user id', () => refuses(folder));

  it('is named with the user id if it cannot be created', () => refuses(join(folder, 'data')));

  (SmallDisk.isAvailable() ? it : it.skip)('is named if its file system is read-only', () => {
    const disk = SmallDisk.mount(1);
    disk.makeReadOnly();
    for (const path of [disk.folder, join(disk.folder, 'data')]) {
      const message = `DATA_DIR ${path} is on a read-only file system (EROFS)`;
      expect(() => FolderLock.take(path)).toThrow(message);
    }
    disk.remove();
  });

  it('is named with the user id if the data in it belongs to another user', async () => {
    await chmod(folder, 0o777);
    givenDatabase(0o400);
    refuses(folder);
  });
});
