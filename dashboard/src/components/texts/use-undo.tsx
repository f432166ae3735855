import { useMutation } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { showUndo } from '../show-problem';
import type { DraftText } from './drafts';
import { type ReadKey, type StoredText, undoSave } from './save-text';

/** So many saves can be undone, the last one first. */
const MAX_SAVES = 100;

/**
 * Undoes saves, the last one first, and says what a save did that the person may not have meant: it removed a text, took its review
 * away, or the person only went on elsewhere.
 *
 * @param onUndone receives the key after an undo
 */
export function useUndo(projectId: string, onUndone: (key: ReadKey['key']) => void) {
  const { t } = useTranslation();
  /** The revisions of the saves that can be undone. */
  const saved = useRef<{ keyId: string; revision: number }[]>([]);
  const { mutate } = useMutation({
    mutationFn: ({ keyId, revision }: { keyId: string; revision: number }) => undoSave(projectId, keyId, revision),
    onSuccess: (key, { revision }) => {
      saved.current = saved.current.filter((other) => other.revision !== revision);
      onUndone(key);
    },
  });

  const noteSave = useCallback(
    ({ keyId, keyName, language, text, base, baseState, isLeft = false }: DraftText, { key, revision }: StoredText) => {
      const save = { keyId, revision };
      saved.current = [...saved.current.slice(1 - MAX_SAVES), save];
      const isRemoved = text === '' && base !== null && key.translations[language] === undefined;
      const isUnreviewed = baseState === 'reviewed' && !isRemoved && key.states[language] !== 'reviewed';
      const message = isRemoved ? 'removed' : isUnreviewed ? 'unreviewed' : isLeft ? 'saved' : undefined;
      if (message) showUndo(t(`undo.${message}`, { name: keyName }), () => mutate(save));
    },
    [mutate, t],
  );
  const undoLast = useCallback(() => {
    const last = saved.current.at(-1);
    if (last) mutate(last);
  }, [mutate]);
  return { noteSave, undoLast };
}
