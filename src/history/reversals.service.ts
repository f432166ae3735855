import { Injectable } from '@nestjs/common';
import type { Principal } from '../common/access/principal';
import { Database } from '../database/database';
import type { Once } from '../idempotency/once';
import { KeyNotFoundError } from '../keys/key-errors';
import { ProjectsService } from '../projects/projects.service';
import { assertKept, assertReached } from '../project-write/as-of/revision';
import type { ChangeAction } from '../project-write/change-record';
import { wholeDryRun } from '../project-write/dry-run';
import type { ProjectWrite } from '../project-write/project-write';
import { ProjectWriter, type WriteConditions, type Written } from '../project-write/project-writer';
import type { ReversalTarget } from '../project-write/stores/reversal-target';
import { NO_COUNTS, type ReversalResult } from './change';
import { findChange } from './change-list';
import type { RestoreDto, UndoDto } from './dto/reversal.dto';
import { UndoConflictError } from './history-errors';
import { Reversal } from './reversal';
import { KEY_EVER } from './reversal-statements';

type Work = Omit<ReversalResult, 'change'>;

/** Undoes changes and restores revisions, as changes of their own. */
@Injectable()
export class ReversalsService {
  constructor(
    private readonly database: Database,
    private readonly projects: ProjectsService,
    private readonly writer: ProjectWriter,
  ) {}

  /**
   * Puts back what a change replaced or removed, and removes what it made.
   *
   * @throws ProjectNotFoundError, ChangeNotFoundError, RevisionPrunedError, MissingScopeError, RevisionMovedError
   * @throws KeyNotFoundError if the project never had the key
   * @throws UndoConflictError
   */
  async undo(
    principal: Principal,
    projectId: string,
    revision: string,
    { conflict, keyId, dryRun, ifRevision }: UndoDto,
    once?: Once<Written<ReversalResult>>,
  ): Promise<Written<ReversalResult>> {
    await this.projects.assertVisible(principal, projectId);
    const { revision: only } = await findChange(this.database, projectId, revision);
    const work = async (write: ProjectWrite): Promise<Work> => {
      assertKept(write.project.oldestRevision, only - 1);
      const key = keyId === undefined ? undefined : await findKey(write, keyId);
      const reversal = await Reversal.plan(write, { to: only - 1, only, keyId: key });
      const counts = conflict === 'refuse' || dryRun ? await reversal.rehearse() : NO_COUNTS;
      const conflicts = await reversal.conflicts();
      if (conflict === 'refuse' && conflicts.length > 0) throw new UndoConflictError(conflicts);
      if (dryRun) return { counts, conflicts };
      write.undoes = only;
      write.details.undoesKeyId = key;
      await reversal.execute();
      return { counts: write.changes.counts, conflicts: await reversal.conflicts() };
    };
    return this.run(principal, projectId, 'undo', work, dryRun, { ifRevision, once });
  }

  /**
   * Returns keys, texts, languages and templates to what they were at a revision.
   *
   * @throws ProjectNotFoundError, UnknownRevisionError, RevisionPrunedError, MissingScopeError, RevisionMovedError
   */
  async restore(
    principal: Principal,
    projectId: string,
    { revision, dryRun, ifRevision }: RestoreDto,
    once?: Once<Written<ReversalResult>>,
  ): Promise<Written<ReversalResult>> {
    const target: ReversalTarget = { to: revision };
    const work = async (write: ProjectWrite): Promise<Work> => {
      assertReached(write.project.revision, revision, 'revision');
      assertKept(write.project.oldestRevision, revision);
      const reversal = await Reversal.plan(write, target);
      if (dryRun) return { counts: await reversal.rehearse(), conflicts: [] };
      write.details.restores = revision;
      await reversal.execute();
      return { counts: write.changes.counts, conflicts: [] };
    };
    return this.run(principal, projectId, 'restore', work, dryRun, { ifRevision, once });
  }

  private run(
    principal: Principal,
    projectId: string,
    action: ChangeAction,
    work: (write: ProjectWrite) => Promise<Work>,
    dryRun: boolean,
    conditions: WriteConditions<ReversalResult>,
  ): Promise<Written<ReversalResult>> {
    if (dryRun) {
      const read = async (write: ProjectWrite): Promise<ReversalResult> => ({ change: null, ...(await work(write)) });
      return this.writer.dryRun(principal, projectId, action, wholeDryRun(read), conditions);
    }
    const writeAndRead = async (write: ProjectWrite): Promise<ReversalResult> => {
      const { counts, conflicts } = await work(write);
      await write.recordChange();
      const change = write.changes.isEmpty ? null : await findChange(write.tx, projectId, write.revision);
      return { change, counts, conflicts };
    };
    return this.writer.write(principal, projectId, action, writeAndRead, conditions);
  }
}

/** Returns the id of a key that the project has or had, as it is stored. @throws KeyNotFoundError */
async function findKey({ tx, project }: ProjectWrite, keyId: string): Promise<string> {
  const [key] = await tx.rows<{ id: string }>(KEY_EVER, [project.id, keyId]);
  if (!key) throw new KeyNotFoundError('/keyId');
  return key.id;
}
