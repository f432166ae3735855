import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from './api/client';
import { meQuery } from './api/queries';
import { discardDrafts } from './components/texts/drafts';
import { sessionEndQuery } from './session-end';

/** The caller, an API key or a person, and its organization. Pages are shown only to a caller that has one. */
export function useMe() {
  const { data } = useQuery(meQuery);
  if (!data) throw new Error('the page is shown without a session');
  return data;
}

/** Whether the caller has a scope. */
export function useScope(scope: string): boolean {
  return (useMe().scopes as string[]).includes(scope);
}

/** Removes what the service answered and what was written. The next person may have another API key. */
export function forgetEverything(client: QueryClient): void {
  discardDrafts();
  const kept = [sessionEndQuery.queryKey[0], meQuery.queryKey[0]];
  client.removeQueries({ predicate: ({ queryKey: [name] }) => !kept.includes(name as string) });
  client.getMutationCache().clear();
}

export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    bodyOf(await api.DELETE('/api/v1/session'));
    client.setQueryData(sessionEndQuery.queryKey, 'left');
    forgetEverything(client);
  };
}
