import { Injectable } from '@nestjs/common';
import type { Principal } from '../common/access/principal';
import { UndoNeeds } from '../history/undo-needs';
import type { Written } from '../project-write/project-writer';

/** Tells how a write is undone. */
@Injectable()
export class UndoOffer {
  constructor(private readonly needs: UndoNeeds) {}

  /**
   * Returns the members of an answer: `undo`, the call that undoes the write, or `undoNeeds`, what the caller lacks to make it.
   * A write without a change has neither.
   */
  async of(
    principal: Principal,
    project: string,
    { revision, isChange }: Pick<Written<unknown>, 'revision' | 'isChange'>,
  ): Promise<object> {
    if (!isChange) return {};
    const undoNeeds = await this.needs.of(principal, project, revision);
    if (undoNeeds.length > 0) return { undoNeeds };
    return { undo: { tool: 'undo', arguments: { project, revision: Number(revision) } } };
  }
}
