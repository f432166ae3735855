import { Injectable } from '@nestjs/common';
import type { Principal } from '../common/access/principal';
import { Database } from '../database/database';
import { ProjectsService } from '../projects/projects.service';
import { assertReached } from '../projects/revision';
import type { ChangeAction } from '../projects/write/change-record';
import type { ProjectWrite } from '../projects/write/project-write';
import { ProjectWriter, type Written } from '../projects/write/project-writer';
import type { ReversalTarget } from '../projects/write/reversal-target';
import type { Conflict, ReversalResult } from './change';
import { findChange } from './change-list';
import type { RestoreDto, UndoDto } from './dto/reversal.dto';
import { UndoConflictError } from './history-errors';
import { Reversal } from './reversal';

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
   * @throws ProjectNotFoundError, ChangeNotFoundError, MissingScopeError, RevisionMovedError, UndoConflictError
   */
  async undo(
    principal: Principal,
    projectId: string,
    revision: string,
    { conflict, dryRun, ifRevision }: UndoDto,
  ): Promise<Written<ReversalResult>> {
    await this.projects.assertVisible(principal, projectId);
    const { revision: only } = await findChange(this.database, projectId, revision);
    const work = async (write: ProjectWrite): Promise<Conflict[]> => {
      const reversal = await Reversal.plan(write, { to: only - 1, only });
      if (conflict === 'refuse' || dryRun) await reversal.check();
      const conflicts = await reversal.conflicts();
      if (conflict === 'refuse' && conflicts.length > 0) throw new UndoConflictError(conflicts);
      if (dryRun) return conflicts;
      write.undoes = only;
      await reversal.execute();
      return reversal.conflicts();
    };
    return this.run(principal, projectId, { action: 'undo', ifRevision }, work);
  }

  /**
   * Returns keys, texts, languages and templates to what they were at a revision.
   *
   * @throws ProjectNotFoundError, UnknownRevisionError, MissingScopeError, RevisionMovedError
   */
  async restore(
    principal: Principal,
    projectId: string,
    { revision, dryRun, ifRevision }: RestoreDto,
  ): Promise<Written<ReversalResult>> {
    const target: ReversalTarget = { to: revision };
    const work = async (write: ProjectWrite): Promise<Conflict[]> => {
      assertReached(write.project.revision, revision, 'revision');
      const reversal = await Reversal.plan(write, target);
      if (dryRun) return [];
      write.details.restores = revision;
      await reversal.execute();
      return [];
    };
    return this.run(principal, projectId, { action: 'restore', ifRevision }, work);
  }

  private async run(
    principal: Principal,
    projectId: string,
    { action, ifRevision }: { action: ChangeAction; ifRevision: number | undefined },
    work: (write: ProjectWrite) => Promise<Conflict[]>,
  ): Promise<Written<ReversalResult>> {
    let hasChanged = false;
    const written = await this.writer.write(
      principal,
      projectId,
      action,
      async (write) => {
        const conflicts = await work(write);
        hasChanged = !write.changes.isEmpty;
        return conflicts;
      },
      { ifRevision },
    );
    const change = hasChanged ? await findChange(this.database, projectId, written.revision) : null;
    return { revision: written.revision, result: { change, conflicts: written.result } };
  }
}
