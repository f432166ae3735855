import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import type { Principal } from '../common/access/principal';
import type { Database } from '../database/database';
import { Reads } from '../database/reads';
import { anyText, CursorCodec } from '../http/queries/cursor';
import { cutPage, type Page } from '../http/queries/page';
import { ProjectsService } from '../projects/projects.service';
import { UnknownLanguageError } from '../projects/project-errors';
import { assertReached } from '../projects/revision';
import type { ListKeysQuery } from './dto/list-keys.query';
import type { KeySummary } from './key';
import { KeySelection } from './key-selection';

const READ = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
/**
 * Without statistics of the project, the planner expects few keys in it, and would read and sort all of them for a page
 * rather than read the page in the order of the index. A sort of the page itself is then planned as very expensive, and would
 * be compiled, which takes longer than the page (80 ms).
 */
export const READ_IN_ORDER = `${READ}; SET LOCAL enable_sort = off; SET LOCAL jit = off`;

/** The first 512 characters of the last name of a page, as the index holds them, and the id of that key. */
const KEY_CURSOR = new CursorCodec(anyText, isUuid);

/** Lists keys in the order of their names (code points), a page at a cost that does not grow with the project. */
@Injectable()
export class KeyList {
  constructor(
    private readonly reads: Reads,
    private readonly projects: ProjectsService,
  ) {}

  /** @throws ProjectNotFoundError, UnknownLanguageError, UnknownRevisionError */
  async page(principal: Principal, projectId: string, query: ListKeysQuery): Promise<Page<KeySummary>> {
    return this.reads.run((database) => this.pageFrom(database, principal, projectId, query));
  }

  private async pageFrom(
    database: Database,
    principal: Principal,
    projectId: string,
    query: ListKeysQuery,
  ): Promise<Page<KeySummary>> {
    const { sourceLanguage, targetLanguages, revision } = await this.projects.get(principal, projectId, database);
    assertReached(revision, query.minRevision);
    if (query.untranslated && ![sourceLanguage, ...targetLanguages].includes(query.untranslated)) {
      throw new UnknownLanguageError([query.untranslated], () => ({ parameter: 'untranslated' }));
    }
    const selection = selectionOf(projectId, sourceLanguage, query);
    const keys = await select(database, selection, query.limit + 1, query.name === undefined);
    return cutPage(keys, query.limit, cursorAfter);
  }
}

/** @param inOrder the keys are read in the order of the index, until there are enough */
function select(database: Database, selection: KeySelection, limit: number, inOrder: boolean): Promise<KeySummary[]> {
  return database.transaction(inOrder ? READ_IN_ORDER : READ, async (tx) => {
    const firstKeys = selection.firstKeysStatement(limit);
    const found = firstKeys ? await tx.rows<KeySummary>(firstKeys, selection.values) : [];
    return found.length === limit ? found : tx.rows<KeySummary>(selection.statement(limit), selection.values);
  });
}

function selectionOf(projectId: string, sourceLanguage: string, query: ListKeysQuery): KeySelection {
  const selection = new KeySelection(projectId, sourceLanguage);
  if (query.name) selection.named(query.name);
  if (query.namespace !== undefined) selection.inNamespace(query.namespace);
  if (query.untranslated) selection.withoutTextIn(query.untranslated);
  if (query.search !== undefined) selection.containing(query.search);
  if (query.cursor !== undefined) selection.after(KEY_CURSOR.decode(query.cursor));
  return selection;
}

const cursorAfter = ({ name, id }: KeySummary): string => KEY_CURSOR.encode([...name].slice(0, 512).join(''), id);
