import { DomainError, ValidationFailedError } from '../common/errors/domain-error';

/** The most comments of a key. */
export const MAX_COMMENTS = 1_000;
/** The most persons that a comment mentions. */
export const MAX_MENTIONS = 20;

/** Also thrown for comments that the caller cannot access, so that their existence is not revealed. */
export class CommentNotFoundError extends DomainError {
  constructor() {
    super('comment_not_found', 'there is no such comment within reach');
  }
}

/** A caller would change or delete what another one has written. */
export class NotAuthorError extends DomainError {
  constructor() {
    super('not_author', 'another person or API key has written the comment');
  }
}

export class TooManyCommentsError extends DomainError {
  constructor() {
    super('limit_exceeded', `a key has at most ${MAX_COMMENTS} comments`);
  }
}

/** The comment that a reply is to is none of the key. */
export class UnknownReplyError extends ValidationFailedError {
  constructor() {
    super([{ pointer: '/replyTo', code: 'not_found', detail: 'is no comment on this key' }]);
  }
}

export class TooManyMentionsError extends ValidationFailedError {
  constructor() {
    super([{ pointer: '/text', code: 'too_many', detail: `mentions at most ${MAX_MENTIONS} persons` }]);
  }
}

/** A comment mentions somebody who would not see it. */
export class UnknownMentionError extends ValidationFailedError {
  constructor(id: string) {
    super([{ pointer: '/text', code: 'not_found', detail: `@[${id}] is no member who can see the project` }]);
  }
}
