import { useInfiniteQuery } from '@tanstack/react-query';
import type { Schemas } from '../../../api/client';
import { sendLasting, type Sending } from '../bulk';

/** A replacement, and the keys in which a person makes it. */
export type Replacement = Omit<Schemas['Replace'], 'dryRun' | 'exceptKeyIds' | 'keyIds'>;
export type ReplacedText = Schemas['ReplacedText'];

type Answer = Schemas['ReplaceResponse'];

/** What was done, or would be done, and the revision of the project. */
export interface Replaced {
  answer: Answer;
  revision: number;
}

/** A page of the texts, and the revision that the project must be at. */
interface Place {
  ifRevision?: number;
  cursor?: string;
}

/** Replaces in texts as one change. @throws ProblemError */
export function sendReplacement(
  projectId: string,
  body: Schemas['Replace'],
  query: Place,
  sending: Sending = {},
): Promise<Replaced> {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value));
  return sendLasting<Answer>(`/api/v1/projects/${projectId}/replace?${params.toString()}`, body, sending);
}

const FIRST_PAGE: Place = {};

/** Reads what a replacement would do, page by page, all of one revision. */
export const useReplacementPreview = (projectId: string, replacement: Replacement) =>
  useInfiniteQuery({
    queryKey: ['replace', projectId, replacement],
    queryFn: ({ pageParam, signal }) =>
      sendReplacement(projectId, { ...replacement, dryRun: true }, pageParam, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ answer: { nextCursor }, revision }: Replaced): Place | undefined =>
      nextCursor === null ? undefined : { cursor: nextCursor, ifRevision: revision },
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  });
