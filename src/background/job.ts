/** Work that is due from time to time, on one replica at a time. */
export interface Job {
  /** Names the job in the database. */
  readonly name: string;
  /** Milliseconds from the end of a run to the next one. */
  readonly intervalMs: number;
  /**
   * Does the work in steps of some milliseconds each: the embedded database has one connection, which requests use
   * between two steps. A run can be ended after each step.
   *
   * @returns the number of rows that each step has written
   */
  run(): AsyncGenerator<number>;
}
