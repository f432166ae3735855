import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { hasRoom, msUntilRoom } from '../../api/request-room';

/** So long a person rests on a text before more is read about it than the list has. */
const REST_MS = 1_000;

interface Wait {
  /** Whether the person waits for what is read, and need not rest on the text. */
  atOnce?: boolean;
}

/** Whether the person has rested on the text in hand, and the organization has requests left: to save texts goes first. */
export function useRested({ atOnce = false }: Wait = {}): boolean {
  const [isRested, setRested] = useState(atOnce && hasRoom());
  useEffect(() => {
    if (isRested) return;
    const timer = setTimeout(() => setRested(true), Math.max(atOnce ? 0 : REST_MS, msUntilRoom()));
    return () => clearTimeout(timer);
  }, [isRested, atOnce]);
  return isRested;
}

/** Reads something about the text in hand once the person has rested on it. What was read before is shown at once. */
export function usePanelQuery<T, Key extends QueryKey>(options: UseQueryOptions<T, Error, T, Key>, wait: Wait = {}) {
  return useQuery({ ...options, enabled: useRested(wait) });
}
