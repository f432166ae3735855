import { Injectable } from '@nestjs/common';
import type { Principal } from '../common/access/principal';
import { beginRead, PLAN_FOR_VALUES } from '../database/planned-reads';
import { Reads } from '../database/reads';
import type { Transaction } from '../database/transaction';
import { FindingsRefresher } from '../findings/findings-refresher';
import { ProjectsService } from '../projects/projects.service';
import type { VisibleProject } from '../project-write/visible-project';
import { selectionOf } from './key-filter';

/** An assignment to keys in a language. */
interface InLanguage {
  id: string;
  language: string;
}

/** Counts the keys of assignments that need work: the totals of the list of keys with `assignee` and `needsWork`. */
@Injectable()
export class AssignedWork {
  constructor(
    private readonly reads: Reads,
    private readonly projects: ProjectsService,
    private readonly refresher: FindingsRefresher,
  ) {}

  /**
   * Returns the number of keys that need work in the language of each assignment, by its id. The keys of a language are found once for all
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
        const ids = assignments.filter((assignment) => assignment.language === language).map(({ id }) => id);
        if (ids.length === 0) continue;
        for (const { id, count: keys } of await countIn(tx, project, language, ids)) left.set(id, keys);
      }
      return left;
    };
    return this.refresher.read({ ...project, organizationId }, beginRead('byFilters'), count, database);
  }
}

async function countIn(
  tx: Transaction,
  project: VisibleProject,
  language: string,
  ids: readonly string[],
): Promise<{ id: string; count: number }[]> {
  const { idsStatement, values } = selectionOf(project, { needsWork: language });
  const [, rows] = await Promise.all([
    tx.rows(PLAN_FOR_VALUES),
    tx.rows<{ id: string; count: number }>(countOf(idsStatement, `$${values.length + 1}::uuid[]`), [...values, ids]),
  ]);
  return rows;
}

/**
 * @param work SQL of the ids of keys
 * @param ids SQL of the ids of assignments
 */
const countOf = (work: string, ids: string): string => `
  WITH work AS MATERIALIZED (${work}),
  assigned AS (
    SELECT s.assignment_id, count(*) AS count FROM assigned_keys s JOIN work w ON w.id = s.key_id
    WHERE s.assignment_id = ANY (${ids}) GROUP BY s.assignment_id)
  SELECT a.id, CASE WHEN a.is_whole THEN (SELECT count(*) FROM work) ELSE coalesce(n.count, 0) END::int AS count
  FROM assignments a LEFT JOIN assigned n ON n.assignment_id = a.id WHERE a.id = ANY (${ids})`;
