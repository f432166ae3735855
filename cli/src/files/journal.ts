import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, isAbsolute, join, normalize } from 'node:path';
import { CommandError, ExitCode, usageError } from '../exit-code';
import { type Lock, lockNameOf, parseLock, readLock, renderLock } from '../lock/lock-file';
import { readIfFile } from './read-file';
import { assertInRepository, realRootOf } from './repository';

/** The name of the folder, beside a configuration, with the files of a command that has not ended. */
const journalNameOf = (config: string): string => `.${config}-journal`;

/** The list, in that folder, of the files that a push has sent. */
const SENT = 'sent';

/** The list, in that folder, of the files that are complete and to be put in place. */
const STEPS = 'steps';

/** A file to write, or to delete. */
export interface FileWrite {
  path: string;
  /** Undefined: the file is deleted. */
  bytes?: Uint8Array;
  /** The bytes that the command has seen; undefined: there was no file. */
  before?: Uint8Array;
}

/** The files that a push has sent. Until the lock has their new base, nobody here knows whether the server has them. */
export interface SentFiles {
  /** The revision of the project before the push. */
  revision: number;
  files: { path: string; sha256: string }[];
}

interface Step {
  path: string;
  /** The hash of the bytes before and after the step; null: there is no file. */
  before: string | null;
  after: string | null;
}

const hash = (bytes: Uint8Array | undefined): string | null =>
  bytes === undefined ? null : createHash('sha256').update(bytes).digest('hex');

/**
 * Writes files of the repository all together, or none of them. The new files are first written beside the old ones, with a list of
 * the steps; from then on, they are put in place even if the process ends: the next command that may write finishes it. The lock is the last.
 */
export class Journal {
  private readonly name: string;
  private readonly place: string;
  private readonly lockName: string;
  /** Files that an earlier push has sent, and of which the lock does not know. */
  interrupted?: SentFiles;

  private constructor(
    private readonly folder: string,
    config: string,
  ) {
    this.name = journalNameOf(config);
    this.place = join(folder, this.name);
    this.lockName = lockNameOf(config);
  }

  /**
   * Begins the work of a command that writes files, and finishes or removes what an earlier one has left.
   *
   * @param config the name of the configuration without `.json`
   * @throws CommandError if another command is at work
   */
  static open(folder: string, config = 'glossa'): Journal {
    const journal = new Journal(folder, config);
    const begun = `${journal.place}.${process.pid}`;
    try {
      journal.removeRests();
      // The folder appears together with the name of its owner.
      mkdirSync(begun, { recursive: true });
      write(join(begun, '.gitignore'), '*\n');
      write(join(begun, 'owner'), String(process.pid));
      if (existsSync(journal.place)) journal.takeOver();
      if (journal.interrupted) write(join(begun, SENT), JSON.stringify(journal.interrupted));
      renameSync(begun, journal.place);
    } catch (error) {
      rmSync(begun, { recursive: true, force: true });
      if (error instanceof CommandError) throw error;
      throw usageError(`${folder} cannot be written: ${(error as Error).message}`);
    }
    return journal;
  }

  /** Looks at what another command has left, or has under way, and writes nothing. Undefined: nothing. */
  static look(
    folder: string,
    config = 'glossa',
  ): { isRunning: boolean; hasSteps: boolean; sent?: SentFiles } | undefined {
    const journal = new Journal(folder, config);
    if (!existsSync(journal.place)) return undefined;
    const hasSteps = existsSync(join(journal.place, STEPS));
    const sent = hasSteps ? undefined : journal.readSent();
    return { isRunning: isRunning(journal.readOwner()), hasSteps, ...(sent && { sent }) };
  }

  /** Ends the work. Files that were sent stay noted until a command has settled them, and files that are not in place until one has put them there. */
  close(): void {
    if ([SENT, STEPS].some((name) => existsSync(join(this.place, name)))) write(join(this.place, 'owner'), '');
    else this.remove();
  }

  /** Notes which files are about to be sent. */
  send(sent: SentFiles): void {
    write(join(this.place, SENT), JSON.stringify(sent));
  }

  /** Forgets the files that were sent: the lock knows of them, or the server has none of them. */
  settle(): void {
    rmSync(join(this.place, SENT), { force: true });
    this.interrupted = undefined;
  }

  private remove(): void {
    rmSync(this.place, { recursive: true, force: true });
  }

  /** @throws CommandError if a file is outside of the folder, or has changed since the command has read it; nothing is written then */
  commit(writes: readonly FileWrite[], lock: Lock): void {
    const lockBytes = Buffer.from(renderLock(lock));
    const before = readIfFile(join(this.folder, this.lockName));
    const all = [...writes, { path: this.lockName, bytes: lockBytes, before }];
    const steps = all.map(({ path, bytes, before }): Step => ({ path, before: hash(before), after: hash(bytes) }));
    assertInside(this.folder, steps);
    for (const { path, before } of steps) {
      if (hash(readIfFile(join(this.folder, path))) === before) continue;
      throw new CommandError(
        ExitCode.conflict,
        `${path} was changed while glossa was at work`,
        'No file here was changed. Run the command again.',
      );
    }
    for (const [index, { bytes }] of all.entries()) if (bytes) write(this.staged(index), bytes);
    const list = join(this.place, STEPS);
    write(`${list}.part`, JSON.stringify(steps));
    renameSync(`${list}.part`, list);
    this.perform(steps);
    this.settle();
    rmSync(list);
  }

  private staged(index: number): string {
    return join(this.place, String(index));
  }

  private perform(steps: readonly Step[]): void {
    for (const [index, { path, after }] of steps.entries()) {
      const place = join(this.folder, path);
      try {
        if (after === null) rmSync(place, { force: true });
        else if (existsSync(this.staged(index))) putInPlace(this.staged(index), place, this.name);
      } catch (error) {
        throw usageError(
          `${path} cannot be put in place: ${(error as Error).message}`,
          `Some of the files may be in place. Mend the cause: the next command that writes puts the others there. Or delete the folder ${this.name}: "glossa pull" begins again.`,
        );
      }
    }
  }

  /** Removes what processes have left that ended before they had a journal. */
  private removeRests(): void {
    for (const name of readdirSync(this.folder)) {
      const pid = name.startsWith(`${this.name}.`) ? Number(name.slice(this.name.length + 1)) : NaN;
      if (pid > 0 && !isRunning(pid)) rmSync(join(this.folder, name), { recursive: true, force: true });
    }
  }

  private takeOver(): void {
    const owner = this.readOwner();
    if (isRunning(owner))
      throw usageError(
        `another command of glossa is at work here (process ${owner})`,
        `If it is none, delete the folder ${this.name}.`,
      );
    const list = readIfFile(join(this.place, STEPS));
    if (list) {
      const steps = JSON.parse(list.toString()) as Step[];
      assertInside(this.folder, steps);
      this.finish(steps);
    } else {
      this.interrupted = this.readSent();
    }
    this.remove();
  }

  private readOwner(): number {
    return Number(readIfFile(join(this.place, 'owner'))?.toString() ?? '');
  }

  private readSent(): SentFiles | undefined {
    const sent = readIfFile(join(this.place, SENT));
    return sent && (JSON.parse(sent.toString()) as SentFiles);
  }

  /** Files that were edited since stay as they are, and keep the base that they had. */
  private finish(steps: readonly Step[]): void {
    const isEdited = ({ path, before, after }: Step): boolean => {
      const now = hash(readIfFile(join(this.folder, path)));
      return path !== this.lockName && now !== before && now !== after;
    };
    const edited = steps.filter(isEdited);
    const index = steps.length - 1;
    if (edited.length > 0 && existsSync(this.staged(index))) {
      const former = readLock(this.folder, this.lockName);
      const lock = parseLock(readFileSync(this.staged(index), 'utf8'), this.lockName);
      for (const { path } of edited) {
        const base = former?.files[path];
        if (base) lock.files[path] = base;
        else delete lock.files[path];
      }
      write(this.staged(index), renderLock(lock));
    }
    for (const step of edited) rmSync(this.staged(steps.indexOf(step)), { force: true });
    this.perform(steps.map((step) => (edited.includes(step) ? { ...step, after: '' } : step)));
  }
}

/** Refuses paths of a server, or of a journal that somebody has committed, and links out of the repository. @throws CommandError */
function assertInside(folder: string, steps: readonly Step[]): void {
  const root = realRootOf(folder);
  for (const { path } of steps) {
    if (isAbsolute(path) || /^(?:\.\.?)?(?:[\\/]|$)/.test(normalize(path)))
      throw usageError(`${path} is no path of a file in this folder`, 'No file here was changed.');
    assertInRepository(folder, path, root);
  }
}

/** @param name of the journal */
function putInPlace(staged: string, place: string, name: string): void {
  mkdirSync(dirname(place), { recursive: true });
  // A link stays a link, and a file keeps its permissions.
  const target = existsSync(place) ? realpathSync(place) : place;
  if (existsSync(target)) chmodSync(staged, statSync(target).mode);
  try {
    renameSync(staged, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    // The target is on another file system.
    const beside = join(dirname(target), `${name}.part`);
    try {
      write(beside, readFileSync(staged));
      chmodSync(beside, statSync(staged).mode);
      renameSync(beside, target);
    } finally {
      rmSync(beside, { force: true });
    }
    rmSync(staged);
  }
}

function isRunning(pid: number): boolean {
  if (!(pid > 0) || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Writes a file to the disk. */
function write(path: string, content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const file = openSync(path, 'w');
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
