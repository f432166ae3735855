import { RefusedError } from '../api/client';
import { hashOfRules } from '../config/config';
import { CommandError, ExitCode, usageError } from '../exit-code';
import { findGitConflict } from '../files/git-conflict';
import type { FileWrite } from '../files/journal';
import { mergeLines } from '../files/merge-lines';
import { digestOf, withLineEndsOf } from '../files/text-bytes';
import type { LocalFile } from '../files/working-tree';
import { printable } from '../history/text-lines';
import type { Lock } from '../lock/lock-file';
import { type ExportedFile, exportFiles } from './export';
import { importFiles } from './import';
import type { Group, Session } from './session';

export interface PullOptions {
  languages?: readonly string[];
  check?: boolean;
  prune?: boolean;
  /** Paths of files that a push would send before: it merges them by keys. Only with `check`. */
  pushed?: ReadonlySet<string>;
}

export type PulledFile =
  /** `new` and `changed` are written, `merged` too: the file was changed here as well. `deleted` only with `prune`. */
  { path: string; change: 'new' | 'changed' | 'merged' | 'deleted' | 'gone' };

export interface PullResult {
  files: PulledFile[];
  /** Files of the project for which glossa.json has no path. */
  unplaced: { language: string | null; namespace: string }[];
  /** Files that were changed on both sides in the same lines. */
  conflicts: string[];
  /** Files of `pushed` that the server has changed too. */
  mergedByPush: string[];
  /** The scope for want of which merged files could not be checked: they are in `conflicts`. */
  missingScope?: string;
  revision: number;
}

/** Writes the files that have changed on the server: all of them, or none. @throws CommandError */
export async function pull(session: Session, options: PullOptions): Promise<PullResult> {
  const project = await session.readProject();
  const { revision, sourceLanguage, targetLanguages } = project;
  const unknown = options.languages?.find((tag) => ![sourceLanguage, ...targetLanguages].includes(tag));
  if (unknown !== undefined)
    throw usageError(
      `the project has no language ${unknown}`,
      `It has ${[sourceLanguage, ...targetLanguages].join(', ')}.`,
    );
  const files = session.tree.find(project);
  const result: PullResult = { files: [], unplaced: [], conflicts: [], mergedByPush: [], revision };
  if (!options.prune && isInStep(session, files, revision)) return result;
  const run = new PullRun(session, sourceLanguage, files, options, result);
  for (const group of await session.groups()) await run.compare(group);
  await run.merge();
  run.findGone();
  if (result.conflicts.length === 0 && !options.check) run.write(revision);
  return result;
}

/**
 * Neither the project nor the rules have changed, every file of the project had a path, and no file is missing here. What has changed
 * here is to be pushed.
 */
function isInStep({ lock, config }: Session, local: readonly LocalFile[], now: number): boolean {
  const paths = new Set(local.map(({ path }) => path));
  const isCompared = lock.revision === now && lock.rules === hashOfRules(config.files);
  return isCompared && Object.keys(lock.files).every((path) => paths.has(path));
}

/** A file that both sides have changed. */
interface Divided {
  file: LocalFile;
  group: Group;
  theirs: ExportedFile;
}

class PullRun {
  private readonly writes: FileWrite[] = [];
  private readonly lock: Lock;
  private readonly seen = new Set<string>();
  private readonly divided: Divided[] = [];
  private readonly locals: ReadonlyMap<string, LocalFile>;

  constructor(
    private readonly session: Session,
    private readonly sourceLanguage: string,
    private readonly files: readonly LocalFile[],
    private readonly options: PullOptions,
    private readonly result: PullResult,
  ) {
    this.lock = { ...session.lock, files: { ...session.lock.files } };
    this.locals = new Map(files.map((file) => [file.path, file]));
  }

  async compare(group: Group): Promise<void> {
    for (const exported of await exportFiles(this.session, group)) {
      const { language, namespace } = exported;
      const place = this.placeOf(group, exported);
      if (place === undefined) {
        this.result.unplaced.push({ language: language ?? null, namespace });
        continue;
      }
      const { path, file } = place;
      this.seen.add(path);
      const { languages } = this.options;
      const isWanted = !languages || language === undefined || languages.includes(language);
      if (isWanted && this.isExpected(path, group, exported)) this.compareFile(path, file, group, exported);
    }
  }

  /** Finds the file here, or its path. A file that stands there although no rule finds it is not overwritten either. */
  private placeOf(
    { rules }: Group,
    { language, namespace }: ExportedFile,
  ): { path: string; file?: LocalFile } | undefined {
    const file = this.files.find(
      (each) => rules.has(each.rule) && each.language === language && each.namespace === namespace,
    );
    if (file) return { path: file.path, file };
    return this.session.tree.place({ language, namespace }, this.sourceLanguage, (rule) => rules.has(rule));
  }

  /** The tools of bilingual formats have no file of the source language, unless the repository has one. */
  private isExpected(path: string, { format, rules }: Group, { language }: ExportedFile): boolean {
    if (!format.bilingual || language !== this.sourceLanguage) return true;
    const isNamed = [...rules].some((rule) => rule.language === language && rule.path === path);
    return isNamed || this.locals.has(path) || path in this.session.lock.files;
  }

  private compareFile(path: string, file: LocalFile | undefined, group: Group, theirs: ExportedFile): void {
    const base = this.session.lock.files[path];
    const { revision } = theirs;
    const bytes = withLineEndsOf(theirs.bytes, file?.bytes);
    const sha256 = digestOf(bytes);
    if (!file) return this.take({ path, bytes }, { revision, sha256 }, base ? 'changed' : 'new');
    // A base that stays the same for long keeps its line in the lock.
    if (file.sha256 === sha256) {
      if (base?.sha256 !== sha256) this.lock.files[path] = { revision, sha256 };
      return;
    }
    if (file.sha256 === base?.sha256)
      return this.take({ path, bytes, before: file.bytes }, { revision, sha256 }, 'changed');
    // The server has not changed: what has changed here is to be pushed.
    if (sha256 === base?.sha256) return;
    if (this.options.pushed?.has(path)) this.result.mergedByPush.push(path);
    else this.divided.push({ file, group, theirs });
  }

  private take(write: FileWrite, base: Lock['files'][string], change: PulledFile['change']): void {
    this.writes.push(write);
    this.lock.files[write.path] = base;
    this.result.files.push({ path: write.path, change });
  }

  /** Merges the files that both sides have changed. */
  async merge(): Promise<void> {
    const bases = new Map<string, Promise<ExportedFile[]>>();
    const merged: (Divided & { bytes: Uint8Array })[] = [];
    for (const each of this.divided) {
      const base = await this.baseOf(each, bases);
      const bytes = base && mergeFile(base, each.file.bytes, each.theirs.bytes);
      if (bytes) merged.push({ ...each, bytes });
      else this.result.conflicts.push(each.file.path);
    }
    for (const each of merged) {
      const { file, theirs, bytes } = each;
      if (!(await this.isSound(each))) {
        this.result.conflicts.push(file.path);
        continue;
      }
      const { revision } = theirs;
      const sha256 = digestOf(theirs.bytes);
      this.take({ path: file.path, bytes, before: file.bytes }, { revision, sha256 }, 'merged');
    }
  }

  /** Returns the file as it was last in step, if the server still has it. */
  private async baseOf(
    { file, group }: Divided,
    read: Map<string, Promise<ExportedFile[]>>,
  ): Promise<Uint8Array | undefined> {
    const base = this.session.lock.files[file.path];
    if (!base) return undefined;
    const id = `${base.revision} ${(await this.session.groups()).indexOf(group)}`;
    const exported = read.get(id) ?? exportFiles(this.session, group, base.revision);
    read.set(id, exported);
    try {
      const found = (await exported).find(
        ({ language, namespace }) => language === file.language && namespace === file.namespace,
      );
      return found && digestOf(found.bytes) === base.sha256 ? found.bytes : undefined;
    } catch (error) {
      if (error instanceof RefusedError && error.problem.status === 400) return undefined;
      throw error;
    }
  }

  /** Asks the server whether it can read a merged file, and whether it has each key once. A conflict of git is left to a person. */
  private async isSound({ file, group, theirs, bytes }: Divided & { bytes: Uint8Array }): Promise<boolean> {
    if (findGitConflict(bytes) !== undefined) return false;
    const { path, rule, language, namespace } = file;
    const merged = { path, rule, language, namespace, bytes, sha256: digestOf(bytes) };
    const shipment = { group, files: [merged], base: theirs.revision };
    try {
      await importFiles(this.session, shipment, { dryRun: true, strict: true });
      return true;
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      const { problem } = error;
      if (problem.code === 'missing_scope') this.result.missingScope = (problem as { scope?: string }).scope ?? '';
      else if (problem.status !== 400) throw error;
      return false;
    }
  }

  /** Finds the files that were in step and that the project does not have any more. */
  findGone(): void {
    for (const path of Object.keys(this.session.lock.files)) {
      if (this.seen.has(path)) continue;
      const file = this.locals.get(path);
      if (!file) {
        delete this.lock.files[path];
        continue;
      }
      if (!this.options.prune) this.result.files.push({ path, change: 'gone' });
      else if (file.sha256 !== this.session.lock.files[path]?.sha256) this.result.conflicts.push(path);
      else {
        this.writes.push({ path, before: file.bytes });
        delete this.lock.files[path];
        this.result.files.push({ path, change: 'deleted' });
      }
    }
  }

  write(revision: number): void {
    const { session, lock } = this;
    if (!this.options.languages) {
      lock.revision = revision;
      lock.rules = this.result.unplaced.length === 0 ? hashOfRules(session.config.files) : undefined;
    }
    session.journal.commit(this.writes, lock);
    session.lock = lock;
  }
}

/** Merges a text by lines. @returns undefined for a conflict, and for a file that is no text */
function mergeFile(base: Uint8Array, ours: Uint8Array, theirs: Uint8Array): Uint8Array | undefined {
  const texts = [withLineEndsOf(base, ours), ours, withLineEndsOf(theirs, ours)].map(decode);
  const [first, second, third] = texts;
  if (first === undefined || second === undefined || third === undefined) return undefined;
  const merged = mergeLines(first, second, third);
  return merged === undefined ? undefined : Buffer.from(merged, 'utf8');
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Conflicts end a command. @throws CommandError */
export function pullConflictError({ conflicts, missingScope }: PullResult): CommandError {
  const were = conflicts.length === 1 ? 'a file was' : `${conflicts.length} files were`;
  const [where, reason] =
    missingScope === undefined
      ? [', in the same lines', '']
      : ['', ` The server checks merged files, for which the API key needs the scope ${missingScope}.`];
  return new CommandError(
    ExitCode.conflict,
    `${were} changed here and on the server${where}:${conflicts.map((path) => `\n  ${printable(path)}`).join('')}`,
    `Nothing was written.${reason} "glossa sync" merges by keys: it pushes what has changed here first.`,
    { conflicts },
  );
}
