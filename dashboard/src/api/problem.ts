import type { components } from './schema';

export type Problem = components['schemas']['Problem'];

/** A request that the service refused, with its problem document (RFC 9457), or one that got no answer. */
export class ProblemError extends Error {
  readonly problem?: Problem;

  constructor(problem?: Problem) {
    super(problem?.detail ?? 'no connection');
    this.problem = problem;
  }

  /** The status of the response; 0 without one. */
  get status(): number {
    return this.problem?.status ?? 0;
  }
}

export const isProblem = (error: unknown, status: number): error is ProblemError =>
  error instanceof ProblemError && error.status === status;
