import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isOwnRevision } from '../../api/own-revisions';
import { useMe } from '../../session';
import { commentsQuery } from '../comments/comments-query';
import { followProject } from './follow-project';
import { type LiveChange, liveStore } from './live-store';

/** Milliseconds in which changes are gathered before they are read. */
const GATHER_MS = 300;

/**
 * Follows a project: what the page shows of keys that others change is read again. Open editors keep their texts.
 *
 * @param onKeys receives the ids of the changed keys; undefined: any may have changed
 */
export function useLive(projectId: string, onKeys?: (ids: ReadonlySet<string> | undefined) => void): void {
  const client = useQueryClient();
  const { person, apiKey } = useMe();
  const own = (person ?? apiKey)?.id;
  const latest = useRef(onKeys);
  useEffect(() => {
    latest.current = onKeys;
  });
  useEffect(() => {
    let gathered: LiveChange[] = [];
    let isReset = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isByOwn = (change: LiveChange) => (change.person ?? change.apiKey)?.id === own;
    const read = () => {
      timer = undefined;
      // The event of a write of this page may come before its answer, which tells its revision.
      const isWriting = client.isMutating() > 0;
      const waiting = gathered.filter((change) => isWriting && isByOwn(change));
      // The page shows what it wrote itself. The answer to a preview has a revision too, which others may have made.
      const isShown = (change: LiveChange) => isByOwn(change) && isOwnRevision(change.revision);
      const others = gathered.filter((change) => !waiting.includes(change) && !isShown(change));
      const ids =
        isReset || others.some(({ keyIds }) => keyIds === null)
          ? undefined
          : new Set(others.flatMap(({ keyIds }) => keyIds ?? []));
      const isNothing = !isReset && others.length === 0;
      gathered = waiting;
      isReset = false;
      if (waiting.length > 0) readSoon();
      if (isNothing) return;
      latest.current?.(ids);
      for (const name of ['project', 'changes', 'namespaces'])
        void client.invalidateQueries({ queryKey: [name, projectId] });
      void client.invalidateQueries({
        predicate: ({ queryKey: [name, id] }) =>
          (name === 'key' || name === 'key-changes') && (ids === undefined || ids.has(String(id))),
      });
    };
    const readSoon = () => {
      timer ??= setTimeout(read, GATHER_MS);
    };
    const end = followProject(projectId, {
      onChange: (change) => {
        if (change.person === null || change.person.id !== own) liveStore.addChange(change);
        gathered.push(change);
        readSoon();
      },
      onReset: () => {
        isReset = true;
        readSoon();
      },
      onPresent: (persons) => liveStore.setPresent(persons, own),
      onComments: (ids) => {
        for (const id of ids) void client.invalidateQueries({ queryKey: commentsQuery(id).queryKey });
        void client.invalidateQueries({ queryKey: ['inbox'] });
      },
    });
    return () => {
      clearTimeout(timer);
      end();
      liveStore.clear();
    };
  }, [client, own, projectId]);
}
