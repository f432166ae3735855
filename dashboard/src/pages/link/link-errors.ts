import { ProblemError } from '../../api/problem';

/** A token that is not even as long as one is a mistyped link. */
export const isInvalidLink = (error: unknown): boolean =>
  error instanceof ProblemError && (error.problem?.code === 'invalid_link' || hasErrorAt(error, '/token'));

export const hasErrorAt = (error: unknown, field: string): boolean =>
  error instanceof ProblemError && (error.problem?.errors ?? []).some(({ pointer }) => pointer === field);
