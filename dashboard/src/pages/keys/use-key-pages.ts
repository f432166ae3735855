import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { KeyPages } from './key-pages';
import type { KeyQuery } from './key-requests';

/**
 * The keys of a query, which the list and the pages of its keys share: a person who comes back finds the rows as they were, while
 * they are read again.
 */
export function useKeyPages(projectId: string, query: KeyQuery): KeyPages {
  const client = useQueryClient();
  const queryKey = useMemo(() => ['key-pages', projectId, query], [projectId, query]);
  const pages = useMemo(
    () => client.getQueryData<KeyPages>(queryKey) ?? new KeyPages(client, projectId, query),
    [client, queryKey, projectId, query],
  );
  useEffect(() => {
    const stop = pages.start();
    return () => {
      stop();
      client.setQueryData(queryKey, pages);
    };
  }, [client, pages, queryKey]);
  return pages;
}
