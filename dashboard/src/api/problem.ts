import type { components } from './schema';

export type Problem = components['schemas']['Problem'];

/** A request that the service refused, with its problem document (RFC 9457), or a proxy without one, or one that got no answer. */
export class ProblemError extends Error {
  /** @param status of the response; 0 without one */
  constructor(
    readonly problem?: Problem,
    readonly status = problem?.status ?? 0,
  ) {
    super(problem?.detail ?? 'no answer');
  }
}

export const isProblem = (error: unknown, status: number): error is ProblemError =>
  error instanceof ProblemError && error.status === status;
