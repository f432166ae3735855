import { Injectable } from '@nestjs/common';
import type { Principal } from '../common/access/principal';
import { ValidationFailedError } from '../common/errors/domain-error';
import { ListKeysQuery } from '../keys/dto/list-keys.query';
import { KeyList } from '../keys/key-list';
import { UnknownLanguageError } from '../project-write/project-errors';
import type { Assignment, ListedAssignment } from './assignment';

/** Counts the keys of assignments that need work. */
@Injectable()
export class WorkLeft {
  constructor(private readonly keys: KeyList) {}

  /**
   * Returns assignments with the totals of their work lists, `assignee=<member>&needsWork=<language>`. An assignment that has ended since
   * it was read is left out.
   *
   * @throws ProjectNotFoundError
   */
  async of(
    principal: Principal,
    projectId: string,
    assignments: readonly Assignment[],
    client: () => AbortSignal,
  ): Promise<ListedAssignment[]> {
    const whole = new Map<string, number | undefined>();
    const listed: ListedAssignment[] = [];
    for (const assignment of assignments) {
      const { language, keys, member } = assignment;
      const count = (assignee?: string): Promise<number | undefined> =>
        this.total(principal, projectId, { needsWork: language, assignee }, client);
      if (keys === null && !whole.has(language)) whole.set(language, await count());
      const left = keys === null ? whole.get(language) : await count(member.id);
      if (left !== undefined) listed.push({ ...assignment, left });
    }
    return listed;
  }

  /** @returns undefined if the project does not have the language, or the organization the member, any more */
  private async total(
    principal: Principal,
    projectId: string,
    filter: { needsWork: string; assignee?: string },
    client: () => AbortSignal,
  ): Promise<number | undefined> {
    const query = Object.assign(new ListKeysQuery(), filter, { limit: 1, total: true });
    try {
      return (await this.keys.page(principal, projectId, query, client)).total;
    } catch (error) {
      if (error instanceof UnknownLanguageError || error instanceof ValidationFailedError) return undefined;
      throw error;
    }
  }
}
