import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { api, bodyOf, type Schemas } from './api/client';
import { meQuery } from './api/queries';
import { showProblem } from './components/show-problem';
import { discardDrafts } from './components/texts/drafts';
import { forgetUnfinished } from './pages/import/unfinished-imports';
import { sessionEndQuery } from './session-end';
import { hasSessionSign, setSessionSign } from './session-sign';

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

/** Returns a function that tells whether a language is one of those in which the caller writes texts, if it may write any. */
export function useOwnLanguages(): (language: string) => boolean {
  const { languages } = useMe();
  return useCallback((language) => languages?.includes(language) ?? true, [languages]);
}

/**
 * Returns a function that tells whether the caller may undo a change of texts in some languages: all of them must be languages in which it
 * writes.
 */
export function useMayUndo(): (languages: readonly string[]) => boolean {
  const canWrite = useScope('translations:write');
  const isOwn = useOwnLanguages();
  return (languages) => canWrite && languages.every(isOwn);
}

/**
 * Names whose page it is and of what: what was typed stays for the same person in the same organization, or for API keys of the same
 * organization.
 */
export const placeOf = ({ organization, person }: Schemas['Me']): string => `${organization.id}/${person?.id ?? ''}`;

/** Returns a function that goes on with a session that has just begun. */
export function useBegin(): (me: Schemas['Me']) => void {
  const client = useQueryClient();
  return (me) => {
    const before = client.getQueryData(meQuery.queryKey);
    if (before && placeOf(before) !== placeOf(me)) {
      forgetAnswers(client);
      if (before.person === null || before.person.id !== me.person?.id) discardDrafts();
    }
    setSessionSign(true);
    client.setQueryData(meQuery.queryKey, me);
    client.setQueryData(sessionEndQuery.queryKey, null);
    void client.invalidateQueries();
  };
}

/**
 * Returns a function that goes on after a sign-in. A sign-in begins in the oldest organization of a person: where a page of another one
 * waits for the same person, the session goes on there, if it can.
 */
export function useBeginAgain(): (me: Schemas['Me']) => Promise<void> {
  const client = useQueryClient();
  const begin = useBegin();
  return async (me) => {
    const hasEnded = client.getQueryData(sessionEndQuery.queryKey) === 'ended';
    const before = hasEnded ? client.getQueryData(meQuery.queryKey) : undefined;
    const id = before?.organization.id;
    const waits = before?.person?.id === me.person?.id && me.organization.id !== id;
    const isMember = me.person?.organizations.some((organization) => organization.id === id) ?? false;
    const refused = (error: unknown) => {
      showProblem(error);
      return me;
    };
    const change = async (body: { id: string }) => bodyOf(await api.POST('/api/v1/session/organization', { body }));
    begin(waits && id && isMember ? await change({ id }).catch(refused) : me);
  };
}

/**
 * Goes on with a session that has begun in another tab, when the person comes back to this one. A page of another place goes on waiting:
 * something typed may be lost.
 */
export function useBegunElsewhere(): void {
  const client = useQueryClient();
  const begin = useBegin();
  useEffect(() => {
    const look = async (): Promise<void> => {
      if (document.hidden || !hasSessionSign()) return;
      const { data } = await api.GET('/api/v1/me');
      const before = client.getQueryData(meQuery.queryKey);
      if (data && (!before || placeOf(before) === placeOf(data))) begin(data);
    };
    const onShown = (): void => void look().catch(() => undefined);
    document.addEventListener('visibilitychange', onShown);
    // A window beside another one stays visible.
    window.addEventListener('focus', onShown);
    return () => {
      document.removeEventListener('visibilitychange', onShown);
      window.removeEventListener('focus', onShown);
    };
  });
}

/** Returns a function that shows that the person has left: nothing that was read or written stays. */
export function useLeave(): () => void {
  const client = useQueryClient();
  return () => {
    setSessionSign(false);
    client.setQueryData(sessionEndQuery.queryKey, 'left');
    forgetAnswers(client);
    discardDrafts();
  };
}

export function useSignOut(): () => Promise<void> {
  const leave = useLeave();
  return async () => {
    bodyOf(await api.DELETE('/api/v1/session'));
    leave();
  };
}

/** Removes what the service answered to another person, or in another organization. */
function forgetAnswers(client: QueryClient): void {
  const kept = [sessionEndQuery.queryKey[0], meQuery.queryKey[0]];
  client.removeQueries({ predicate: ({ queryKey: [name] }) => !kept.includes(name as string) });
  client.getMutationCache().clear();
  forgetUnfinished();
}
