import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderInUseError, lockFolder, UnwritableFolderError } from './folder-lock';

/** The user id with which this test process may not write the folders of root. */
const NOBODY = 65_534;

describe('lockFolder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'glossa-lock-'));
    await chmod(folder, 0o555);
  });
  afterEach(async () => {
    await chmod(folder, 0o755);
    await rm(folder, { recursive: true });
  });

  /** Runs `work` as a user who does not own the folder, if this process is root, whom no permission stops. */
  async function asOrdinaryUser<T>(work: () => Promise<T>): Promise<T> {
    const user = process.geteuid?.();
    if (user === 0) process.seteuid?.(NOBODY);
    try {
      return await work();
    } finally {
      if (user === 0) process.seteuid?.(0);
    }
  }

  const refused = (path: string) =>
    asOrdinaryUser(async () => {
      const message = `DATA_DIR ${path} cannot be written by this process, whose user id is ${process.geteuid?.()} (EACCES)`;
      const locking = lockFolder(path);
      await expect(locking).rejects.toThrow(UnwritableFolderError);
      await expect(locking).rejects.toThrow(message);
    });

  it('names the folder and the user id if the folder cannot be written', () => refused(folder));

  it('names the folder and the user id if the folder cannot be created', () => refused(join(folder, 'data')));

  it('names the folder and the user id if the data in it belongs to another user', async () => {
    await chmod(folder, 0o777);
    await mkdir(join(folder, 'pgdata'));
    await writeFile(join(folder, 'pgdata', 'PG_VERSION'), '17', { mode: 0o400 });
    await refused(folder);
  });

  it('refuses a second lock until the first is released', async () => {
    await chmod(folder, 0o755);
    const release = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
    release();
    (await lockFolder(folder))();
  });
});
