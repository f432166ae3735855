import { t } from 'i18next';
import { useCallback } from 'react';
import { useOwnLanguages, useScope } from '../../session';
import type { State } from './state';

/** Why a person may not change a text. */
export type ReadOnlyReason = 'scope' | 'language' | 'reviewed';

/** Returns a function that tells why the person may not change a text in a language and a state; undefined: they may. */
export function useReadOnly(protectReviewed: boolean) {
  const canWrite = useScope('translations:write');
  const canReview = useScope('translations:review');
  const isOwnLanguage = useOwnLanguages();
  return useCallback(
    (language: string, state: State | undefined): ReadOnlyReason | undefined => {
      if (!canWrite) return 'scope';
      if (!isOwnLanguage(language)) return 'language';
      return protectReviewed && state === 'reviewed' && !canReview ? 'reviewed' : undefined;
    },
    [canWrite, canReview, isOwnLanguage, protectReviewed],
  );
}

export function readOnlyText(reason: ReadOnlyReason): string {
  switch (reason) {
    case 'scope':
      return t('readOnly.scope');
    case 'language':
      return t('readOnly.language');
    case 'reviewed':
      return t('readOnly.reviewed');
  }
}
