import { queryOptions } from '@tanstack/react-query';

/** `ended`: the service refused the cookie. `left`: the person signed out. Null: the session goes on. */
type SessionEnd = 'ended' | 'left' | null;

/** How the session ended. It is not read from the service: what sees an end writes it here. */
export const sessionEndQuery = queryOptions({
  queryKey: ['session-end'],
  queryFn: (): SessionEnd => null,
  staleTime: Infinity,
  gcTime: Infinity,
});
