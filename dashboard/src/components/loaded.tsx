import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loading } from './page';
import { ProblemAlert } from './problem-alert';

/** Shows what a query has read; until then that it reads, or why it could not. */
export function Loaded<T>({ query, children }: { query: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  return (
    <>
      {query.isPending && <Loading />}
      {query.error && <ProblemAlert error={query.error} retry={() => void query.refetch()} />}
      {query.data !== undefined && children(query.data)}
    </>
  );
}
