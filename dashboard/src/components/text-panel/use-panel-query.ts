import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { hasRoom, msUntilRoom } from '../../api/request-room';

/** So long a person rests on a text before more is read about it than the list has. */
const REST_MS = 1_000;

/**
 * Reads something about the text in hand, once the person rests on it, and while the organization has requests left: to save
 * texts goes first. What was read before is shown at once.
 */
export function usePanelQuery<T, Key extends QueryKey>(
  options: UseQueryOptions<T, Error, T, Key>,
  { atOnce = false }: { atOnce?: boolean } = {},
) {
  const [isWanted, setWanted] = useState(atOnce && hasRoom());
  useEffect(() => {
    if (isWanted) return;
    const timer = setTimeout(() => setWanted(true), Math.max(atOnce ? 0 : REST_MS, msUntilRoom()));
    return () => clearTimeout(timer);
  }, [isWanted, atOnce]);
  return useQuery({ ...options, enabled: isWanted });
}
