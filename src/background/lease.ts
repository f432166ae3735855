/**
 * SQL of the leases of a table, in two columns: the run that has a row, and the end of its lease. A lease is a part
 * of a row, not a lock of a session or a transaction: a pooler gives sessions to other clients, and a run may take
 * hours.
 */
export interface LeaseSql {
  /** The end of a lease that is taken now. */
  until: string;
  /** Whether no run has the row, or the run that had it has crashed. @param row its alias */
  isFree: (row: string) => string;
  /** Assignments that take a row. @param id parameter with the id of the run */
  take: (id: string) => string;
  /** Assignment that extends a lease. */
  renew: string;
  /** Assignments that give a row back. */
  release: string;
}

/**
 * @param seconds after which another replica takes over from one that has crashed: longer than the time between two
 *   renewals
 * @param columns of the id of the run, and of the end of the lease
 */
export function leaseSql(seconds: number, columns = { lease: 'lease', until: 'leased_until' }): LeaseSql {
  const until = `now() + interval '${seconds} seconds'`;
  return {
    until,
    isFree: (row) => `(${row}.${columns.until} IS NULL OR ${row}.${columns.until} <= now())`,
    take: (id) => `${columns.lease} = ${id}, ${columns.until} = ${until}`,
    renew: `${columns.until} = ${until}`,
    release: `${columns.lease} = NULL, ${columns.until} = NULL`,
  };
}
