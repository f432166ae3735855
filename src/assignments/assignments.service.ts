import { Injectable } from '@nestjs/common';
import { v7 as uuidv7, validate as isUuid } from 'uuid';
import type { ResourceLocator } from '../common/access/access.decorators';
import type { Principal } from '../common/access/principal';
import type { Role } from '../common/access/roles';
import { jsonPointer } from '../common/validation/json-pointer';
import { addAssignmentsToInbox } from '../comments/inbox-items';
import { uuidArray } from '../database/array-parameter';
import { Database } from '../database/database';
import { beginRead } from '../database/planned-reads';
import type { Transaction } from '../database/transaction';
import { CursorCodec } from '../http/queries/cursor';
import { cutPage, type Page } from '../http/queries/page';
import { AssignedWork } from '../keys/assigned-work';
import { membershipOf } from '../keys/assigned-keys';
import { rolesOf } from '../keys/assignment-task';
import { findKeys } from '../keys/bulk/key-set-writer';
import { ProjectNotFoundError, UnknownLanguageError } from '../project-write/project-errors';
import { VisibleProjects } from '../project-write/visible-projects';
import { writeAs } from '../project-write/write-as';
import type { Assignment, ListedAssignment, NewAssignment } from './assignment';
import {
  AssignmentNotFoundError,
  MAX_ASSIGNED_KEYS,
  MAX_ASSIGNMENTS,
  NotAssignableError,
  TooManyAssignedKeysError,
  TooManyAssignmentsError,
  UnknownMemberError,
  WholeLanguageError,
} from './assignment-errors';
import {
  ADD_KEYS,
  COUNT_ASSIGNED_KEYS,
  COUNT_ASSIGNMENTS,
  DELETE_ASSIGNMENT,
  DELETE_EMPTY,
  FIND_ASSIGNMENTS,
  FIND_EARLIER,
  FIND_VISIBLE,
  LIST_ASSIGNMENTS,
  LOCK_ASSIGNMENT,
  LOCK_ASSIGNMENTS,
  LOCK_MEMBER,
  LOCK_PROJECT,
  PUT_ASSIGNMENTS,
  REMOVE_ALL_KEYS,
  REMOVE_KEYS,
} from './assignment-rows';
import type { ListAssignmentsQuery } from './dto/assignments.query';

/** The id of the last assignment of a page. */
const CURSOR = new CursorCodec(isUuid);
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const READ = beginRead('lookUps');

interface AssignedProject {
  id: string;
  sourceLanguage: string;
  targetLanguages: string[];
}

interface AssignedMember {
  role: Role;
  projectIds: string[] | null;
  languages: string[] | null;
}

/** Assigns members to languages and keys, and lists what is left for them. */
@Injectable()
export class AssignmentsService implements ResourceLocator {
  constructor(
    private readonly database: Database,
    private readonly visible: VisibleProjects,
    private readonly work: AssignedWork,
  ) {}

  /**
   * Returns a page of the assignments of a project that their members can still do, the oldest first.
   *
   * @throws ProjectNotFoundError, PersonRequiredError
   */
  async page(
    principal: Principal,
    projectId: string,
    { assignee, language, limit, cursor }: ListAssignmentsQuery,
    client: () => AbortSignal,
  ): Promise<Page<ListedAssignment>> {
    const { id } = await this.visible.get(principal, projectId);
    const [after = FIRST_ID] = cursor === undefined ? [] : CURSOR.decode(cursor);
    const member = assignee === undefined ? null : membershipOf(principal, assignee);
    const values = [id, after, member, language ?? null, limit + 1];
    const rows = await this.database.transaction(READ, (tx) => tx.rows<Assignment>(LIST_ASSIGNMENTS, values));
    const { items, nextCursor } = cutPage(rows, limit, (last) => CURSOR.encode(last.id));
    const left = await this.work.left(principal, id, items, client);
    const listed = items.flatMap((item) => {
      const count = left.get(item.id);
      return count === undefined ? [] : [{ ...item, left: count }];
    });
    return { items: listed, nextCursor };
  }

  /**
   * Assigns a member to languages, or to keys, for a task. What is assigned already stays so.
   *
   * @returns an assignment for each of the languages
   * @throws ProjectNotFoundError, UnknownMemberError, NotAssignableError, UnknownLanguageError, KeyNotFoundError,
   *   TooManyAssignmentsError, TooManyAssignedKeysError, ProjectBusyError
   */
  async assign(principal: Principal, projectId: string, assignment: NewAssignment): Promise<Assignment[]> {
    const { organizationId, projectIds } = principal;
    return writeAs(this.database, principal, async (tx) => {
      const [project] = await tx.rows<AssignedProject>(LOCK_PROJECT, [projectId, organizationId, projectIds]);
      if (!project) throw new ProjectNotFoundError();
      await tx.rows(LOCK_ASSIGNMENTS, [project.id]);
      const [member] = await tx.rows<AssignedMember>(LOCK_MEMBER, [assignment.memberId, organizationId]);
      if (!member) throw new UnknownMemberError();
      const languages = languagesOf(project, member, assignment);
      const ids = await put(tx, principal, project.id, { ...assignment, languages });
      return tx.rows<Assignment>(FIND_ASSIGNMENTS, [ids]);
    });
  }

  /**
   * Ends an assignment, or takes keys from it. It ends with its last key.
   *
   * @throws AssignmentNotFoundError, WholeLanguageError, ProjectBusyError
   */
  async remove(principal: Principal, id: string, keyIds?: readonly string[]): Promise<void> {
    await writeAs(this.database, principal, async (tx) => {
      await find(tx, principal, id);
      const [assignment] = await tx.rows<{ isWhole: boolean }>(LOCK_ASSIGNMENT, [id]);
      if (!assignment) throw new AssignmentNotFoundError();
      if (!keyIds) return tx.rows(DELETE_ASSIGNMENT, [id]);
      if (assignment.isWhole) throw new WholeLanguageError();
      await tx.rows(REMOVE_KEYS, [id, uuidArray(keyIds)]);
      return tx.rows(DELETE_EMPTY, [id]);
    });
  }

  /** @throws AssignmentNotFoundError */
  async assertVisible(principal: Principal, id: string): Promise<void> {
    await find(this.database, principal, id);
  }
}

/**
 * Returns the languages of a new assignment, each once.
 *
 * @param assignment whose languages are, by default, the target languages in which the member writes
 * @throws UnknownLanguageError, NotAssignableError
 */
function languagesOf(
  { id, sourceLanguage, targetLanguages }: AssignedProject,
  { role, projectIds, languages }: AssignedMember,
  { task, languages: named }: NewAssignment,
): string[] {
  const all = [sourceLanguage, ...targetLanguages];
  const unknown = named?.filter((language) => !all.includes(language)) ?? [];
  if (unknown.length > 0) {
    const place = (language: string) => ({ pointer: jsonPointer('languages', named?.indexOf(language) ?? 0) });
    throw new UnknownLanguageError(unknown, place);
  }
  if (projectIds && !projectIds.includes(id))
    throw new NotAssignableError('/memberId', 'the member cannot see the project');
  if (!rolesOf(task).includes(role)) throw NotAssignableError.role(role, task);
  const allowed = languages ?? all;
  if (named?.some((language) => !allowed.includes(language))) throw NotAssignableError.languages(named, allowed, task);
  const assigned = named ?? targetLanguages.filter((language) => allowed.includes(language));
  if (assigned.length === 0)
    throw new NotAssignableError('/memberId', 'the member writes in no target language of the project');
  return [...new Set(assigned)];
}

/** @returns the ids of the assignments */
async function put(
  tx: Transaction,
  { person, apiKeyId }: Principal,
  projectId: string,
  { memberId, task, languages, keyIds }: NewAssignment & { languages: readonly string[] },
): Promise<string[]> {
  const keys = keyIds && [...new Set(await findKeys(tx, projectId, keyIds))];
  if (keys && keys.length * languages.length > MAX_ASSIGNED_KEYS) throw new TooManyAssignedKeysError();
  const earlier = await tx.rows<{ id: string; isWhole: boolean }>(FIND_EARLIER, [projectId, memberId, languages]);
  const by = [person?.id ?? null, apiKeyId];
  const values = [projectId, memberId, languages.map(() => uuidv7()), languages, keys === undefined, ...by, task];
  const assignments = await tx.rows<{ id: string; isWhole: boolean }>(PUT_ASSIGNMENTS, values);
  if ((await count(tx, COUNT_ASSIGNMENTS, projectId)) > MAX_ASSIGNMENTS) throw new TooManyAssignmentsError();
  const added: { id: string }[] = assignments.filter(
    ({ id, isWhole }) => !earlier.some((other) => other.id === id && other.isWhole === isWhole),
  );
  if (keys) added.push(...(await addKeys(tx, projectId, assignments, keys)));
  else await tx.rows(REMOVE_ALL_KEYS, [assignments.map(({ id }) => id)]);
  await addAssignmentsToInbox(tx, [...new Set(added.map(({ id }) => id))], { memberId, by: person?.id ?? null });
  return assignments.map(({ id }) => id);
}

/** @returns the assignments that have got keys */
async function addKeys(
  tx: Transaction,
  projectId: string,
  assignments: readonly { id: string; isWhole: boolean }[],
  keys: readonly string[],
): Promise<{ id: string }[]> {
  const ofKeys = assignments.filter(({ isWhole }) => !isWhole).map(({ id }) => id);
  const added = await tx.rows<{ id: string }>(ADD_KEYS, [ofKeys, uuidArray(keys)]);
  if ((await count(tx, COUNT_ASSIGNED_KEYS, projectId)) > MAX_ASSIGNED_KEYS) throw new TooManyAssignedKeysError();
  return added;
}

async function count(tx: Transaction, statement: typeof COUNT_ASSIGNMENTS, projectId: string): Promise<number> {
  const [found] = await tx.rows<{ count: number }>(statement, [projectId]);
  return found?.count ?? 0;
}

/** @throws AssignmentNotFoundError */
async function find(
  from: Pick<Database, 'rows'>,
  { organizationId, projectIds }: Principal,
  id: string,
): Promise<void> {
  const found = isUuid(id) ? await from.rows(FIND_VISIBLE, [id, organizationId, projectIds]) : [];
  if (found.length === 0) throw new AssignmentNotFoundError();
}
