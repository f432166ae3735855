/** A task of an organization. Organizations take turns. */
export interface OrganizationTask {
  organizationId: string;
}

/** SQL by which tasks are taken for organizations in turns. */
export interface TurnsSql {
  /** Joins the number of tasks that an organization has running already. */
  join: string;
  /** This number. */
  running: string;
}

/**
 * @param organization SQL of the organization of a task
 * @param ids parameter with organizations, see `turnsValues`
 * @param counts parameter with their numbers of running tasks
 */
export const turnsSql = (organization: string, ids: string, counts: string): TurnsSql => ({
  join: `LEFT JOIN unnest(${ids}::uuid[], ${counts}::int[]) AS turns (organization_id, running) ON turns.organization_id = ${organization}`,
  running: 'coalesce(turns.running, 0)',
});

/** Returns the values of both parameters of `turnsSql`. */
export function turnsValues(running: readonly OrganizationTask[]): [ids: string[], counts: number[]] {
  const counts = new Map<string, number>();
  for (const { organizationId } of running) counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1);
  return [[...counts.keys()], [...counts.values()]];
}
