import { EXAMPLE_IDS } from '../common/example-ids';
import type { OperationOptions } from '../http/operation.decorator';
import { DeletedDto } from '../http/responses/deleted.dto';
import { CommentListDto, CommentResponseDto } from './dto/comment.dto';
import { InboxDto, PersonListDto, UnreadResponseDto } from './dto/inbox.dto';

export const commentOperations = {
  list: {
    id: 'listComments',
    answer: 'page',
    summary: 'List the comments on a key',
    description:
      'Lists the comments on a key and its texts, the oldest first. They are no part of the history; a key that is restored has them again.',
    response: CommentListDto,
    errors: ['key_not_found'],
  },
  create: {
    id: 'createComment',
    answer: 'object',
    summary: 'Comment on a key',
    description:
      'Writes a comment on a key, or on its text in a language. `@[<id of a person>]` mentions a member who can see the project.',
    status: 201,
    response: CommentResponseDto,
    idempotent: true,
    errors: ['key_not_found', 'unknown_language', 'limit_exceeded', 'project_busy'],
    requestExample: { text: 'Is this a verb?', language: 'de' },
  },
  change: {
    id: 'changeComment',
    answer: 'object',
    summary: 'Change or resolve a comment',
    description: 'Changes the text, which only the author can, or resolves or reopens the discussion of the comment.',
    response: CommentResponseDto,
    errors: ['comment_not_found', 'not_author', 'project_busy'],
    requestExample: { resolved: true },
  },
  delete: {
    id: 'deleteComment',
    answer: 'object',
    summary: 'Delete a comment',
    description:
      'Deletes an own comment; with the scope `members:manage`, any. Its replies stay. A request body is ignored.',
    response: DeletedDto,
    errors: ['comment_not_found', 'not_author', 'project_busy'],
  },
  persons: {
    id: 'listMentionable',
    answer: 'page',
    summary: 'List the persons to mention',
    description: 'Lists the members who can see the project, by name: at most 1,000.',
    response: PersonListDto,
    errors: ['project_not_found'],
  },
  inbox: {
    id: 'listInbox',
    answer: 'page',
    summary: 'List the inbox',
    description:
      'Lists the comments that mention the person, or reply in a discussion with the person, and what is assigned to the person, to translate ' +
      'or to review, the newest first. An assignment that gets more keys is new. In every organization of the person, the invitations to ' +
      'further ones are in the list, if the person has proved the address of the account: with a mailed link for a new password, or by ' +
      'single sign-on.',
    response: InboxDto,
  },
  readInbox: {
    id: 'readInbox',
    answer: 'object',
    summary: 'Mark the inbox as read',
    description: 'Marks items of the inbox as read. What arrives later stays unread.',
    response: UnreadResponseDto,
    requestExample: { until: EXAMPLE_IDS.comment },
  },
} satisfies Record<string, OperationOptions>;
