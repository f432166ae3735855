import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import type { PreparedStatement } from '../database/statements';
import type { Job } from './job';
import { JobRunner } from './job-runner';
import { removeInSteps } from './remove-in-steps';

/** A statement that removes rows, with the values of its parameters but the last one, the greatest number of rows. */
export type Removal = readonly [statement: PreparedStatement, values: readonly unknown[]];

/** Removes rows that have expired, every ten minutes. */
@Injectable()
export abstract class RemovalJob implements Job {
  abstract readonly name: string;
  readonly intervalMs = 10 * 60_000;

  constructor(
    private readonly database: Database,
    jobs: JobRunner,
  ) {
    jobs.add(this);
  }

  async *run(): AsyncGenerator<number> {
    for (const [statement, values] of this.removals()) yield* removeInSteps(this.database, statement, values);
  }

  /** Returns the statements of a run, in their order. */
  protected abstract removals(): readonly Removal[];
}
