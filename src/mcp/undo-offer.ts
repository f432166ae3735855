import { Injectable, Logger } from '@nestjs/common';
import type { Principal } from '../common/access/principal';
import { UndoNeeds } from '../history/undo-needs';
import type { Written } from '../project-write/project-writer';

/** Tells how a write is undone. */
@Injectable()
export class UndoOffer {
  private readonly logger = new Logger('UndoOffer');

  constructor(private readonly needs: UndoNeeds) {}

  /**
   * Returns the members of an answer: `undo`, the call that undoes the write, or `undoNeeds`, what the caller lacks to make it.
   * A write without a change has neither member. A write for which this cannot be found out has none either: its answer is no error.
   */
  async of(
    principal: Principal,
    project: string,
    { revision, isChange }: Pick<Written<unknown>, 'revision' | 'isChange'>,
  ): Promise<object> {
    if (!isChange) return {};
    try {
      const undoNeeds = await this.needs.of(principal, project, revision);
      if (undoNeeds.length > 0) return { undoNeeds };
    } catch (error) {
      this.logger.warn(
        `revision ${revision} of project ${project} is written, its answer does not say how it is undone: ${String(error)}`,
      );
      return {};
    }
    return { undo: { tool: 'undo', arguments: { project, revision: Number(revision) } } };
  }
}
