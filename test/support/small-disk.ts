import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CHUNK = Buffer.alloc(65_536);

/** A file system of some megabytes in memory. Only root can mount one. */
export class SmallDisk {
  private constructor(readonly folder: string) {}

  /** Whether this process can mount a file system. */
  static isAvailable(): boolean {
    try {
      SmallDisk.mount(1).remove();
      return true;
    } catch {
      return false;
    }
  }

  static mount(mebibytes: number): SmallDisk {
    const folder = mkdtempSync(join(tmpdir(), 'glossa-disk-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=777`, 'tmpfs', folder], { stdio: 'pipe' });
    } catch (error) {
      rmSync(folder, { recursive: true });
      throw error;
    }
    return new SmallDisk(folder);
  }

  makeReadOnly(): void {
    execFileSync('mount', ['-o', 'remount,ro', this.folder]);
  }

  /** Creates a folder that a PostgreSQL server of `PostgresCluster` can use. */
  tablespace(): string {
    const folder = join(this.folder, 'tablespace');
    mkdirSync(folder);
    if (process.getuid?.() === 0) execFileSync('chown', ['postgres', folder]);
    return folder;
  }

  get freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.folder);
    return bavail * bsize;
  }

  /** Occupies space until `bytes` are free. */
  fill(bytes = 0): void {
    const descriptor = openSync(this.ballast, 'a');
    try {
      while (this.freeBytes > bytes) writeSync(descriptor, CHUNK, 0, Math.min(CHUNK.length, this.freeBytes - bytes));
    } finally {
      closeSync(descriptor);
    }
  }

  /** Frees the space that `fill` has occupied. */
  free(): void {
    rmSync(this.ballast, { force: true });
  }

  remove(): void {
    execFileSync('umount', ['-l', this.folder]);
    rmSync(this.folder, { recursive: true });
  }

  private get ballast(): string {
    return join(this.folder, 'ballast');
  }
}
