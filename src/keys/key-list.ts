import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import type { Principal } from '../common/access/principal';
import { Database } from '../database/database';
import { anyText, CursorCodec } from '../http/queries/cursor';
import { ProjectsService } from '../projects/projects.service';
import { UnknownLanguageError } from '../projects/project-errors';
import type { ListKeysQuery } from './dto/list-keys.query';
import type { KeySummary } from './key';
import { KeySelection } from './key-selection';

const DEFAULT_LIMIT = 100;

/** The first 512 characters of the last name of a page, as the index holds them, and the id of that key. */
const KEY_CURSOR = new CursorCodec(anyText, isUuid);

export interface KeyPage {
  keys: KeySummary[];
  /** The cursor of the next page; null on the last page. */
  nextCursor: string | null;
}

/** Lists keys in the order of their names (code points), a page at a cost that does not grow with the project. */
@Injectable()
export class KeyList {
  constructor(
    private readonly database: Database,
    private readonly projects: ProjectsService,
  ) {}

  /** @throws ProjectNotFoundError, UnknownLanguageError */
  async page(principal: Principal, projectId: string, query: ListKeysQuery): Promise<KeyPage> {
    const { sourceLanguage, targetLanguages } = await this.projects.get(principal, projectId);
    if (query.untranslated && ![sourceLanguage, ...targetLanguages].includes(query.untranslated)) {
      throw new UnknownLanguageError([query.untranslated], () => ({ parameter: 'untranslated' }));
    }
    const limit = query.limit ?? DEFAULT_LIMIT;
    const selection = selectionOf(projectId, sourceLanguage, query);
    const keys = await this.database.rows<KeySummary>(selection.statement(limit + 1), selection.values);
    if (keys.length <= limit) return { keys, nextCursor: null };
    const page = keys.slice(0, limit);
    return { keys: page, nextCursor: cursorAfter(page.at(-1)) };
  }
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

const cursorAfter = (key: KeySummary | undefined): string =>
  KEY_CURSOR.encode([...(key?.name ?? '')].slice(0, 512).join(''), key?.id ?? '');
