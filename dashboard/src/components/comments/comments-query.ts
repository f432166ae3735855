import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../api/client';

export type Comment = Schemas['Comment'];

/** A comment with its replies. */
export interface Discussion {
  first: Comment;
  replies: Comment[];
}

/** The comments on a key, the oldest first. A key has at most 1,000. */
export const commentsQuery = (keyId: string) =>
  queryOptions({
    queryKey: ['key', keyId, 'comments'],
    queryFn: async ({ signal }) => {
      const comments: Comment[] = [];
      for (let cursor: string | undefined; ;) {
        const params = { path: { id: keyId }, query: { limit: 1_000, cursor } };
        const page = bodyOf(await api.GET('/api/v1/keys/{id}/comments', { params, signal }));
        comments.push(...page.comments);
        if (page.nextCursor === null) return comments;
        cursor = page.nextCursor;
      }
    },
  });

/**
 * Returns whether the comment that an unsent text belongs to is there.
 *
 * @param place behind the place of the key: of a reply, the discussion and `reply`; of an edit, the discussion and the comment
 */
export function isThere(comments: readonly Comment[], place: string): boolean {
  const [discussion, comment] = place.split('/');
  if (comment === undefined) return true;
  if (comment === 'reply') return comments.some(({ id }) => id === discussion);
  return comments.some(({ id, deleted }) => id === comment && !deleted);
}

/** Returns the discussions of comments, in the order in which they began. */
export function discussionsOf(comments: readonly Comment[]): Discussion[] {
  const discussions = new Map<string, Discussion>();
  for (const comment of comments) {
    if (comment.replyTo === null) discussions.set(comment.id, { first: comment, replies: [] });
    else discussions.get(comment.replyTo)?.replies.push(comment);
  }
  return [...discussions.values()];
}
