import { Injectable } from '@nestjs/common';
import type { Transaction } from '../database/transaction';
import { UnstoredFindings } from '../findings/unstored-findings';
import type { VisibleProject } from '../project-write/visible-project';
import type { ListKeysQuery } from './dto/list-keys.query';
import { type FailingKeys, selectionOf } from './key-filter';

/** Texts that the first page of a search is compared with. */
const SEARCHED_TEXTS = 10_000;
/** Texts that are checked for the first page of a filter of findings: twice as many as the page has by default. */
const CHECKED_TEXTS = 1_000;

/** The place of a key in the order of a list. */
export interface KeyPlace {
  id: string;
  place: string;
}

/** The first keys of a list, in the order of the names. */
interface KeysToLookThrough {
  ids: readonly string[];
  /** The last one, if others follow. */
  end?: KeyPlace;
}

/**
 * The first page of a filter that all texts have to be compared with has the keys that are found among the first ones
 * of the list, and a cursor behind these: it may have fewer keys than its limit, and none. The next page looks through
 * all the others.
 */
@Injectable()
export class FirstKeys {
  constructor(private readonly findings: UnstoredFindings) {}

  /** @returns the number of keys that a search looks through; undefined: all of them */
  toSearch({ targetLanguages }: VisibleProject, query: ListKeysQuery): number | undefined {
    if (query.search === undefined || !isFirstPage(query)) return undefined;
    return Math.ceil(SEARCHED_TEXTS / (1 + targetLanguages.length));
  }

  /** @returns the last one of the first keys; undefined if no others follow */
  async last(
    tx: Transaction,
    project: VisibleProject,
    query: ListKeysQuery,
    count: number,
  ): Promise<KeyPlace | undefined> {
    return (await this.read(tx, project, query, count)).end;
  }

  /**
   * Checks the texts of the first keys.
   *
   * @returns undefined if the page has to wait for the stored findings
   */
  async toCheck(
    tx: Transaction,
    project: VisibleProject & { organizationId: string },
    query: ListKeysQuery,
  ): Promise<(KeysToLookThrough & { failing: FailingKeys }) | undefined> {
    if (!isFirstPage(query)) return undefined;
    const languages = checkedLanguages(query);
    const texts = 1 + (languages ?? project.targetLanguages).length;
    const { ids, end } = await this.read(tx, project, query, Math.ceil(CHECKED_TEXTS / texts));
    const { count, findings } = await this.findings.of(tx, project, ids, languages);
    if (count === 0 && ids.length > 0) return undefined;
    const { check, needsWork, language } = query;
    const failing = {
      check: findings.filter((found) => (check === 'any' || found.code === check) && isIn(found, language)),
      needsWork: findings.filter((found) => found.language === needsWork),
    };
    const idsOf = (found: readonly { keyId: string }[]): string[] => [...new Set(found.map(({ keyId }) => keyId))];
    const found = { check: idsOf(failing.check), needsWork: idsOf(failing.needsWork) };
    if (count === ids.length) return { ids, end, failing: found };
    const checked = await this.read(tx, project, query, count);
    return { ...checked, failing: found };
  }

  private async read(
    tx: Transaction,
    project: VisibleProject,
    { namespace, tag }: ListKeysQuery,
    count: number,
  ): Promise<KeysToLookThrough> {
    const selection = selectionOf(project, { namespace, tag });
    selection.cutTo(count + 1, project.targetLanguages.length + 1);
    const rows = await tx.rows<KeyPlace>(selection.inOrderStatement, selection.values);
    const keys = rows.slice(0, count);
    return { ids: keys.map(({ id }) => id), end: rows.length > count ? keys.at(-1) : undefined };
  }
}

/** A total needs all keys, and the order of the last changes is read by other indexes. */
const isFirstPage = ({ cursor, total, sort, name }: ListKeysQuery): boolean =>
  cursor === undefined && !total && sort === 'name' && name === undefined;

const isIn = ({ language }: { language: string }, languages: readonly string[] | undefined): boolean =>
  languages?.includes(language) ?? true;

/** Returns the languages whose findings a filter reads; undefined: all. */
function checkedLanguages({ check, needsWork, language }: ListKeysQuery): string[] | undefined {
  if (check !== undefined && language === undefined) return undefined;
  return [
    ...new Set([...(check === undefined ? [] : (language ?? [])), ...(needsWork === undefined ? [] : [needsWork])]),
  ];
}
