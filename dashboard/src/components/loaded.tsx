import type { ReactNode } from 'react';
import { Loading } from './page';
import { ProblemAlert } from './problem-alert';

/** The part of the result of a query that is shown. */
export interface Query<T> {
  data: T | undefined;
  /** Null: it has not failed. */
  error: unknown;
  isPending: boolean;
  refetch: () => unknown;
}

/** Shows what a query has read; until then that it reads, or why it could not. */
export function Loaded<T>({ query, children }: { query: Query<T>; children: (data: T) => ReactNode }) {
  return (
    <>
      {query.isPending && <Loading />}
      {query.error !== null && <ProblemAlert error={query.error} retry={() => void query.refetch()} />}
      {query.data !== undefined && children(query.data)}
    </>
  );
}
