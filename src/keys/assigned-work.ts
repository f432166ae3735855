import { Injectable } from '@nestjs/common';
import type { Principal } from '../common/access/principal';
import { beginRead, PLAN_FOR_VALUES } from '../database/planned-reads';
import { Reads } from '../database/reads';
import type { Transaction } from '../database/transaction';
import { FindingsRefresher } from '../findings/findings-refresher';
import { ProjectsService } from '../projects/projects.service';
import type { VisibleProject } from '../project-write/visible-project';
import { ASSIGNMENT_TASKS, type AssignmentTask } from './assignment-task';
import { type KeyFilter, selectionOf } from './key-filter';

/** An assignment to keys in a language. */
interface InLanguage {
  id: string;
  language: string;
  task: AssignmentTask;
}

/** The filter of the keys that are left of a task in a language. */
const LEFT: Readonly<Record<AssignmentTask, (language: string) => KeyFilter>> = {
  translate: (language) => ({ needsWork: language }),
  review: (language) => ({ state: 'translated', language: [language] }),
};

/**
 * Counts the keys that are left of assignments: the totals of the list of keys with `assignee`, `task`, and `needsWork` or the state
 * `translated`.
 */
@Injectable()
export class AssignedWork {
  constructor(
    private readonly reads: Reads,
    private readonly projects: ProjectsService,
    private readonly refresher: FindingsRefresher,
  ) {}

  /**
   * Returns the number of keys that are left of each assignment, by its id. The keys of a task in a language are found once for all
   * assignments. Assignments that have ended, and in languages that the project does not have any more, are left out.
   *
   * @throws ProjectNotFoundError, ProjectBusyError
   */
  async left(
    principal: Principal,
    projectId: string,
    assignments: readonly InLanguage[],
    client: () => AbortSignal,
  ): Promise<Map<string, number>> {
    if (assignments.length === 0) return new Map();
    // The findings are on the primary as soon as they are found.
    const database = this.reads.onPrimary(client);
    const project = await this.projects.get(principal, projectId, database);
    const { organizationId } = principal;
    const count = async (tx: Transaction): Promise<Map<string, number>> => {
      const left = new Map<string, number>();
      for (const language of [project.sourceLanguage, ...project.targetLanguages]) {
        for (const task of ASSIGNMENT_TASKS) {
          const same = assignments.filter((assignment) => assignment.language === language && assignment.task === task);
          if (same.length === 0) continue;
          const ids = same.map(({ id }) => id);
          for (const { id, count: keys } of await countOf(tx, project, LEFT[task](language), ids)) left.set(id, keys);
        }
      }
      return left;
    };
    return this.refresher.read({ ...project, organizationId }, beginRead('byFilters'), count, database);
  }
}

async function countOf(
  tx: Transaction,
  project: VisibleProject,
  filter: KeyFilter,
  ids: readonly string[],
): Promise<{ id: string; count: number }[]> {
  const { idsStatement, values } = selectionOf(project, filter);
  const [, rows] = await Promise.all([
    tx.rows(PLAN_FOR_VALUES),
    tx.rows<{ id: string; count: number }>(countSql(idsStatement, `$${values.length + 1}::uuid[]`), [...values, ids]),
  ]);
  return rows;
}

/**
 * @param work SQL of the ids of keys
 * @param ids SQL of the ids of assignments
 */
const countSql = (work: string, ids: string): string => `
  WITH work AS MATERIALIZED (${work}),
  assigned AS (
    SELECT s.assignment_id, count(*) AS count FROM assigned_keys s JOIN work w ON w.id = s.key_id
    WHERE s.assignment_id = ANY (${ids}) GROUP BY s.assignment_id)
  SELECT a.id, CASE WHEN a.is_whole THEN (SELECT count(*) FROM work) ELSE coalesce(n.count, 0) END::int AS count
  FROM assignments a LEFT JOIN assigned n ON n.assignment_id = a.id WHERE a.id = ANY (${ids})`;
