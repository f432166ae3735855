import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import type { ResourceLocator } from '../common/access/access.decorators';
import type { Principal } from '../common/access/principal';
import { Reads } from '../database/reads';
import { anyText, CursorCodec } from '../http/queries/cursor';
import type { Page } from '../http/queries/page';
import type { ProjectPageQuery } from '../projects/dto/project-page.query';
import { ProjectsService } from '../projects/projects.service';
import { assertReached } from '../project-write/as-of/revision';
import type { Change, ChangeItem } from './change';
import { findChange } from './change-list';
import { ChangeNotFoundError } from './history-errors';
import { READ_ITEMS, readItems } from './item-rows';
import { isRevision } from './revision-text';

/** Key and language of the last item of a page; the item of the key itself has no language. */
const ITEM_CURSOR = new CursorCodec(isUuid, anyText);

/** A change with a page of what it did. */
export interface ChangeWithItems extends Page<ChangeItem> {
  change: Change;
}

/** Reads what a change of a project did. */
@Injectable()
export class ChangeItems implements ResourceLocator {
  constructor(
    private readonly reads: Reads,
    private readonly projects: ProjectsService,
  ) {}

  /**
   * A change that was pruned is no 404.
   *
   * @throws ProjectNotFoundError, ChangeNotFoundError
   */
  async assertVisible(
    principal: Principal,
    projectId: string,
    { revision = '' }: Readonly<Record<string, string>>,
  ): Promise<void> {
    const project = await this.projects.get(principal, projectId);
    const isMade = isRevision(revision) && Number(revision) >= 1 && Number(revision) <= Number(project.revision);
    if (!isMade) throw new ChangeNotFoundError();
  }

  /** @throws ProjectNotFoundError, ChangeNotFoundError, UnknownRevisionError, RevisionPrunedError */
  async page(
    principal: Principal,
    projectId: string,
    revision: string,
    query: ProjectPageQuery,
    client: () => AbortSignal,
  ): Promise<ChangeWithItems> {
    const [keyId, language] = query.cursor === undefined ? [FIRST_KEY, ''] : ITEM_CURSOR.decode(query.cursor);
    return this.reads.run(async (database) => {
      const project = await this.projects.get(principal, projectId, database);
      assertReached(project.revision, query.minRevision);
      return database.transaction(READ_ITEMS, async (tx) => {
        const change = await findChange(tx, projectId, revision);
        const { items, last } = await readItems(tx, {
          projectId,
          revision,
          after: { keyId, language },
          limit: query.limit,
        });
        return { change, items, nextCursor: last ? ITEM_CURSOR.encode(last.keyId, last.language) : null };
      });
    }, client);
  }
}

const FIRST_KEY = '00000000-0000-0000-0000-000000000000';
