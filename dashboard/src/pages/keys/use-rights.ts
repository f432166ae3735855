import { useCallback } from 'react';
import type { State } from '../../components/texts/state';
import { useOwnLanguages, useScope } from '../../session';
import type { Key } from './key-pages';

/** What the person may do with the texts of a project. */
export function useRights({ protectReviewed }: { protectReviewed: boolean }) {
  const canWrite = useScope('translations:write');
  const canReview = useScope('translations:review');
  const canRename = useScope('keys:write');
  const isOwnLanguage = useOwnLanguages();
  const canEdit = useCallback(
    (key: Key, language: string) => {
      const isProtected = protectReviewed && key.states?.[language] === 'reviewed';
      return canWrite && isOwnLanguage(language) && (canReview || !isProtected);
    },
    [canWrite, isOwnLanguage, canReview, protectReviewed],
  );
  const canSetState = useCallback(
    (key: Key, language: string, state: State) => {
      const isAllowed = canReview || (canWrite && state !== 'reviewed' && key.states?.[language] !== 'reviewed');
      return isAllowed && isOwnLanguage(language) && key.translations?.[language] !== undefined;
    },
    [canReview, canWrite, isOwnLanguage],
  );
  return { canWrite, canReview, canRename, canEdit, canSetState };
}

export type Rights = ReturnType<typeof useRights>;
