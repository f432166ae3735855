import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The file systems of control groups, of version 1 and 2, with the line of `/proc/self/cgroup` and the file of the
 * limit.
 */
const HIERARCHIES = [
  { root: '/sys/fs/cgroup/memory', line: /^\d+:memory:(.*)$/m, limit: 'memory.limit_in_bytes' },
  { root: '/sys/fs/cgroup', line: /^0::(.*)$/m, limit: 'memory.max' },
];

const GROUPS_OF_PROCESS = '/proc/self/cgroup';

/**
 * A control group of the system that limits the memory of its processes, as a container does: one that needs more is
 * killed.
 */
export class MemoryGroup {
  private constructor(private readonly folder: string) {}

  /** @returns undefined where groups cannot be created: without the rights of root, or on another system than Linux */
  static create(bytes: number): MemoryGroup | undefined {
    if (!existsSync(GROUPS_OF_PROCESS)) return undefined;
    for (const { root, line, limit } of HIERARCHIES) {
      const [, own] = line.exec(readFileSync(GROUPS_OF_PROCESS, 'utf8')) ?? [];
      if (own === undefined) continue;
      const folder = join(root, own, `glossa-test-${randomBytes(4).toString('hex')}`);
      try {
        mkdirSync(folder);
        writeFileSync(join(folder, limit), String(bytes));
        return new MemoryGroup(folder);
      } catch {
        continue;
      }
    }
    return undefined;
  }

  /** Writes a program that joins the group before it runs another one. @returns its path */
  entryFor(main: string, folder: string): string {
    const entry = join(folder, 'main-in-group.cjs');
    const procs = JSON.stringify(join(this.folder, 'cgroup.procs'));
    writeFileSync(
      entry,
      `require('node:fs').writeFileSync(${procs}, String(process.pid));\nrequire(${JSON.stringify(main)});\n`,
    );
    return entry;
  }

  /** Its processes must have ended. */
  remove(): void {
    rmdirSync(this.folder);
  }
}

/** Returns the settings of the memory that the image has. */
export const memorySettingsOfImage = (): Record<string, string> =>
  Object.fromEntries(
    [...readFileSync(join(__dirname, '../../Dockerfile'), 'utf8').matchAll(/\b(MALLOC_\w+)=(\d+)/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );
