import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import type { Principal } from '../../common/access/principal';
import { ProjectBusyError } from '../../common/errors/project-busy.error';
import { type JsonPointer, jsonPointer } from '../../common/validation/json-pointer';
import { uuidArray } from '../../database/array-parameter';
import { Database } from '../../database/database';
import { beginRead, PLAN_FOR_VALUES, switchRead } from '../../database/planned-reads';
import { readPages } from '../../database/row-pages';
import type { Transaction } from '../../database/transaction';
import { UuidList } from '../../database/uuid-list';
import { FindingsRefresher } from '../../findings/findings-refresher';
import type { ChangeAction } from '../../project-write/change-record';
import type { ProjectWrite } from '../../project-write/project-write';
import { ProjectWriter, type WriteConditions, type Written } from '../../project-write/project-writer';
import { ProjectsService } from '../../projects/projects.service';
import { assignedKeys } from '../assigned-keys';
import { assertLanguages, type KeyFilter, readsFindings, selectionOf } from '../key-filter';
import { KeyNotFoundError } from '../key-errors';
import { SearchIndexes } from '../search/search-indexes';
import { FIND_KEYS, FIND_KEYS_IN_ORDER } from './bulk-statements';

/** How often findings are brought up to date that a write of somebody else has outdated. */
const MAX_ATTEMPTS = 5;

/** The findings do not belong to the revision that the write has locked. */
class FindingsMovedError extends Error {}

/** Keys of a project, by their ids or by a filter. */
export type KeySet = { keyIds: readonly string[] } | { filter: KeyFilter };

/** The ids of keys that the project has, each of them once. */
export type KeyIds = Iterable<string> & { length: number };

/** A write of a set of keys, with the result `T`. */
export interface KeySetWrite<T> {
  action: ChangeAction;
  /** Checks what is the same for all keys. */
  assert: (write: ProjectWrite) => void;
  work: (write: ProjectWrite, ids: KeyIds) => Promise<T>;
  /** Whether the ids are in the order of the names. */
  inOrder?: boolean;
  /** The work only reads, by single statements, and may be run several times. */
  dryRun: boolean;
}

/** Runs writes of sets of keys, each as one change of the project. */
@Injectable()
export class KeySetWriter {
  constructor(
    private readonly database: Database,
    private readonly writer: ProjectWriter,
    private readonly projects: ProjectsService,
    private readonly refresher: FindingsRefresher,
    private readonly searchIndexes: SearchIndexes,
  ) {}

  /**
   * @throws ProjectNotFoundError, UnknownLanguageError, RevisionMovedError, KeyNotFoundError, ProjectBusyError
   * @throws PersonRequiredError, ValidationFailedError for an assignee who is no member
   */
  async write<T>(
    principal: Principal,
    projectId: string,
    keys: KeySet,
    { action, assert, work, inOrder = false, dryRun }: KeySetWrite<T>,
    conditions: WriteConditions<T>,
  ): Promise<Written<T>> {
    const prepare = async (write: ProjectWrite): Promise<KeyIds> => {
      assert(write);
      return 'filter' in keys
        ? this.select(write, keys.filter, inOrder)
        : findKeys(write.tx, write.project.id, keys.keyIds, inOrder);
    };
    const run = async (write: ProjectWrite): Promise<T> => work(write, await prepare(write));
    const isChecked = 'filter' in keys && readsFindings(keys.filter);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      if (isChecked) await this.check(principal, projectId);
      try {
        return dryRun
          ? await this.writer.dryRun(principal, projectId, action, { prepare, work }, conditions)
          : await this.writer.write(principal, projectId, action, run, conditions);
      } catch (error) {
        if (!(error instanceof FindingsMovedError)) throw error;
      }
    }
    throw new ProjectBusyError();
  }

  /** Brings the findings of a project up to date, before its lock is taken: writes do not wait for checks. */
  private async check(principal: Principal, projectId: string): Promise<void> {
    const project = await this.projects.get(principal, projectId);
    const ofProject = { ...project, organizationId: principal.organizationId };
    await this.refresher.read(ofProject, beginRead(), () => Promise.resolve());
  }

  /** Selects the keys that the list of keys shows with the same filter. @throws FindingsMovedError */
  private async select(
    { tx, project, principal }: ProjectWrite,
    filter: KeyFilter,
    inOrder: boolean,
  ): Promise<UuidList> {
    const place = (name: string): { pointer: JsonPointer } => ({ pointer: jsonPointer('filter', name) });
    assertLanguages(project, filter, place);
    if (readsFindings(filter) && !(await this.refresher.isAt(tx, project))) throw new FindingsMovedError();
    const searched = { ...project, organizationId: principal.organizationId };
    const assigned = await assignedKeys(tx, principal, project.id, filter, place);
    await tx.rows(switchRead('byFilters'));
    await tx.rows(PLAN_FOR_VALUES);
    const candidates =
      filter.name || filter.search === undefined
        ? undefined
        : await this.searchIndexes.candidates(tx, this.database, searched, filter.search);
    const { idsStatement, orderedIdsStatement, values } = selectionOf(project, filter, { candidates, assigned });
    const statement = inOrder ? orderedIdsStatement : idsStatement;
    const ids = new UuidList();
    for await (const page of readPages<{ id: string }>(tx, statement, values, project.stringCount)) {
      for (const { id } of page) ids.push(id);
    }
    await tx.rows(switchRead('lookUps'));
    return ids;
  }
}

/**
 * Finds the keys of the field `keyIds` of a body.
 *
 * @throws KeyNotFoundError if the project does not have one of the keys
 */
export async function findKeys(
  tx: Pick<Transaction, 'rows'>,
  projectId: string,
  ids: readonly string[],
  inOrder = false,
): Promise<KeyIds> {
  const uuids = ids.filter((id) => isUuid(id));
  const rows = await tx.rows<{ id: string }>(inOrder ? FIND_KEYS_IN_ORDER : FIND_KEYS, [projectId, uuidArray(uuids)]);
  const found = new Set(rows.map(({ id }) => id));
  const missing = ids.findIndex((id) => !found.has(id));
  if (missing >= 0) throw new KeyNotFoundError(jsonPointer('keyIds', missing));
  return inOrder ? [...found] : ids;
}
