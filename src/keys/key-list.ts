import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { validate as isUuid } from 'uuid';
import type { Principal } from '../common/access/principal';
import { Database } from '../database/database';
import { Reads } from '../database/reads';
import type { Transaction } from '../database/transaction';
import { type FindingColumns, KeyFindings, type KeyWithFindings } from '../findings/key-findings';
import { Looks } from '../findings/looks';
import { anyText, CursorCodec } from '../http/queries/cursor';
import { cutPage, type Page } from '../http/queries/page';
import { ProjectsService } from '../projects/projects.service';
import { UnknownLanguageError } from '../projects/project-errors';
import { assertReached } from '../projects/revision';
import type { VisibleProject } from '../projects/visible-project';
import type { ListKeysQuery } from './dto/list-keys.query';
import { inOrder, type ListedKey } from './key';
import { sinceOf, type TextArrays, toKeyWithFindings, toTexts } from './key-query';
import { KeySelection } from './key-selection';

const READ = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
/**
 * Without statistics of the project, the planner expects few keys in it, and would read and sort all of them for a page
 * rather than read the page in the order of the index. A sort of the page itself is then planned as very expensive, and would
 * be compiled, which takes longer than the page (80 ms).
 */
export const READ_IN_ORDER = `${READ}; SET LOCAL enable_sort = off; SET LOCAL jit = off`;
/** A nested loop that the statement does not prescribe would compare each key with all texts of a language, where few are expected. */
const READ_PAGE = `${READ_IN_ORDER}; SET LOCAL enable_nestloop = off`;

/** The first 512 characters of the last name of a page, as the index holds them, and the id of that key. */
const NAME_CURSOR = new CursorCodec(anyText, isUuid);
/** The order, the revision that changed the last key of a page last, and its id. */
const CHANGE_CURSOR = new CursorCodec(
  (order) => order === '-updatedAt',
  (revision) => /^\d{1,18}$/.test(revision),
  isUuid,
);

/** The number of selections whose totals are cached. */
const MAX_TOTALS = 10_000;

/** A page of a list of keys. */
export interface KeyPage extends Page<ListedKey> {
  /** The number of keys on all pages, if it was asked for. */
  total?: number;
}

/** Lists keys in the order of their names (code points), a page at a cost that does not grow with the project, or in that of their last changes. */
@Injectable()
export class KeyList {
  /** Totals by project, revision and filters: a total of a revision never changes. */
  private readonly totals = new LRUCache<string, number>({ max: MAX_TOTALS });

  constructor(
    private readonly primary: Database,
    private readonly reads: Reads,
    private readonly projects: ProjectsService,
    private readonly findings: KeyFindings,
    private readonly looks: Looks,
  ) {}

  /** @throws ProjectNotFoundError, UnknownLanguageError, UnknownRevisionError */
  async page(principal: Principal, projectId: string, query: ListKeysQuery): Promise<KeyPage> {
    // The findings are on the primary as soon as they are found.
    if (query.check) return this.pageFrom(this.primary, principal, projectId, query);
    return this.reads.run((database) => this.pageFrom(database, principal, projectId, query));
  }

  private async pageFrom(
    database: Database,
    principal: Principal,
    projectId: string,
    query: ListKeysQuery,
  ): Promise<KeyPage> {
    const project = await this.projects.get(principal, projectId, database);
    assertReached(project.revision, query.minRevision);
    assertLanguages(project, query);
    const { sourceLanguage, targetLanguages } = project;
    const selection = selectionOf(project, query);
    if (query.include) selection.includeTexts(query.language);
    if (query.cursor !== undefined) selection.after(positionOf(query.cursor, query));
    const begin = query.name === undefined ? READ_PAGE : READ;
    const readPage = async (tx: Transaction): Promise<KeyPage> => {
      const rows = await select(tx, selection, query.limit + 1);
      const { items, nextCursor } = cutPage(rows, query.limit, (key) => cursorAfter(key, query));
      const keys = items.map((row) => toListedKey(row, [sourceLanguage, ...targetLanguages]));
      if (query.include) await this.addFindings(tx, principal, project, keys, items);
      const page = { items: keys, nextCursor };
      return query.total ? { ...page, total: await this.total(tx, project, query) } : page;
    };
    const { organizationId } = principal;
    return query.check
      ? this.looks.read({ ...project, organizationId }, begin, readPage)
      : database.transaction(begin, readPage);
  }

  private async addFindings(
    tx: Transaction,
    { organizationId }: Principal,
    { id, sourceLanguage }: VisibleProject,
    keys: readonly ListedKey[],
    rows: readonly Row[],
  ): Promise<void> {
    const toCheck = keys.flatMap((key, index) => toKeyToCheck(key, rows[index]) ?? []);
    const findings = await this.findings.of(tx, { id, organizationId, sourceLanguage }, toCheck);
    for (const key of keys) key.checks = findings.get(key.id) ?? new Map();
  }

  private async total(tx: Transaction, project: VisibleProject, query: ListKeysQuery): Promise<number> {
    const { name, namespace, untranslated, search, tag, state, outdated, check, language } = query;
    const filters = [name, namespace, untranslated, search, tag, state, outdated, check, language];
    // The project may have changed since it was looked up.
    const [found] = await tx.rows<{ revision: string; keys: number }>(COUNT_ALL, [project.id]);
    const selection = selectionOf(project, query);
    if (selection.isWhole) return found?.keys ?? 0;
    const cacheKey = JSON.stringify([project.id, found?.revision, filters]);
    const cached = this.totals.get(cacheKey);
    if (cached !== undefined) return cached;
    const [row] = await tx.rows<{ total: number }>(selection.countStatement, selection.values);
    const total = row?.total ?? 0;
    // A finding that is ignored is counted no more, and the revision stays.
    if (!query.check) this.totals.set(cacheKey, total);
    return total;
  }
}

const COUNT_ALL = 'SELECT revision, string_count AS keys FROM projects WHERE id = $1';

/** @throws UnknownLanguageError */
function assertLanguages(project: VisibleProject, { untranslated, language }: ListKeysQuery): void {
  const languages = [project.sourceLanguage, ...project.targetLanguages];
  const assertKnown = (parameter: string, named: readonly string[]): void => {
    const unknown = named.filter((tag) => !languages.includes(tag));
    if (unknown.length > 0) throw new UnknownLanguageError(unknown, () => ({ parameter }));
  };
  assertKnown('untranslated', untranslated === undefined ? [] : [untranslated]);
  assertKnown('language', language ?? []);
}

/** A row of `KeySelection`; the texts are parallel arrays, if they were asked for. */
type Row = Omit<ListedKey, 'texts' | 'checks'> &
  Partial<TextArrays> &
  Partial<FindingColumns> & {
    place: string;
    sourceRevision?: string | null;
    sourceSince?: string | null;
    keySince?: string;
  };

async function select(tx: Transaction, selection: KeySelection, limit: number): Promise<Row[]> {
  const first = selection.firstStatement(limit);
  const found = first ? await tx.rows<Row>(first, selection.values) : [];
  return found.length === limit ? found : tx.rows<Row>(selection.statement(limit), selection.values);
}

function toListedKey(row: Row, projectLanguages: readonly string[]): ListedKey {
  const { languages, texts, states, since, textRevisions, sourceRevision, ...key } = row;
  if (languages === undefined) return key;
  const [sourceLanguage = ''] = projectLanguages;
  const arrays = { languages, texts, states, since, textRevisions } as TextArrays;
  return { ...key, texts: inOrder(toTexts(arrays, sourceLanguage, sourceRevision ?? '0'), projectLanguages) };
}

/** @returns undefined if the texts of the key were not asked for */
function toKeyToCheck({ texts, value }: ListedKey, row: Row | undefined): KeyWithFindings | undefined {
  if (!texts || row?.keySince === undefined) return undefined;
  const { id, maxLength, keySince, sourceSince = null, checkedRevision = null, findings = null } = row;
  const { languages = null, since = null } = row;
  const source = { text: value, since: sourceSince };
  const textSince = (language: string): string | undefined => sinceOf({ languages, since }, language);
  return toKeyWithFindings({ id, keySince, maxLength, texts, textSince, source, checkedRevision, findings });
}

function selectionOf({ id, sourceLanguage, targetLanguages }: VisibleProject, query: ListKeysQuery): KeySelection {
  const selection = new KeySelection(id, sourceLanguage, targetLanguages.length + 1, query.sort);
  if (query.name) selection.named(query.name);
  if (query.namespace !== undefined) selection.inNamespace(query.namespace);
  for (const tag of query.tag ?? []) selection.tagged(tag);
  if (query.untranslated) selection.withoutTextIn(query.untranslated);
  if (query.state) selection.inState(query.state, query.language);
  if (query.outdated) selection.outdated(query.language);
  if (query.check) selection.failing(query.check === 'any' ? undefined : query.check, query.language);
  if (query.search !== undefined) selection.containing(query.search);
  return selection;
}

/** @throws ValidationFailedError for the cursor of another order */
function positionOf(cursor: string, { sort }: ListKeysQuery): readonly string[] {
  return sort === 'name' ? NAME_CURSOR.decode(cursor) : CHANGE_CURSOR.decode(cursor).slice(1);
}

const cursorAfter = ({ place, id }: Row, { sort }: ListKeysQuery): string =>
  sort === 'name' ? NAME_CURSOR.encode(place, id) : CHANGE_CURSOR.encode(sort, place, id);
