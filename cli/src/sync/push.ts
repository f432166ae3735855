import { RefusedError } from '../api/client';
import { assertNoGitConflict } from '../files/git-conflict';
import type { FileWrite } from '../files/journal';
import { digestOf, withLineEndsOf } from '../files/text-bytes';
import type { LocalFile } from '../files/working-tree';
import { type FileConflict, openConflicts } from './conflicts';
import { planDeletion } from './deletion';
import { exportFiles } from './export';
import {
  type Conflict,
  importFiles,
  type ImportOptions,
  type ImportResult,
  type Outcome,
  type Shipment,
} from './import';
import { errorAfterImport } from './interrupted-push';
import type { Group, Session } from './session';

export interface PushOptions {
  conflict?: string;
  deleteMissing?: boolean;
  failOn?: string;
  dryRun?: boolean;
  /** Paths of files that are left out of a dry run. */
  except?: ReadonlySet<string>;
}

/** The result for a file. */
export interface PushedFile {
  path: string;
  /** Texts by what happened to them; null: more than the server lists. */
  added: number | null;
  changed: number | null;
  /** The server had changes of the same file, which the file has now too. */
  merged: boolean;
}

export interface PushResult {
  files: PushedFile[];
  added: number;
  changed: number;
  deletedKeys: number;
  removedTexts: number;
  createdLanguages: string[];
  /** The revision of the project after the push. */
  revision: number;
  warnings: string[];
  conflicts: FileConflict[];
  conflictCount: number;
  /** Whether the server has imported files. With conflicts, these are the files before them. */
  isWritten: boolean;
}

/** Sends the files that have changed here. @throws CommandError */
export async function push(session: Session, options: PushOptions): Promise<PushResult> {
  const result = emptyResult(session.lock.revision);
  const isChanged = ({ path, sha256 }: LocalFile): boolean =>
    session.lock.files[path]?.sha256 !== sha256 && !options.except?.has(path);
  if (!options.deleteMissing && !session.tree.findCandidates().some(isChanged)) return result;
  const project = await session.readProject();
  const files = session.tree.find(project);
  const changed = files.filter(isChanged);
  assertNoGitConflict(changed);
  result.revision = project.revision;
  const isEmpty = project.stringCount === 0;
  const shipments = await planShipments(session, changed, isEmpty);
  const deletion = options.deleteMissing ? await planDeletion(session, files, project.sourceLanguage) : undefined;
  const all = deletion ? [...shipments.filter(({ base }) => !base), deletion] : shipments;
  const run = new PushRun(session, options, result, all.length > 1 ? undefined : options.failOn);
  // Several imports are no transaction: conflicts and findings of any are found before the first.
  if (all.length > 1 || options.dryRun) await run.preview(all, project.revision, deletion);
  if (result.conflictCount === 0 && all.length > 1 && options.failOn) await run.check(all, options.failOn, deletion);
  if (options.dryRun || result.conflictCount > 0) return result;
  session.journal.send({
    revision: project.revision,
    files: all.flatMap((shipment) => shipment.files.map(({ path, sha256 }) => ({ path, sha256 }))),
  });
  try {
    for (const shipment of all) {
      await run.send(shipment, shipment === deletion, project.revision);
      if (result.conflictCount > 0) break;
    }
    await run.finish(deletion && new Set(files.map(({ path }) => path)));
  } catch (error) {
    throw result.isWritten ? errorAfterImport(error, result) : error;
  }
  return result;
}

/** Divides the files by what one import can have: a group and a base. */
async function planShipments(session: Session, files: readonly LocalFile[], isEmpty: boolean): Promise<Shipment[]> {
  const shipments = new Map<string, Shipment>();
  for (const file of files) {
    const group = await session.groupOf(file);
    // All of a file that was never in step is new to the project, as after the revision 0.
    const base = session.lock.files[file.path]?.revision ?? (isEmpty ? undefined : 0);
    const id = [(await session.groups()).indexOf(group), base, group.format.multilingual ? file.path : ''].join(' ');
    const shipment = shipments.get(id) ?? { group, files: [], base };
    shipments.set(id, shipment);
    shipment.files.push(file);
  }
  return [...shipments.values()].sort((one, other) => (one.base ?? 0) - (other.base ?? 0));
}

/** Returns one import of each format in place of several. A file of all languages has an import of its own. */
function unite(shipments: readonly Shipment[]): Iterable<Shipment> {
  const united = new Map<Group | Shipment, Shipment>();
  for (const shipment of shipments) {
    const { group, files, base } = shipment;
    const id = group.format.multilingual ? shipment : group;
    const other = united.get(id);
    // New files have no base. The texts of the others are not new because of them.
    const bases = [other?.base, base].filter(Boolean) as number[];
    const both = other && { group, files: [...other.files, ...files], base: bases.length > 0 ? Math.min(...bases) : 0 };
    united.set(id, both ?? shipment);
  }
  return united.values();
}

class PushRun {
  private readonly exact: { file: LocalFile; revision: number }[] = [];
  private readonly outdated: LocalFile[] = [];
  private readonly groups = new Set<Group>();

  constructor(
    private readonly session: Session,
    private readonly options: PushOptions,
    private readonly result: PushResult,
    private readonly failOn: string | undefined,
  ) {}

  async preview(shipments: readonly Shipment[], revision: number, deletion?: Shipment): Promise<void> {
    for (const shipment of shipments) {
      const outcome = await this.import(shipment, { dryRun: true, deleteMissing: shipment === deletion });
      if ('conflicts' in outcome) continue;
      this.addConflicts(shipment, openConflicts(outcome.result));
      if (this.options.dryRun) this.count(shipment, outcome.result, revision);
    }
  }

  /**
   * Checks all files of a format together: a translation and its source text may have different bases.
   *
   * @throws CommandError if a text fails one of the checks
   */
  async check(shipments: readonly Shipment[], failOn: string, deletion?: Shipment): Promise<void> {
    for (const shipment of deletion ? [deletion] : unite(shipments))
      await this.import(shipment, {
        dryRun: true,
        deleteMissing: shipment === deletion,
        conflict: this.options.conflict === 'keep' ? 'keep' : 'overwrite',
        failOn,
      });
  }

  async send(shipment: Shipment, deleteMissing: boolean, revision: number): Promise<void> {
    // Nobody else has written to an empty project, or the files are merged.
    const ifRevision = shipment.base === undefined && !this.result.isWritten ? revision : undefined;
    const outcome = await this.import(shipment, { deleteMissing, ifRevision })
      .catch((error: unknown) => {
        if (!(error instanceof RefusedError) || error.problem.code !== 'revision_moved') throw error;
        return this.import({ ...shipment, base: 0 }, { deleteMissing });
      })
      .catch((error: unknown) => {
        if (error instanceof RefusedError && !this.result.isWritten) this.session.journal.settle();
        throw error;
      });
    if ('conflicts' in outcome) return this.addConflicts(shipment, outcome);
    const { revision: now = revision } = outcome.result;
    this.count(shipment, outcome.result, now);
    this.groups.add(shipment.group);
    // Only this import has changed the project since the base of the files: they are what an export would be.
    const isExact =
      !this.result.isWritten && this.options.conflict === undefined && now <= (shipment.base ?? revision) + 1;
    for (const file of shipment.files) {
      if (isExact) this.exact.push({ file, revision: now });
      else this.outdated.push(file);
    }
    this.result.isWritten = true;
  }

  /**
   * Notes the new bases of the files. A file of which the server had other changes gets them: they are a part of its next base.
   *
   * @param all the paths of all files here, if the import has deleted what they lack. A file that the server has kept comes with the next pull
   */
  async finish(all?: ReadonlySet<string>): Promise<void> {
    const { session, result } = this;
    if (!this.result.isWritten) return session.journal.settle();
    const lock = { ...session.lock, files: { ...session.lock.files } };
    const writes: FileWrite[] = [];
    if (all) for (const path of Object.keys(lock.files)) if (!all.has(path)) delete lock.files[path];
    for (const { file, revision } of this.exact) lock.files[file.path] = { revision, sha256: file.sha256 };
    const outdated = new Map(this.outdated.map((file) => [file.path, file]));
    for (const group of outdated.size > 0 ? this.groups : []) {
      for (const { bytes, revision, ...identity } of await exportFiles(session, group)) {
        const file = [...outdated.values()].find(
          ({ rule, language, namespace }) =>
            group.rules.has(rule) && language === identity.language && namespace === identity.namespace,
        );
        if (!file) continue;
        outdated.delete(file.path);
        const merged = withLineEndsOf(bytes, file.bytes);
        const sha256 = digestOf(merged);
        lock.files[file.path] = { revision, sha256 };
        if (sha256 === file.sha256) continue;
        writes.push({ path: file.path, bytes: merged, before: file.bytes });
        const pushed = result.files.find(({ path }) => path === file.path);
        if (pushed) pushed.merged = true;
      }
    }
    // The server has nothing of these files, as of a file without texts.
    for (const [path, { sha256 }] of outdated) lock.files[path] = { revision: result.revision, sha256 };
    session.journal.commit(writes, lock);
    session.lock = lock;
  }

  private async import(shipment: Shipment, how: ImportOptions): Promise<Outcome> {
    const { conflict = this.options.conflict } = how;
    // Without a base there is nothing to merge with.
    const rule = shipment.base === undefined && conflict === 'refuse' ? undefined : conflict;
    const options: ImportOptions = { failOn: this.failOn, ...how, conflict: rule };
    try {
      return await importFiles(this.session, shipment, options);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      if (error.problem.code !== 'revision_pruned') throw error;
      const base = await this.presentBase(shipment);
      if (base !== undefined) return importFiles(this.session, { ...shipment, base }, options);
      if (rule === undefined || rule === 'refuse' || how.deleteMissing) throw error;
      return importFiles(this.session, { ...shipment, base: undefined }, options);
    }
  }

  /** Returns the present revision if the server has changed none of the files since their base, which the history does not have. */
  private async presentBase({ group, files }: Shipment): Promise<number | undefined> {
    const exported = await exportFiles(this.session, group);
    const revisions = files.map(({ path, language, namespace }) => {
      const now = exported.find((file) => file.language === language && file.namespace === namespace);
      return now && digestOf(now.bytes) === this.session.lock.files[path]?.sha256 ? now.revision : undefined;
    });
    return revisions.every((revision) => revision !== undefined) ? Math.min(...revisions) : undefined;
  }

  private addConflicts(
    { files }: Shipment,
    { conflicts, conflictCount }: { conflicts: Conflict[]; conflictCount: number },
  ): void {
    const pathOf = ({ name, language }: Conflict) => files[fileOf(name, language, files)]?.path ?? null;
    this.result.conflicts.push(...conflicts.map((conflict) => ({ ...conflict, path: pathOf(conflict) })));
    this.result.conflictCount += conflictCount;
  }

  private count({ files }: Shipment, { imported, updated, details, warnings = [] }: ImportResult, revision: number) {
    const { result } = this;
    result.revision = revision;
    result.added += imported;
    result.changed += updated;
    result.deletedKeys += details?.deletedKeyCount ?? 0;
    result.removedTexts += details?.removedTextCount ?? 0;
    const created = new Set([...result.createdLanguages, ...(details?.createdLanguages ?? [])]);
    result.createdLanguages = [...created];
    result.warnings.push(...warnings.map(({ code, detail }) => `${detail} (${code})`));
    const isComplete = (details?.pairs.length ?? 0) >= imported + updated;
    const pushed = files.map(({ path }): PushedFile => {
      return { path, added: isComplete ? 0 : null, changed: isComplete ? 0 : null, merged: false };
    });
    if (isComplete) {
      for (const { key, language, outcome } of details?.pairs ?? []) {
        const file = pushed[fileOf(key, language, files)];
        if (file && outcome === 'imported') file.added = (file.added ?? 0) + 1;
        if (file && outcome === 'updated') file.changed = (file.changed ?? 0) + 1;
      }
    }
    result.files.push(...pushed);
  }
}

/** Returns the index of the file that has the key: of its language, with the longest namespace that the key has. */
function fileOf(key: string, language: string | null, files: readonly LocalFile[]): number {
  let found = -1;
  for (const [index, file] of files.entries()) {
    if (file.language !== undefined && language !== null && file.language !== language) continue;
    if (file.namespace !== '' && !key.startsWith(`${file.namespace}.`)) continue;
    if (found < 0 || file.namespace.length > (files[found]?.namespace.length ?? 0)) found = index;
  }
  return found;
}

const emptyResult = (revision: number): PushResult => ({
  files: [],
  added: 0,
  changed: 0,
  deletedKeys: 0,
  removedTexts: 0,
  createdLanguages: [],
  revision,
  warnings: [],
  conflicts: [],
  conflictCount: 0,
  isWritten: false,
});
