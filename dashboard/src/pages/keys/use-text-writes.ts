import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, bodyOf, type Schemas } from '../../api/client';
import type { DraftText } from '../../components/texts/drafts';
import type { ReadKey, StoredText } from '../../components/texts/save-text';
import type { State } from '../../components/texts/state';
import { useSaves } from '../../components/texts/use-saves';
import { useUndo } from '../../components/texts/use-undo';
import { countChange } from './count-change';
import type { KeyPages } from './key-pages';
import type { Key } from './pages-snapshot';
import { shownKey } from './shown-key';
import type { Rights } from './use-rights';

/** Saves the texts of a list, undoes the last change and sets states, as a person asks for it. The rows and numbers follow. */
export function useTextWrites(
  { id, sourceLanguage }: Pick<Schemas['ProjectDetails'], 'id' | 'sourceLanguage'>,
  pages: KeyPages,
  columns: readonly string[],
  { canSetState }: Rights,
) {
  const client = useQueryClient();
  const onChanged = useCallback(
    (key: ReadKey['key']) => {
      const row = pages.rowOf(key.id);
      const before = row === undefined ? undefined : pages.keyAt(row);
      const after = shownKey(key, columns);
      if (before)
        countChange(client, id, { before, after, languages: columns.filter((tag) => tag !== sourceLanguage) });
      pages.change(new Set([key.id]), () => after);
    },
    [client, id, sourceLanguage, pages, columns],
  );
  const { noteSave, undoLast } = useUndo(id, onChanged);
  const onStored = useCallback(
    (draft: DraftText, stored: StoredText) => {
      onChanged(stored.key);
      noteSave(draft, stored);
    },
    [onChanged, noteSave],
  );
  const saves = useSaves(id, sourceLanguage, onStored);
  const { mutate } = useMutation({
    mutationFn: async ({ key, language, state }: { key: Key; language: string; state: State }) => {
      const params = { path: { id: key.id }, query: { include: 'translations' as const } };
      const body = { states: { [language]: state }, expected: { [language]: key.translations?.[language] ?? null } };
      return bodyOf(await api.PUT('/api/v1/keys/{id}', { params, body })).key as ReadKey['key'];
    },
    onSuccess: onChanged,
  });
  /** @returns whether the person may set the state */
  const setState = (key: Key, language: string, state: State): boolean => {
    if (!canSetState(key, language, state)) return false;
    mutate({ key, language, state });
    return true;
  };
  return { saves, setState, undoLast };
}

export type TextWrites = ReturnType<typeof useTextWrites>;
