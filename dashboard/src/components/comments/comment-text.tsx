import { usePersonName } from '../person-name';
import type { Comment } from './comments-query';

const MENTION = /@\[([0-9a-f-]{36})\]/gi;

/** The text of a comment, with the names of the persons whom it mentions. */
export function CommentText({ comment: { text, mentions } }: { comment: Comment }) {
  const personName = usePersonName();
  // Each second part is the id of a mention.
  const parts = text.split(MENTION);
  return (
    <div className="comment-text" dir="auto">
      {parts.map((part, place) => {
        if (place % 2 === 0) return part;
        const person = mentions.find(({ id }) => id === part.toLowerCase());
        return person ? (
          <bdi key={place} className="mention">
            @{personName(person.name)}
          </bdi>
        ) : (
          `@[${part}]`
        );
      })}
    </div>
  );
}
