import { useCallback } from 'react';
import { useReadOnly } from '../../components/texts/read-only';
import type { State } from '../../components/texts/state';
import { useOwnLanguages, useScope } from '../../session';
import type { Key } from './pages-snapshot';

/** What the person may do with the texts of a project. */
export function useRights({ protectReviewed }: { protectReviewed: boolean }) {
  const canWrite = useScope('translations:write');
  const canReview = useScope('translations:review');
  const canRename = useScope('keys:write');
  const isOwnLanguage = useOwnLanguages();
  const isReadOnly = useReadOnly(protectReviewed);
  /** Why a text cannot be changed; undefined: it can. */
  const whyReadOnly = useCallback(
    (key: Key, language: string) => isReadOnly(language, key.states?.[language]),
    [isReadOnly],
  );
  const canSetState = useCallback(
    (key: Key, language: string, state: State) => {
      const isAllowed = canReview || (canWrite && state !== 'reviewed' && key.states?.[language] !== 'reviewed');
      return isAllowed && isOwnLanguage(language) && key.translations?.[language] !== undefined;
    },
    [canReview, canWrite, isOwnLanguage],
  );
  return { canWrite, canReview, canRename, whyReadOnly, canSetState };
}

export type Rights = ReturnType<typeof useRights>;
