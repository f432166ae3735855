import { onlineManager, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { draftsOf, type DraftText, hasDrafts, waitsForConnection } from './drafts';
import { saveText, type StoredText } from './save-text';

type OnStored = (draft: DraftText, stored: StoredText) => void;

/** Of each project what its shown page does with a text that is stored, also one that another page began to save. */
const shownPages = new Map<string, OnStored>();

/**
 * Saves texts while the person goes on. What is not stored stays a draft, which the page offers again.
 *
 * @param onStored receives each draft that is stored, and its key after that
 */
export function useSaves(projectId: string, sourceLanguage: string, onStored: OnStored) {
  const client = useQueryClient();
  const drafts = useMemo(() => draftsOf(projectId), [projectId]);
  const snapshot = useSyncExternalStore(drafts.subscribe, drafts.getSnapshot);
  /** The last save of each key: saves of one key follow each other. */
  const last = useRef(new Map<string, Promise<void>>());
  const { mutateAsync } = useMutation({
    meta: { shownByPage: true },
    // Without a connection, the page says so at once.
    networkMode: 'always',
    mutationFn: (draft: DraftText) => saveText(draft, sourceLanguage),
  });

  const send = useCallback(
    async (draft: DraftText) => {
      const { keyId, language } = draft;
      try {
        const saved = await mutateAsync(draft);
        if (!saved.isStored) return drafts.set({ ...draft, status: 'refused', theirs: saved.theirs });
        drafts.remove(keyId, language);
        shownPages.get(projectId)?.(draft, saved);
        // Other pages read again when they are opened: a saved text is one request.
        for (const queryKey of [['project', projectId], ['projects'], ['key', keyId], ['key-changes', keyId]])
          void client.invalidateQueries({ queryKey, refetchType: 'none' });
      } catch (error) {
        drafts.set({ ...draft, status: 'refused', error });
      }
    },
    [client, drafts, mutateAsync, projectId],
  );

  const save = useCallback(
    (draft: DraftText) => {
      drafts.set({ ...draft, status: 'saving' });
      const next = (last.current.get(draft.keyId) ?? Promise.resolve()).then(() => send(draft));
      last.current.set(draft.keyId, next);
      void next.then(() => {
        if (last.current.get(draft.keyId) === next) last.current.delete(draft.keyId);
      });
    },
    [drafts, send],
  );

  useEffect(() => void shownPages.set(projectId, onStored), [projectId, onStored]);
  useEffect(
    () =>
      onlineManager.subscribe((isOnline) => {
        if (isOnline) for (const draft of drafts.getSnapshot().values()) if (waitsForConnection(draft)) save(draft);
      }),
    [drafts, save],
  );
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (hasDrafts()) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, []);

  return { drafts, snapshot, save };
}

export type Saves = ReturnType<typeof useSaves>;
