import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { validate as isUuid } from 'uuid';
import type { Principal } from '../common/access/principal';
import { Database } from '../database/database';
import { beginRead, PLAN_FOR_VALUES } from '../database/planned-reads';
import { Reads } from '../database/reads';
import { prepared } from '../database/statements';
import type { Transaction } from '../database/transaction';
import { KeyFindings, type KeyWithFindings } from '../findings/key-findings';
import { FindingsRefresher } from '../findings/findings-refresher';
import { anyText, CursorCodec } from '../http/queries/cursor';
import { cutBoundedPage, type Page } from '../http/queries/page';
import { ProjectsService } from '../projects/projects.service';
import { assertReached } from '../project-write/as-of/revision';
import type { VisibleProject } from '../project-write/visible-project';
import type { ListKeysQuery } from './dto/list-keys.query';
import type { CheckedKey, ListedKey, TextInLanguage } from './key';
import { assignedKeys } from './assigned-keys';
import { FirstKeys, type KeyPlace } from './first-keys';
import { assertLanguages, type FoundKeys, readsFindings, selectionOf } from './key-filter';
import { KeyQuery } from './key-query';
import type { KeySelection } from './selection/key-selection';
import { MissingTexts } from './missing-texts';
import { readInSteps } from './texts-in-steps';
import { type SearchedProject, SearchIndexes } from './search/search-indexes';

/** The first 512 characters of the last name of a page, as the index holds them, and the id of that key. */
const NAME_CURSOR = new CursorCodec(anyText, isUuid);
/** The order, the revision that changed the last key of a page last, and its id. */
const CHANGE_CURSOR = new CursorCodec(
  (order) => order === '-updatedAt',
  (revision) => /^\d{1,18}$/.test(revision),
  isUuid,
);

/** In a project with fewer keys, a filter compares all of them in little time. */
const FEW_KEYS = 1_000;

/** The number of selections whose totals are cached. */
const MAX_TOTALS = 10_000;

/** A page of a list of keys. */
export interface KeyPage extends Page<ListedKey> {
  /** A revision of the project: the page has all changes up to it, and may have later ones. */
  revision: string;
  /** The number of keys on all pages, if it was asked for. */
  total?: number;
}

/** The keys that a page is read from. */
interface KeysToRead extends FoundKeys {
  /** The number of the only ones that a search looks through. Default: all keys. */
  toSearch?: number;
  /** The last one that was looked through, if others follow. */
  end?: KeyPlace;
}

/**
 * Lists keys in the order of their names (code points) or of their last changes. The cost of a page does not grow with
 * the project.
 */
@Injectable()
export class KeyList {
  /** Totals by project, revision and filters: a total of a revision never changes. */
  private readonly totals = new LRUCache<string, number>({ max: MAX_TOTALS });

  constructor(
    private readonly reads: Reads,
    private readonly projects: ProjectsService,
    private readonly query: KeyQuery,
    private readonly findings: KeyFindings,
    private readonly refresher: FindingsRefresher,
    private readonly searchIndexes: SearchIndexes,
    private readonly firstKeys: FirstKeys,
    private readonly missingTexts: MissingTexts,
  ) {}

  /**
   * @throws ProjectNotFoundError, UnknownLanguageError, UnknownRevisionError
   * @throws PersonRequiredError, ValidationFailedError for an assignee who is no member
   */
  async page(
    principal: Principal,
    projectId: string,
    query: ListKeysQuery,
    client: () => AbortSignal,
  ): Promise<KeyPage> {
    // The findings are on the primary as soon as they are found.
    if (readsFindings(query)) return this.pageFrom(this.reads.onPrimary(client), principal, projectId, query);
    return this.reads.run((database) => this.pageFrom(database, principal, projectId, query), client);
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
    const { organizationId } = principal;
    const position = query.cursor === undefined ? undefined : positionOf(query.cursor, query);
    const begin = beginRead(query.name === undefined ? 'byFilters' : undefined);
    const readPage = async (tx: Transaction, { end, toSearch, ...keys }: KeysToRead): Promise<KeyPage> => {
      const found = { ...keys, assigned: await assignedKeys(tx, principal, project.id, query) };
      const selection = selectionOf(project, query, found, query.sort);
      selection.cutTo(query.limit + 1, project.targetLanguages.length + 1, position, toSearch);
      if (query.include) selection.includeTexts(shownLanguages(project, query));
      const rows = await select(tx, selection, query.limit + 1);
      const { items, nextCursor } = cutBoundedPage(rows, query.limit, (key) => cursorAfter(key, query));
      const shown = query.include && (await this.withTexts(tx, database, { principal, project, query, items }));
      const last = toSearch && nextCursor === null ? await this.firstKeys.last(tx, project, query, toSearch) : end;
      const after = nextCursor ?? (last ? cursorAfter(last, query) : null);
      const page = { items: shown ?? items, nextCursor: after, revision: project.revision };
      return query.total ? { ...page, total: await this.total(tx, project, query, found) } : page;
    };
    const ofOrganization = { ...project, organizationId };
    const readWhole = async (tx: Transaction): Promise<KeyPage> => {
      const candidates = await this.candidates(tx, database, ofOrganization, query);
      const toSearch = candidates === undefined ? this.firstKeys.toSearch(project, query) : undefined;
      const missing = await this.missing(tx, project, query);
      return readPage(tx, { missing, candidates, toSearch });
    };
    if (!readsFindings(query)) return database.transaction(begin, readWhole);
    const readUnchecked = async (tx: Transaction): Promise<KeyPage | undefined> => {
      const first = await this.firstKeys.toCheck(tx, ofOrganization, query);
      return first && readPage(tx, { among: first.ids, failing: first.failing, end: first.end });
    };
    return this.refresher.read(ofOrganization, begin, readWhole, database, readUnchecked);
  }

  /** Returns the ids of the keys that may contain the searched text; undefined: all keys may. */
  private async candidates(
    tx: Transaction,
    database: Database,
    project: SearchedProject,
    { name, search }: ListKeysQuery,
  ): Promise<readonly string[] | undefined> {
    return name || search === undefined ? undefined : this.searchIndexes.candidates(tx, database, project, search);
  }

  /** Returns the ids of the keys that may have no text, by the languages that a filter names and that few keys lack. */
  private async missing(
    tx: Transaction,
    { id, stringCount }: VisibleProject,
    { untranslated, needsWork, name, state, outdated, check, search }: ListKeysQuery,
  ): Promise<FoundKeys['missing']> {
    const missing = new Map<string, readonly string[]>();
    // Other filters have indexes, or leave few keys.
    const isNarrowed = [name, state, outdated, check, search].some((filter) => filter !== undefined);
    if (isNarrowed || stringCount <= FEW_KEYS) return missing;
    for (const language of new Set([untranslated, needsWork])) {
      const ids = language === undefined ? undefined : await this.missingTexts.ids(tx, id, language);
      if (language !== undefined && ids) missing.set(language, ids);
    }
    return missing;
  }

  private async withTexts(
    tx: Transaction,
    database: Database,
    {
      principal,
      project,
      query,
      items,
    }: { principal: Principal; project: VisibleProject; query: ListKeysQuery; items: Row[] },
  ): Promise<ListedKey[]> {
    const [first] = items;
    if (first?.isLarge)
      return [{ key: await this.largeKey(tx, database, principal, first.id, shownLanguages(project, query)) }];
    const toCheck = items.flatMap((row) => row.toCheck ?? []);
    const { organizationId } = principal;
    const findings = await this.findings.of({ ...project, organizationId }, toCheck, tx);
    return items.map(({ id, json }) => ({ json, checks: findings.get(id) ?? new Map() }));
  }

  /** Returns a key whose texts are read in steps, when the transaction has ended. */
  private async largeKey(
    tx: Transaction,
    database: Database,
    principal: Principal,
    id: string,
    shown: readonly string[],
  ): Promise<CheckedKey> {
    const found = await this.query.find(principal, id, tx, shown);
    if (!found) throw new Error('a key of the page is not in its snapshot');
    const { key, toCheck, project, languages } = found;
    const texts = { projectId: project.id, keyId: key.id, revision: project.revision, languages };
    const readTexts = (): AsyncGenerator<TextInLanguage[]> => readInSteps(database, texts);
    const ofProject = { ...project, organizationId: principal.organizationId };
    return { ...key, readTexts, checks: this.findings.ofLarge(ofProject, toCheck, readTexts, database) };
  }

  private async total(
    tx: Transaction,
    project: VisibleProject,
    query: ListKeysQuery,
    keys: FoundKeys,
  ): Promise<number> {
    const { name, namespace, untranslated, needsWork, search, tag, state, outdated, check, language } = query;
    const filters = [name, namespace, untranslated, needsWork, search, tag, state, outdated, check];
    // The project may have changed since it was looked up.
    const [found] = await tx.rows<{ revision: string; keys: number; isChecked: boolean }>(COUNT_ALL, [project.id]);
    const selection = selectionOf(project, query, keys, query.sort);
    if (selection.isWhole) return found?.keys ?? 0;
    // Findings are ignored, discussions are resolved and keys are assigned without a new revision.
    const isKept = !readsFindings(query) && !query.openComments && keys.assigned === undefined;
    const cacheKey = JSON.stringify([project.id, found?.revision, filters, language]);
    const cached = isKept ? this.totals.get(cacheKey) : undefined;
    if (cached !== undefined) return cached;
    const statement = selection.countStatement(!readsFindings(query) || found?.isChecked === true);
    const [row] = await rowsForValues<{ total: number }>(tx, statement, selection.values);
    const total = row?.total ?? 0;
    if (isKept) this.totals.set(cacheKey, total);
    return total;
  }
}

const COUNT_ALL = prepared(`
  SELECT p.revision, p.string_count AS keys, coalesce(c.revision = p.revision, false) AS "isChecked"
  FROM projects p LEFT JOIN project_checks c ON c.project_id = p.id WHERE p.id = $1`);

/** Returns the languages whose texts are shown, in the order of the project. */
const shownLanguages = ({ sourceLanguage, targetLanguages }: VisibleProject, { language }: ListKeysQuery): string[] =>
  [sourceLanguage, ...targetLanguages].filter((tag) => language?.includes(tag) ?? true);

/** A row of `KeySelection`. */
interface Row extends KeyPlace {
  /** The JSON of `KeyAsJson`. */
  json: string;
  /** Whether a key follows, on this page or on the next one. */
  hasNext: boolean;
  /** If the texts were asked for: whether they are too large to be in `json`. */
  isLarge?: boolean;
  /** If the texts were asked for: null if there are no findings. */
  toCheck?: KeyWithFindings | null;
}

const isFound = (row: Row | { id: null }): row is Row => row.id !== null;

async function select(tx: Transaction, selection: KeySelection, limit: number): Promise<Row[]> {
  const { values, indexedStatement, firstStatement, statement } = selection;
  const few = indexedStatement ? await tx.rows<Row | { id: null }>(indexedStatement, values) : [];
  if (indexedStatement && few.every(isFound)) return few;
  const first = firstStatement ? await tx.rows<Row>(firstStatement, values) : [];
  if (statement === undefined || first.length === limit || first.at(-1)?.hasNext) return first;
  return typeof statement === 'string' ? rowsForValues(tx, statement, values) : tx.rows(statement, values);
}

/** Runs a statement that is planned for its values. */
async function rowsForValues<T>(tx: Transaction, statement: string, values: unknown[]): Promise<T[]> {
  const [, rows] = await Promise.all([tx.rows(PLAN_FOR_VALUES), tx.rows<T>(statement, values)]);
  return rows;
}

/** @throws ValidationFailedError for the cursor of another order */
function positionOf(cursor: string, { sort }: ListKeysQuery): readonly string[] {
  return sort === 'name' ? NAME_CURSOR.decode(cursor) : CHANGE_CURSOR.decode(cursor).slice(1);
}

const cursorAfter = ({ place, id }: KeyPlace, { sort }: ListKeysQuery): string =>
  sort === 'name' ? NAME_CURSOR.encode(place, id) : CHANGE_CURSOR.encode(sort, place, id);
