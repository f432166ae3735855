import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isProblem, ProblemError } from './api/problem';
import { showProblem } from './components/show-problem';
import { sessionEndQuery } from './session-end';
import { setSessionSign } from './session-sign';

/** A 401 is the end of the session: the page asks for an API key again, and what was typed stays. */
function onError(error: unknown): void {
  if (!isProblem(error, 401)) return;
  setSessionSign(false);
  queryClient.setQueryData(sessionEndQuery.queryKey, 'ended');
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      onError(error);
      if (!isProblem(error, 401) && mutation.meta?.shownByPage !== true) showProblem(error);
    },
  }),
  defaultOptions: {
    queries: {
      // Refusals are not retried. A request without an answer is.
      retry: (count, error) => error instanceof ProblemError && error.status === 0 && count < 3,
      staleTime: 5_000,
      // A request without a connection fails at once and says so, instead of waiting for one.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
