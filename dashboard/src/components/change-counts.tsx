import { useTranslation } from 'react-i18next';
import type { Schemas } from '../api/client';

type Counts = Schemas['ChangeCounts'];

const MEMBERS = ['keysCreated', 'keysDeleted', 'keysChanged', 'textsSet', 'textsRemoved', 'statesSet'] as const;

/** How much a change did, in words. A change of settings or files only has no such numbers. */
export function ChangeCounts({ counts, isReversal = false }: { counts: Counts; isReversal?: boolean }) {
  const { t } = useTranslation();
  const parts = MEMBERS.filter((member) => counts[member] > 0).map((member) =>
    t(`changes.counts.${isReversal && member === 'keysCreated' ? 'keysReturned' : member}`, { count: counts[member] }),
  );
  return parts.length > 0 ? parts.join(' · ') : t('changes.counts.none');
}
