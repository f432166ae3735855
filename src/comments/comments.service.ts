import { Injectable } from '@nestjs/common';
import { v7 as uuidv7, validate as isUuid } from 'uuid';
import type { ResourceLocator } from '../common/access/access.decorators';
import type { Principal } from '../common/access/principal';
import { Database } from '../database/database';
import { beginRead } from '../database/planned-reads';
import type { Transaction } from '../database/transaction';
import { CursorCodec } from '../http/queries/cursor';
import { cutBoundedPage, type Page } from '../http/queries/page';
import type { Once } from '../idempotency/once';
import { KeyNotFoundError } from '../keys/key-errors';
import { KeysService } from '../keys/keys.service';
import { UnknownLanguageError } from '../project-write/project-errors';
import { VisibleProjects } from '../project-write/visible-projects';
import { writeAs } from '../project-write/write-as';
import { Dispatcher } from '../webhooks/dispatcher';
import type { Comment, CommentChange, Named, NewComment } from './comment';
import { queueCreated } from './comment-events';
import {
  CommentNotFoundError,
  MAX_COMMENTS,
  NotAuthorError,
  TooManyCommentsError,
  UnknownReplyError,
} from './comment-errors';
import {
  COUNT_COMMENTS,
  DELETE_COMMENT,
  DELETE_EMPTY_THREAD,
  EMPTY_COMMENT,
  FIND_COMMENT,
  FORGET_DELETIONS,
  INSERT_COMMENT,
  LIST_COMMENTS,
  LOCK_COMMENTS_OF_KEY,
  LOCK_PROJECT_OF_KEY,
  LOCK_THREAD,
  LOCK_THREAD_OF_REPLY,
  SET_RESOLVED,
  SET_TEXT,
} from './comment-rows';
import { addMentionsToInboxes, addToInboxes, removeFromInboxes } from './inbox-items';
import { assertMentionable, LIST_MENTIONABLE, mentionsIn } from './mentions';

/** The id of the last comment of a page. */
const CURSOR = new CursorCodec(isUuid);
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const READ = beginRead('inOrder');

interface CommentedProject {
  id: string;
  organizationId: string;
  languages: string[];
}

/** Lists and writes the comments on keys. */
@Injectable()
export class CommentsService implements ResourceLocator {
  constructor(
    private readonly database: Database,
    private readonly keys: KeysService,
    private readonly dispatcher: Dispatcher,
    private readonly visible: VisibleProjects,
  ) {}

  /** Returns a page of the comments on a key, the oldest first. @throws KeyNotFoundError */
  async page(
    principal: Principal,
    keyId: string,
    { limit, cursor }: { limit: number; cursor?: string },
  ): Promise<Page<Comment>> {
    const projectId = await this.keys.projectIdOf(principal, keyId);
    const [after = FIRST_ID] = cursor === undefined ? [] : CURSOR.decode(cursor);
    const rows = await this.database.transaction(READ, (tx) =>
      tx.onlyRows<Comment & { hasNext: boolean }>(LIST_COMMENTS, [projectId, keyId, after, limit + 1]),
    );
    return cutBoundedPage(rows, limit, ({ id }) => CURSOR.encode(id));
  }

  /**
   * Writes a comment on a key.
   *
   * @throws KeyNotFoundError, UnknownLanguageError, UnknownMentionError, UnknownReplyError, TooManyMentionsError, TooManyCommentsError,
   *   ProjectBusyError, the errors of `Once`
   */
  async create(principal: Principal, keyId: string, comment: NewComment, once?: Once<Comment>): Promise<Comment> {
    const mentions = mentionsIn(comment.text);
    const { text, language = null, replyTo } = comment;
    const created = await writeAs(this.database, principal, async (tx) => {
      await once?.claim(tx);
      const { organizationId, projectIds } = principal;
      const [project] = await tx.rows<CommentedProject>(LOCK_PROJECT_OF_KEY, [keyId, organizationId, projectIds]);
      if (!project) throw new KeyNotFoundError();
      if (language !== null && !project.languages.includes(language))
        throw new UnknownLanguageError([language], () => ({ pointer: '/language' }));
      await assertMentionable(tx, project, mentions);
      await tx.rows(LOCK_COMMENTS_OF_KEY, [keyId.toLowerCase()]);
      const [found] = await tx.rows<{ count: number }>(COUNT_COMMENTS, [project.id, keyId]);
      if (found && found.count >= MAX_COMMENTS) throw new TooManyCommentsError();
      const id = uuidv7();
      const threadId = replyTo === undefined ? id : await lockThread(tx, project.id, keyId, replyTo);
      const author = [principal.person?.id ?? null, principal.apiKeyId];
      await tx.rows(INSERT_COMMENT, [id, project.id, keyId, threadId, language, text, mentions, ...author]);
      await queueCreated(tx, project.id, id);
      const written = await find(tx, principal, id);
      await addToInboxes(tx, project.organizationId, written, mentions);
      await once?.keep(tx, written);
      return written;
    });
    this.dispatcher.wake();
    return created;
  }

  /**
   * Changes the text of an own comment, or resolves or reopens the discussion of a comment.
   *
   * @throws CommentNotFoundError, NotAuthorError, UnknownMentionError, TooManyMentionsError, ProjectBusyError
   */
  async change(principal: Principal, id: string, { text, resolved }: CommentChange): Promise<Comment> {
    return writeAs(this.database, principal, async (tx) => {
      const comment = await lock(tx, principal, id);
      if (text !== undefined) await changeText(tx, principal, comment, text);
      if (resolved !== undefined) await tx.rows(SET_RESOLVED, [comment.threadId, resolved]);
      return find(tx, principal, comment.id);
    });
  }

  /**
   * Deletes a comment: the own one, or any for who manages members. Of a comment with replies, an empty place stays.
   *
   * @throws CommentNotFoundError, NotAuthorError, ProjectBusyError
   */
  async delete(principal: Principal, id: string): Promise<void> {
    await writeAs(this.database, principal, async (tx) => {
      const comment = await lock(tx, principal, id);
      if (comment.isDeleted) throw new CommentNotFoundError();
      if (!isAuthor(principal, comment) && !principal.scopes.has('members:manage')) throw new NotAuthorError();
      const isKept = comment.id === comment.threadId && (await tx.rows(EMPTY_COMMENT, [comment.id])).length > 0;
      if (isKept) return removeFromInboxes(tx, comment.id);
      await tx.rows(DELETE_COMMENT, [comment.id]);
      await tx.rows(FORGET_DELETIONS, [comment.projectId]);
      if (comment.id !== comment.threadId) await tx.rows(DELETE_EMPTY_THREAD, [comment.threadId]);
    });
  }

  /** Returns the members who can be mentioned in a project, by name. @throws ProjectNotFoundError */
  async mentionable(principal: Principal, projectId: string): Promise<Named[]> {
    const { id } = await this.visible.get(principal, projectId);
    return this.database.rows<Named>(LIST_MENTIONABLE, [principal.organizationId, id]);
  }

  /** @throws CommentNotFoundError */
  async assertVisible(principal: Principal, id: string): Promise<void> {
    await find(this.database, principal, id);
  }
}

const isAuthor = ({ person, apiKeyId }: Principal, comment: Comment): boolean =>
  person ? comment.person?.id === person.id : apiKeyId !== null && comment.apiKey?.id === apiKeyId;

/** @throws CommentNotFoundError */
async function find(
  from: Pick<Database, 'rows'>,
  { organizationId, projectIds }: Principal,
  id: string,
): Promise<Comment> {
  const values = [id, organizationId, projectIds];
  const [comment] = isUuid(id) ? await from.rows<Comment>(FIND_COMMENT, values) : [];
  if (!comment) throw new CommentNotFoundError();
  return comment;
}

/** Locks the discussion of a comment, and returns the comment as it is then. @throws CommentNotFoundError */
async function lock(tx: Transaction, principal: Principal, id: string): Promise<Comment> {
  const { threadId } = await find(tx, principal, id);
  await tx.rows(LOCK_THREAD, [threadId]);
  return find(tx, principal, id);
}

/** Returns the first comment of the discussion of a reply. @throws UnknownReplyError */
async function lockThread(tx: Transaction, projectId: string, keyId: string, replyTo: string): Promise<string> {
  const [thread] = await tx.rows<{ id: string }>(LOCK_THREAD_OF_REPLY, [replyTo, keyId, projectId]);
  if (!thread) throw new UnknownReplyError();
  return thread.id;
}

/** A person whom the text mentioned before may have left since. */
async function changeText(tx: Transaction, principal: Principal, comment: Comment, text: string): Promise<void> {
  if (comment.isDeleted) throw new CommentNotFoundError();
  if (!isAuthor(principal, comment)) throw new NotAuthorError();
  const mentions = mentionsIn(text);
  const added = mentions.filter((id) => comment.mentions.every((before) => before.id !== id));
  const project = { id: comment.projectId, organizationId: principal.organizationId };
  await assertMentionable(tx, project, added);
  await tx.rows(SET_TEXT, [comment.id, text, mentions]);
  if (added.length > 0) await addMentionsToInboxes(tx, principal.organizationId, comment, added);
}
